import { Quaternion, Ray, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { angleToRay, slideToRay, TurnDrag } from "../../src/stage/tools/turn.js";

const axis = {
  origin: new Vector3(0.3, 0.2, -0.1),
  direction: new Vector3(0.48, 0.6, 0.64),
};
const grabbed = new Vector3(0.9, 0.1, 0.4);
const eye = new Vector3(2, 3, 4);

/** The grabbed point after a turn about the axis. */
function turned(angle: number): Vector3 {
  const turn = new Quaternion().setFromAxisAngle(axis.direction, angle);
  return grabbed.clone().sub(axis.origin).applyQuaternion(turn).add(axis.origin);
}

function rayTo(point: Vector3, from = eye): Ray {
  return new Ray(from.clone(), point.clone().sub(from).normalize());
}

describe("turning after the pointer", () => {
  it.each([-3, -1, -0.01, 0, 0.4, 2, 3])("finds the angle %f that the pointer shows", (angle) => {
    expect(angleToRay(axis, grabbed, rayTo(turned(angle)))).toBeCloseTo(angle, 9);
  });

  it("counts on over half a turn", () => {
    const drag = new TurnDrag("rotation", axis, grabbed, rayTo(grabbed), 0.5);
    let value = 0;
    for (let angle = 0; angle <= 9; angle += 0.25) value = drag.follow(rayTo(turned(angle)));
    expect(value).toBeCloseTo(0.5 + 9, 9);
  });

  it("follows along the tangent where the circle is seen from the side", () => {
    const upright = { origin: new Vector3(), direction: new Vector3(0, 1, 0) };
    const front = new Vector3(0, 0, 1);
    const from = new Vector3(0, 0, 10);
    const drag = new TurnDrag("rotation", upright, front, rayTo(front, from), 0);
    // A little to the right is a little about +y.
    const value = drag.follow(rayTo(new Vector3(0.1, 0, 1), from));
    expect(value).toBeCloseTo(0.1, 2);
  });

  it("stays where it is when the pointer shows nowhere", () => {
    const away = new Ray(eye.clone(), axis.direction.clone());
    const drag = new TurnDrag("rotation", axis, grabbed, rayTo(grabbed), 0.7);
    drag.follow(rayTo(turned(0.2)));
    expect(drag.follow(away)).toBeCloseTo(0.9, 9);
  });
});

describe("sliding after the pointer", () => {
  it.each([-0.7, 0, 0.3, 5])("finds the way %f that the pointer shows", (way) => {
    const point = grabbed.clone().addScaledVector(axis.direction, way);
    expect(slideToRay(axis.direction, grabbed, rayTo(point))).toBeCloseTo(way, 9);
  });

  it("takes the nearest point where the ray passes by", () => {
    const ray = new Ray(new Vector3(0.5, 3, 7), new Vector3(0, -0.6, -0.8));
    const way = slideToRay(axis.direction, grabbed, ray) as number;
    const distance = (s: number) =>
      Math.sqrt(ray.distanceSqToPoint(grabbed.clone().addScaledVector(axis.direction, s)));
    const step = 1e-5;
    expect((distance(way + step) - distance(way - step)) / (2 * step)).toBeCloseTo(0, 6);
  });

  it("knows no way along the line of sight", () => {
    expect(slideToRay(axis.direction, grabbed, new Ray(eye, axis.direction))).toBeUndefined();
  });
});
