import { Box3, PerspectiveCamera, Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { Cameras, slope } from "../../src/stage/view/cameras.js";
import { depthRange, fitDistance } from "../../src/stage/view/fit.js";
import { Orbit } from "../../src/stage/view/orbit.js";
import { directions } from "../../src/stage/view/views.js";

const boxes = {
  "a tall robot": new Box3(new Vector3(-0.2, 0, -0.1), new Vector3(0.2, 1.8, 0.1)),
  "a hand of 5 cm": new Box3(new Vector3(0.1, 0.1, 0.1), new Vector3(0.15, 0.13, 0.12)),
  "a crane of 50 m": new Box3(new Vector3(-30, 0, -2), new Vector3(20, 40, 2)),
};

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
          cameras.fit(box, orbit);
          orbit.arrive();
          const size = box.getSize(new Vector3()).length() / 2;
          cameras.place(orbit.now, size);
          const shares = corners(box).map((corner) => {
            const seen = corner.project(cameras.current);
            expect(Math.abs(seen.z)).toBeLessThan(1);
            return Math.max(Math.abs(seen.x), Math.abs(seen.y));
          });
          // In the picture, and filling it: a corner is near its edge.
          expect(Math.max(...shares)).toBeLessThan(1);
          expect(Math.max(...shares)).toBeGreaterThan(0.7);
        }
      }
    },
  );
});

describe("fitting a sphere's worth of directions", () => {
  it("is as far as trigonometry says for a square seen from the front", () => {
    const square = new Box3(new Vector3(-1, -1, 0), new Vector3(1, 1, 0));
    const distance = fitDistance(square, new Quaternion(), slope, 2, false);
    // Height decides: 1 m with a margin of 12 % under half the field of view.
    expect(distance).toBeCloseTo(1.12 / slope, 9);
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
