import { Matrix4, Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { rotationWay } from "../src/kinematics/rotation-way.js";

/** A pose as the solver keeps it: a rotation by rows, and a translation. */
function poseOf(turn: Quaternion): Float64Array {
  const [a, b, c, , d, e, f, , g, h, i] = new Matrix4().makeRotationFromQuaternion(turn).elements;
  return Float64Array.from([a, d, g, b, e, h, c, f, i, 0, 0, 0] as number[]);
}

function wayBetween(from: Quaternion, to: Quaternion): { way: Vector3; angle: number } {
  const out = new Float64Array(4);
  const angle = rotationWay(poseOf(from), 0, Float64Array.from(to.toArray()), out, 1);
  return { way: new Vector3(out[1], out[2], out[3]), angle };
}

const from = new Quaternion(0.1, -0.5, 0.3, 0.8).normalize();

describe("the rotation that is left", () => {
  it.each([1e-9, 1e-4, 0.3, 1.5, 3, 3.14])("of %f rad about an axis is found again", (angle) => {
    const axis = new Vector3(0.48, -0.6, 0.64);
    const to = from.clone().premultiply(new Quaternion().setFromAxisAngle(axis, angle));
    for (const wanted of [to, new Quaternion(-to.x, -to.y, -to.z, -to.w)]) {
      const { way, angle: found } = wayBetween(from, wanted);
      expect(found).toBeCloseTo(angle, 7);
      expect(way.distanceTo(axis.clone().multiplyScalar(angle))).toBeLessThan(1e-7);
    }
  });

  it("is nothing where there is none", () => {
    const { way, angle } = wayBetween(from, from);
    expect(angle).toBeCloseTo(0, 7);
    expect(way.length()).toBeCloseTo(0, 7);
  });

  it("changes with the frame as the Jacobian says, next to the goal", () => {
    // d(way)/d(turning by w) = -w to first order, by central differences.
    const to = from
      .clone()
      .premultiply(new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), 1e-5));
    const step = 1e-4;
    for (const axis of [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)]) {
      const [ahead, behind] = [step, -step].map((angle) => {
        const turned = from.clone().premultiply(new Quaternion().setFromAxisAngle(axis, angle));
        return wayBetween(turned, to).way;
      }) as [Vector3, Vector3];
      const rate = ahead.sub(behind).divideScalar(2 * step);
      expect(rate.add(axis).length()).toBeLessThan(1e-4);
    }
  });
});
