import { describe, expect, it } from "vitest";
import {
  closedRobots,
  loadRobot,
  openRobots,
  poseError,
  readFixture,
  readGlb,
} from "./fixtures.js";

/** Both sides compute in doubles; the files are written with nine decimals. */
const poseTolerance = 1e-8;

const robots = [...new Set([...openRobots, ...closedRobots])];
const files = [
  ["a document from the specification", (name: string) => readFixture(name).gltf],
  ["the file that fourbar writes", readGlb],
] as const;

describe.each(files)("poses equal those computed in Python, in %s", (_, read) => {
  it.each(robots)("%s", async (name) => {
    const { sweeps } = readFixture(name);
    expect(sweeps.length).toBeGreaterThan(0);
    for (const sweep of sweeps) {
      const robot = await loadRobot(read(name));
      expect(robot.issues).toEqual([]);
      for (const { values, poses } of sweep) {
        const result = robot.setJointValues(values);
        expect(result.converged).toBe(true);
        expect(result.clamped).toEqual([]);
        expect(result.beyond).toEqual([]);
        expect(result.residual).toBeLessThan(1e-9);
        expect(poseError(robot, poses)).toBeLessThan(poseTolerance);
      }
    }
  });
});

describe("a whole drive in one move ends where small steps end", () => {
  it.each(closedRobots)("%s", async (name) => {
    const { gltf, sweeps } = readFixture(name);
    for (const sweep of sweeps) {
      const robot = await loadRobot(gltf);
      const last = sweep.at(-1);
      if (!last) throw new Error("an empty sweep");
      expect(robot.setJointValues(last.values).converged).toBe(true);
      expect(poseError(robot, last.poses)).toBeLessThan(poseTolerance);
    }
  });
});
