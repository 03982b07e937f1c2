import { Vector3 } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { describe, expect, it } from "vitest";
import { RobotKinematicsPlugin, robotsOf } from "../src/index.js";
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

describe("a file in the robot's own axes, below a turned root", () => {
  it("puts every link where the usual file puts it", async () => {
    const { sweeps } = readFixture("delta");
    const robot = await loadRobot(readGlb("delta_in_root_basis"));
    for (const { values, poses } of sweeps[0] ?? []) {
      expect(robot.setJointValues(values).converged).toBe(true);
      robot.root.updateWorldMatrix(true, true);
      for (const { name, node } of robot.links.values()) {
        const found = new Vector3().setFromMatrixPosition(node.matrixWorld);
        const expected = new Vector3(
          ...((poses[name] as number[]).slice(12, 15) as [number, number, number]),
        );
        expect(found.distanceTo(expected)).toBeLessThan(poseTolerance);
      }
    }
  });
});

describe("two robots of a kind in one file", () => {
  it("move apart from each other", async () => {
    const loader = new GLTFLoader();
    loader.register((parser) => new RobotKinematicsPlugin(parser));
    const robots = robotsOf(await loader.parseAsync(readGlb("two_deltas"), ""));
    expect([...robots.keys()]).toEqual(["delta", "delta 2"]);
    robots.get("delta 2")?.setJointValue("arm_1", 0.4);
    expect(robots.get("delta")?.getJointValue("arm_1")).toBe(0);
    expect(robots.get("delta 2")?.getJointValue("arm_1")).toBe(0.4);
  });
});
