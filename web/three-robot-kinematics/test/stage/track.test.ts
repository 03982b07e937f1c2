import { Quaternion, QuaternionKeyframeTrack, Vector3, VectorKeyframeTrack } from "three";
import { describe, expect, it } from "vitest";
import type { Dof } from "../../src/index.js";
import { PositionTrack } from "../../src/stage/robot/track.js";

const turning: Dof = { motion: "rotation", axis: [0, 0.6, 0.8], limit: {}, default: 0 };
const sliding: Dof = { motion: "translation", axis: [0.6, 0, -0.8], limit: {}, default: 0 };

/** Keys as a file has them: quaternions, of which two mean the same turn. */
function turns(angles: readonly number[]): number[] {
  const axis = new Vector3(...turning.axis);
  return angles.flatMap((angle) => new Quaternion().setFromAxisAngle(axis, angle).toArray());
}

describe("positions of a joint along an animation", () => {
  it("count on over whole turns", () => {
    const angles = Array.from({ length: 21 }, (_, i) => 0.7 * i);
    const times = angles.map((_, i) => i);
    const track = new PositionTrack(
      new QuaternionKeyframeTrack("a.quaternion", times, turns(angles)),
      turning,
    );
    angles.forEach((angle, i) => {
      expect(track.at(i)).toBeCloseTo(angle, 6);
    });
    expect(track.at(3.5)).toBeCloseTo((2.1 + 2.8) / 2, 6);
  });

  it("are lengths along the axis for what slides", () => {
    const values = [0, 0, 0, 0.3, 0, -0.4];
    const track = new PositionTrack(new VectorKeyframeTrack("a.position", [0, 2], values), sliding);
    expect(track.at(1)).toBeCloseTo(0.25, 7);
  });

  it("stay at the first and the last key outside the clip", () => {
    const track = new PositionTrack(
      new QuaternionKeyframeTrack("a.quaternion", [1, 2], turns([0.2, 0.9])),
      turning,
    );
    expect(track.at(0)).toBeCloseTo(0.2, 6);
    expect(track.at(5)).toBeCloseTo(0.9, 6);
  });
});
