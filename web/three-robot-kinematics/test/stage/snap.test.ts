import { BoxGeometry, CylinderGeometry, Ray, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import {
  axesOf,
  circleCentre,
  closestOnLine,
  rimOf,
  sharpEdges,
} from "../../src/stage/tools/snap.js";
import { loadGallery } from "../fixtures.js";

describe("edges", () => {
  it("of a box are its twelve", () => {
    expect(sharpEdges(new BoxGeometry(1, 2, 3))).toHaveLength(12);
  });

  it("of a cylinder are its two rims, whose centres are on its axis", () => {
    const cylinder = new CylinderGeometry(0.2, 0.2, 1, 32).translate(0.3, 0.1, -0.4);
    const edges = sharpEdges(cylinder);
    expect(edges).toHaveLength(64);
    for (const edge of [edges[0], edges[40]]) {
      const rim = rimOf(edges, edge as (typeof edges)[number]);
      expect(rim.length).toBe(32);
      const centre = circleCentre(rim);
      expect(centre?.x).toBeCloseTo(0.3, 6);
      expect(centre?.z).toBeCloseTo(-0.4, 6);
      expect(Math.abs((centre?.y ?? 0) - 0.1)).toBeCloseTo(0.5, 6);
    }
  });

  it("that are straight, or too few, have no centre", () => {
    const edges = sharpEdges(new BoxGeometry(1, 1, 1));
    expect(circleCentre(rimOf(edges, edges[0] as (typeof edges)[number]))).toBeUndefined();
    const straight = Array.from({ length: 20 }, (_, k) => new Vector3(k, 0, 0));
    expect(circleCentre(straight)).toBeUndefined();
    const oval = Array.from({ length: 20 }, (_, k) => {
      const angle = (2 * Math.PI * k) / 20;
      return new Vector3(Math.cos(angle), 1.5 * Math.sin(angle), 0);
    });
    expect(circleCentre(oval)).toBeUndefined();
  });
});

it("the point of an axis that is nearest to a ray is where both are perpendicular", () => {
  const ray = new Ray(new Vector3(0.5, 0.2, 3), new Vector3(0, 0, -1));
  const axis = new Vector3(1, 0, 0.4).normalize();
  const point = closestOnLine(new Vector3(0, 0, 0), axis, ray);
  const on = ray.closestPointToPoint(point, new Vector3());
  const between = point.clone().sub(on);
  expect(between.dot(ray.direction)).toBeCloseTo(0, 12);
  expect(between.dot(axis)).toBeCloseTo(0, 12);
});

it("joints that move freely or turn about a point have no axis to snap to", async () => {
  const count = async (name: string, type: string) => {
    const { joints } = await loadGallery(name);
    const found = [...joints.values()].filter((joint) => joint.type === type);
    expect(found.length).toBeGreaterThan(0);
    return found.map((joint) => axesOf(joint).length);
  };
  expect(new Set(await count("drone", "floating"))).toEqual(new Set([0]));
  expect(new Set(await count("stewart", "floating"))).toEqual(new Set([0]));
  expect(new Set(await count("stewart", "prismatic"))).toEqual(new Set([1]));
});
