import { Euler, Quaternion } from "three";
import { describe, expect, it } from "vitest";
import { trajectoryOf } from "../src/live/play.js";
import { bindTrajectory, type MovingJoint } from "../src/trajectory/motion.js";
import { eulerFromQuaternion } from "../src/trajectory/rotation.js";
import type { Trajectory } from "../src/trajectory/trajectory.js";

const turn = { motion: "rotation" };
const slide = { motion: "translation" };
const joints: MovingJoint[] = [
  { name: "hinge", type: "revolute", role: "independent", dofs: [turn] },
  { name: "wheel", type: "continuous", role: "independent", dofs: [turn] },
  { name: "weld", type: "fixed", role: "fixed", dofs: [] },
  { name: "rod", type: "revolute", role: "dependent", dofs: [turn] },
  { name: "finger", type: "prismatic", role: "mimic", dofs: [slide] },
  { name: "ball", type: "spherical", role: "independent", dofs: [turn, turn, turn] },
];

function trajectory(tracks: Record<string, number[] | number[][]>, times?: number[]): Trajectory {
  const made = Object.entries(tracks).map(([joint, rows]) => {
    const width = Array.isArray(rows[0]) ? rows[0].length : 1;
    return { joint, width, values: Float64Array.from(rows.flat()) };
  });
  const count = (made[0]?.values.length ?? 0) / (made[0]?.width ?? 1);
  return {
    name: "m",
    times: Float64Array.from(times ?? Array.from({ length: count }, (_, i) => i)),
    tracks: made,
  };
}

describe("a trajectory on a robot", () => {
  it("goes straight between samples and stays at the ends", () => {
    const motion = bindTrajectory(trajectory({ hinge: [0, 1, 5] }, [0, 1, 3]), joints, "r");
    const at = (time: number) => motion.sample(time).get("hinge");
    expect([at(0.25), at(2), at(3), at(99), at(-1), at(1)]).toEqual([0.25, 3, 5, 5, 0, 1]);
    expect(motion.duration).toBe(3);
  });

  it("takes the short way round on a continuous joint, and on no other", () => {
    const motion = bindTrajectory(trajectory({ wheel: [3, -3], hinge: [3, -3] }), joints, "r");
    expect(motion.sample(0.5).get("wheel")).toBeCloseTo(Math.PI, 12);
    expect(motion.sample(0.5).get("hinge")).toBeCloseTo(0, 12);
  });

  it("turns quaternions into angles", () => {
    const q = new Quaternion().setFromEuler(new Euler(0.3, -0.4, 0.5, "XYZ"));
    const motion = bindTrajectory(trajectory({ ball: [[q.x, q.y, q.z, q.w]] }), joints, "r");
    const value = motion.sample(0).get("ball") as number[];
    expect(value[0]).toBeCloseTo(0.3, 12);
    expect(value[1]).toBeCloseTo(-0.4, 12);
    expect(value[2]).toBeCloseTo(0.5, 12);
  });

  it("goes through the pose where two axes fall together", () => {
    for (const euler of [
      new Euler(0.7, Math.PI / 2, 0, "XYZ"),
      new Euler(-0.2, -Math.PI / 2, 0, "XYZ"),
    ]) {
      const q = new Quaternion().setFromEuler(euler);
      const [x, y, z] = eulerFromQuaternion([q.x, q.y, q.z, q.w]);
      const back = new Quaternion().setFromEuler(new Euler(x, y, z, "XYZ"));
      expect(Math.abs(back.dot(q))).toBeCloseTo(1, 10);
    }
  });

  it("says which names it ignored, and refuses when none is left", () => {
    expect(bindTrajectory(trajectory({ hinge: [0], tail: [0] }), joints, "r").ignored).toEqual([
      "tail",
    ]);
    expect(() => bindTrajectory(trajectory({ tail: [0], weld: [0] }), joints, "r")).toThrow(
      /moves no joint of r: it names "tail", "weld"; the robot has "hinge", "wheel", "rod", "finger", 1 more/,
    );
  });

  it("refuses the wrong number of numbers", () => {
    expect(() => bindTrajectory(trajectory({ hinge: [[0, 1]] }), joints, "r")).toThrow(
      /2 numbers per sample for "hinge" \(revolute\), which takes 1/,
    );
  });

  it.each([
    [7, ["hinge", "wheel", "rod", "finger", "ball"]],
    [6, ["hinge", "wheel", "rod", "ball"]],
    [5, ["hinge", "wheel", "ball"]],
  ])("gives %i columns without names to the joints that need as many", (width, names) => {
    const unnamed = { width, values: Float64Array.from({ length: width }, (_, i) => i / 10) };
    const motion = bindTrajectory(
      { name: "m", times: Float64Array.of(0), tracks: [], unnamed },
      joints,
      "r",
    );
    expect(motion.joints).toEqual(names);
    expect(motion.sample(0).get("wheel")).toBeCloseTo(0.1, 12);
  });

  it("refuses columns that fit no set of joints", () => {
    const unnamed = { width: 4, values: new Float64Array(4) };
    const read = { name: "m", times: Float64Array.of(0), tracks: [], unnamed };
    expect(() => bindTrajectory(read, joints, "r")).toThrow(
      /4 columns without names; r has 7 degrees/,
    );
  });

  it("reads rows from Python by the width of their joints", () => {
    const sizes = new Map(joints.map((joint) => [joint.name, joint]));
    const message = {
      type: "play" as const,
      robot: "r",
      joints: ["ball", "hinge"],
      times: [0, 1],
      values: [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
      loop: false,
    };
    const read = trajectoryOf(message, sizes);
    expect([...(read.tracks[1]?.values ?? [])]).toEqual([4, 8]);
    expect([...(read.tracks[0]?.values ?? [])]).toEqual([1, 2, 3, 5, 6, 7]);
    expect(() => trajectoryOf({ ...message, values: [[1], [2]] }, sizes)).toThrow(/joints need 4/);
  });
});
