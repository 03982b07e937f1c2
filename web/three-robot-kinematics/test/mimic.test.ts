import { describe, expect, it } from "vitest";
import { modelOf, robotDocument } from "./document.js";
import { loadGallery, loadRobot } from "./fixtures.js";

const turning = { type: "continuous", parent: "base" };
/** Each follows the one below it in the file: the leader comes last. */
const chain = robotDocument([
  { ...turning, name: "a", child: "link_a", mimic: { joint: 1, multiplier: 2, offset: 0.1 } },
  { ...turning, name: "b", child: "link_b", mimic: { joint: 2, multiplier: -3, offset: 0.2 } },
  { ...turning, name: "c", child: "link_c", mimic: { joint: 3, offset: -0.5 } },
  { ...turning, name: "d", child: "link_d" },
]);

describe("mimic chains", () => {
  it("are followed to the end, in any order of the file", async () => {
    const robot = await loadRobot(chain);
    robot.setJointValue("d", 1);
    // c = d - 0.5, b = -3 c + 0.2, a = 2 b + 0.1
    expect(robot.getJointValue("c")).toBeCloseTo(0.5, 14);
    expect(robot.getJointValue("b")).toBeCloseTo(-1.3, 14);
    expect(robot.getJointValue("a")).toBeCloseTo(-2.5, 14);
  });

  it("hold from the start", async () => {
    const robot = await loadRobot(chain);
    expect(robot.getJointValue("b")).toBeCloseTo(1.7, 14);
  });

  it("can be pulled from their end: the leader moves", async () => {
    const robot = await loadRobot(chain);
    robot.setJointValue("a", -2.5);
    expect(robot.getJointValue("d")).toBeCloseTo(1, 14);
    expect(robot.getJointValue("a")).toBeCloseTo(-2.5, 14);
  });

  it("listen to the leader where both are given", async () => {
    const robot = await loadRobot(chain);
    robot.setJointValues({ d: 1, a: 7 });
    expect(robot.getJointValue("d")).toBe(1);
    expect(robot.getJointValue("a")).toBeCloseTo(-2.5, 14);
  });

  it("say which joint follows which", async () => {
    const robot = await loadRobot(chain);
    expect(robot.joints.get("a")).toMatchObject({
      role: "mimic",
      mimic: { joint: "b", multiplier: 2, offset: 0.1 },
    });
  });
});

describe("a follower", () => {
  it("is not clamped, and said to be beyond its limits", async () => {
    const gltf = structuredClone(chain);
    modelOf(gltf).joints[2].type = "revolute";
    modelOf(gltf).joints[2].dofs[0].limit = { lower: -0.1, upper: 0.1 };
    const robot = await loadRobot(gltf);
    const { beyond, clamped } = robot.setJointValue("d", 2);
    expect(robot.getJointValue("c")).toBeCloseTo(1.5, 14);
    expect({ beyond, clamped }).toEqual({ beyond: ["c"], clamped: [] });
  });

  it("with multiplier 0 cannot be moved", async () => {
    const gltf = structuredClone(chain);
    modelOf(gltf).joints[2].mimic.multiplier = 0;
    const robot = await loadRobot(gltf);
    expect(() => robot.setJointValue("c", 1)).toThrow(/"c".*multiplier 0/);
  });

  it("slides while its leader turns", async () => {
    const robot = await loadGallery("gripper");
    robot.setJointValue("screw", 8 * Math.PI);
    expect(robot.getJointValue("left_finger")).toBeCloseTo(0.04, 12);
    expect(robot.getJointValue("right_finger")).toBeCloseTo(0.04, 12);
  });
});
