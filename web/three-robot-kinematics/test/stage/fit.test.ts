import { Box3, PerspectiveCamera, Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { Cameras, slope } from "../../src/stage/view/cameras.js";
import { addCorners, depthRange, frame, type Outline } from "../../src/stage/view/fit.js";
import { Orbit } from "../../src/stage/view/orbit.js";
import { directions } from "../../src/stage/view/views.js";

const boxes = {
  "a tall robot": new Box3(new Vector3(-0.2, 0, -0.1), new Vector3(0.2, 1.8, 0.1)),
  "a hand of 5 cm": new Box3(new Vector3(0.1, 0.1, 0.1), new Vector3(0.15, 0.13, 0.12)),
  "a crane of 50 m": new Box3(new Vector3(-30, 0, -2), new Vector3(20, 40, 2)),
};

function outlineOf(box: Box3): Outline {
  const outline: Outline = [];
  addCorners(outline, box);
  return outline;
}

function corners({ min, max }: Box3): Vector3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map(
    (i) => new Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z),
  );
}

describe.each(Object.entries(boxes))("fitting %s", (_, box) => {
  it.each(["perspective", "orthographic"] as const)(
    "has all of it in a %s picture",
    (projection) => {
      for (const [width, height] of [
        [1600, 900],
        [400, 900],
      ] as const) {
        for (const [azimuth, elevation] of Object.values(directions)) {
          const cameras = new Cameras();
          Object.assign(cameras, { projection, width, height });
          const orbit = new Orbit();
          orbit.turnTo(azimuth, elevation);
          cameras.fit(outlineOf(box), orbit);
          orbit.arrive();
          const size = box.getSize(new Vector3()).length() / 2;
          cameras.place(orbit.now, size);
          const seen = corners(box).map((corner) => corner.project(cameras.current));
          for (const { z } of seen) expect(Math.abs(z)).toBeLessThan(1);
          const edges = [seen.map(({ x }) => x), seen.map(({ y }) => y)].map(
            (places) => [-Math.min(...places), Math.max(...places)] as const,
          );
          for (const [low, high] of edges) expect(Math.max(low, high)).toBeLessThan(0.85);
          // In one direction it fills the picture, up to the same margin at either edge.
          const [low, high] = edges.sort((one, other) => other[1] - one[1])[0] ?? [0, 0];
          expect(low).toBeCloseTo(1 / 1.28, 6);
          expect(high).toBeCloseTo(1 / 1.28, 6);
        }
      }
    },
  );
});

describe("fitting a sphere's worth of directions", () => {
  it("is as far as trigonometry says for a square seen from the front", () => {
    const square = new Box3(new Vector3(-1, -1, 0), new Vector3(1, 1, 0));
    const target = new Vector3(7, 7, 7);
    const lens = { slope, aspect: 2, orthographic: false };
    const distance = frame(outlineOf(square), new Quaternion(), lens, target);
    // Height decides: 1 m with a margin of 28 % under half the field of view.
    expect(distance).toBeCloseTo(1.28 / slope, 9);
    expect(target.length()).toBeCloseTo(0, 9);
  });
});

describe("the planes between which is drawn", () => {
  it.each([0.01, 0.05, 1, 50])("hold a scene of %f m from near and far", (size) => {
    for (const distance of [0.05 * size, size, 3 * size, 50 * size]) {
      const { near, far } = depthRange(distance, size);
      expect(near).toBeGreaterThan(0);
      expect(far).toBeGreaterThan(distance + size);
      if (distance > 2 * size) expect(near).toBeLessThan(distance - size);
      // 24 bits of depth tell a thousandth of the robot apart.
      expect(far / near).toBeLessThan(1e5);
    }
  });
});

describe("changing the projection", () => {
  it("keeps what is in the plane of the target where it is", () => {
    const cameras = new Cameras();
    Object.assign(cameras, { width: 1200, height: 800 });
    const orbit = new Orbit();
    orbit.turnTo(0.4, 0.3);
    orbit.goal.target.set(1, 2, 3);
    orbit.goal.distance = 2.5;
    orbit.arrive();
    cameras.place(orbit.now, 1);
    const point = cameras.pointUnder(300, 250, orbit.now, new Vector3());
    const [a, b] = (["perspective", "orthographic"] as const).map((projection) => {
      cameras.projection = projection;
      return point.clone().project(cameras.current);
    }) as [Vector3, Vector3];
    expect(a.x).toBeCloseTo(b.x, 9);
    expect(a.y).toBeCloseTo(b.y, 9);
    expect(((a.x + 1) / 2) * 1200).toBeCloseTo(300, 6);
    expect(cameras.perspective).toBeInstanceOf(PerspectiveCamera);
  });
});
