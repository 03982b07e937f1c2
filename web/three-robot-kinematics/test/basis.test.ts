import { Matrix4, Quaternion as ThreeQuaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import {
  type Quaternion,
  quaternionFromUrdf,
  quaternionToUrdf,
  type Vector,
  vectorFromUrdf,
  vectorToUrdf,
} from "../src/index.js";

/** The same change of basis as a rotation matrix: rows say where x, y, z of glTF come from. */
const basis = new Matrix4(0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1);

const rotation: Quaternion = [0.1, -0.3, 0.5, Math.sqrt(1 - 0.35)];
const points: readonly Vector[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [0.1, -2.5, 1 / 3],
];

describe("change of basis", () => {
  it("turns forward, left and up into +Z, +X and +Y", () => {
    expect(vectorFromUrdf([1, 0, 0])).toEqual([0, 0, 1]);
    expect(vectorFromUrdf([0, 1, 0])).toEqual([1, 0, 0]);
    expect(vectorFromUrdf([0, 0, 1])).toEqual([0, 1, 0]);
  });

  it("is a proper rotation", () => {
    expect(basis.determinant()).toBe(1);
    for (const point of points) {
      const rotated = new Vector3(...point).applyMatrix4(basis);
      expect(vectorFromUrdf(point)).toEqual(rotated.toArray());
    }
  });

  it("gives the same bits there and back", () => {
    const signed: Vector = [-0, 0.1 + 0.2, Number.MIN_VALUE];
    expect(vectorToUrdf(vectorFromUrdf(signed))).toEqual(signed);
    expect(vectorFromUrdf(vectorToUrdf(signed))).toEqual(signed);
    expect(quaternionToUrdf(quaternionFromUrdf(rotation))).toEqual(rotation);
    expect(quaternionFromUrdf(quaternionToUrdf(rotation))).toEqual(rotation);
  });

  it("carries rotations along: rotate then convert equals convert then rotate", () => {
    for (const point of points) {
      const rotatedFirst = new Vector3(...point).applyQuaternion(new ThreeQuaternion(...rotation));
      const convertedFirst = new Vector3(...vectorFromUrdf(point)).applyQuaternion(
        new ThreeQuaternion(...quaternionFromUrdf(rotation)),
      );
      const expected = vectorFromUrdf(rotatedFirst.toArray());
      convertedFirst.toArray().forEach((value, i) => {
        expect(value).toBeCloseTo(expected[i] as number, 14);
      });
    }
  });
});
