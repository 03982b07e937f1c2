import { Quaternion, Ray, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { Cameras } from "../../src/stage/view/cameras.js";
import { Orbit } from "../../src/stage/view/orbit.js";
import { directions } from "../../src/stage/view/views.js";

describe("an orbit", () => {
  it("arrives where it is sent, at every scale", () => {
    for (const size of [0.01, 1, 100]) {
      const orbit = new Orbit();
      orbit.now.distance = size;
      orbit.goal.distance = 3 * size;
      orbit.goal.target.set(size, -size, 2 * size);
      orbit.turnTo(2, 0.5);
      let frames = 0;
      while (orbit.settle(1 / 60)) frames++;
      expect(orbit.now).toEqual(orbit.goal);
      expect(frames).toBeLessThan(120);
    }
  });

  it("goes the short way round", () => {
    const orbit = new Orbit();
    orbit.goal.azimuth = 3;
    orbit.turnTo(-3, 0);
    expect(orbit.goal.azimuth).toBeCloseTo(2 * Math.PI - 3, 12);
  });

  it("looks down without losing its way", () => {
    const orbit = new Orbit();
    orbit.turnTo(...directions.top);
    const turn = orbit.goal.orientation(new Quaternion());
    const looking = new Vector3(0, 0, -1).applyQuaternion(turn);
    const up = new Vector3(0, 1, 0).applyQuaternion(turn);
    expect(looking.distanceTo(new Vector3(0, -1, 0))).toBeLessThan(1e-12);
    // The robot's front is glTF's +z.
    expect(up.distanceTo(new Vector3(0, 0, 1))).toBeLessThan(1e-12);
  });

  it("shows the robot's left side from its left", () => {
    const orbit = new Orbit();
    orbit.turnTo(...directions.left);
    const place = new Vector3(0, 0, 1).applyQuaternion(orbit.goal.orientation(new Quaternion()));
    // URDF's +y, to the left, is glTF's +x.
    expect(place.distanceTo(new Vector3(1, 0, 0))).toBeLessThan(1e-12);
  });

  it.each(["perspective", "orthographic"] as const)(
    "zooms to what is under the pointer in a %s picture",
    (projection) => {
      const cameras = new Cameras();
      Object.assign(cameras, { width: 900, height: 600, projection });
      const orbit = new Orbit();
      orbit.turnTo(0.7, 0.4);
      orbit.goal.distance = 4;
      const fixed = cameras.pointUnder(700, 120, orbit.goal, new Vector3());
      orbit.zoom(0.5, fixed);
      orbit.arrive();
      cameras.place(orbit.now, 1);
      const ray = cameras.ray(700, 120, new Ray());
      expect(ray.distanceToPoint(fixed)).toBeLessThan(1e-9);
      expect(orbit.now.distance).toBeCloseTo(2, 12);
    },
  );

  it("does not zoom beyond its bounds", () => {
    const orbit = new Orbit();
    orbit.nearest = 0.1;
    orbit.farthest = 10;
    orbit.zoom(1e-6, new Vector3(1, 1, 1));
    expect(orbit.goal.distance).toBe(0.1);
    orbit.zoom(1e6);
    expect(orbit.goal.distance).toBe(10);
  });
});
