import { Matrix4, Quaternion, Vector3 } from "three";
import { describe, expect, it, vi } from "vitest";
import { RobotKinematicsError } from "../src/index.js";
import { modelOf, robotDocument } from "./document.js";
import { loadGallery, loadRobot, poseError, readFixture } from "./fixtures.js";

const hinge = { name: "hinge", type: "revolute", parent: "base", child: "arm" };
const limit = { lower: -0.5, upper: 1.5 };
const bounded = robotDocument([
  { ...hinge, dofs: [{ motion: "rotation", axis: [0, 0, 2], limit }] },
]);
const wheel = robotDocument([
  { name: "wheel", type: "continuous", parent: "base", child: "rim" },
  {
    name: "hand",
    type: "continuous",
    parent: "base",
    child: "dial",
    mimic: { joint: 0, multiplier: 0.5 },
  },
]);

describe("limits", () => {
  it("hold a value back and say so", async () => {
    const robot = await loadRobot(bounded);
    expect(robot.setJointValue("hinge", 2).clamped).toEqual(["hinge"]);
    expect(robot.getJointValue("hinge")).toBe(1.5);
    expect(robot.setJointValue("hinge", 1).clamped).toEqual([]);
  });

  it("can be passed, which is said too", async () => {
    const robot = await loadRobot(bounded);
    const { clamped, beyond } = robot.setJointValue("hinge", 2, { clamp: false });
    expect(robot.getJointValue("hinge")).toBe(2);
    expect({ clamped, beyond }).toEqual({ clamped: [], beyond: ["hinge"] });
  });

  it("are the robot's setting where a move is silent", async () => {
    const robot = await loadRobot(bounded, { clamp: false });
    robot.setJointValue("hinge", 2);
    expect(robot.getJointValue("hinge")).toBe(2);
  });

  it("of one side leave the other open", async () => {
    const gltf = structuredClone(bounded);
    modelOf(gltf).joints[0].dofs[0].limit = { upper: 1, lower: null };
    const robot = await loadRobot(gltf);
    robot.setJointValue("hinge", -9);
    expect(robot.getJointValue("hinge")).toBe(-9);
  });

  it("of a continuous joint do not bind", async () => {
    const gltf = structuredClone(bounded);
    modelOf(gltf).joints[0].type = "continuous";
    const robot = await loadRobot(gltf);
    expect(robot.setJointValue("hinge", 40)).toMatchObject({ clamped: [], beyond: [] });
    expect(robot.getJointValue("hinge")).toBe(40);
  });
});

describe("continuous joints", () => {
  it("keep the turns they are told", async () => {
    const robot = await loadRobot(wheel);
    robot.setJointValue("wheel", 7);
    expect(robot.getJointValue("wheel")).toBe(7);
  });

  it("wrap around to the nearest turn, so that followers go on", async () => {
    const robot = await loadRobot(wheel);
    robot.setJointValue("wheel", 3.1);
    robot.setJointValue("wheel", -3.1, { wrap: true });
    expect(robot.getJointValue("wheel")).toBeCloseTo(2 * Math.PI - 3.1, 12);
    expect(robot.getJointValue("hand")).toBeCloseTo(Math.PI - 1.55, 12);
  });

  it("turn on for many slider rounds without a jump", async () => {
    const robot = await loadGallery("differential", { wrap: true });
    let before = 0;
    for (let step = 1; step <= 400; step++) {
      const angle = 0.1 * step;
      const shown = Math.atan2(Math.sin(angle), Math.cos(angle));
      expect(robot.setJointValues({ right_motor: shown, left_motor: -shown }).converged).toBe(true);
      const roll = robot.getJointValue("roll") as number;
      expect(Math.abs(roll - before)).toBeLessThan(0.11);
      before = roll;
    }
    expect(Math.abs(before)).toBeCloseTo(40, 9);
  });
});

describe("poses of floating and spherical joints", () => {
  const rotations = [
    new Quaternion(),
    new Quaternion(0.1, -0.3, 0.5, Math.sqrt(0.65)),
    new Quaternion(0.5, 0.5, 0.5, -0.5),
    // A quarter turn about the middle axis, either way: only two of three angles are determined.
    ...[1, -1].map((sign) =>
      new Quaternion()
        .setFromAxisAngle(new Vector3(0, 0, 1), 0.4)
        .multiply(new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), (sign * Math.PI) / 2)),
    ),
  ];

  it.each(rotations)("floating joint of the drone, rotation %#", async (rotation) => {
    const robot = await loadGallery("drone");
    const place = new Vector3(0.3, -0.2, 1);
    expect(robot.setPose("flight", place, rotation).converged).toBe(true);
    const { originNode, childLink } = robot.joints.get("flight") ?? {};
    originNode?.updateWorldMatrix(true, true);
    const found = new Matrix4().copy(originNode?.matrixWorld as Matrix4).invert();
    found.multiply(robot.links.get(childLink as string)?.node.matrixWorld as Matrix4);
    const expected = new Matrix4().compose(place, rotation, new Vector3(1, 1, 1));
    found.elements.forEach((value, i) => {
      expect(Math.abs(value - (expected.elements[i] as number))).toBeLessThan(1e-9);
    });
  });

  it("goes on through a full turn without a jump", async () => {
    const robot = await loadGallery("drone");
    let before = robot.getJointValue("flight") as readonly number[];
    for (let step = 1; step <= 100; step++) {
      const yaw = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), 0.1 * step);
      robot.setPose("flight", new Vector3(), yaw);
      const now = robot.getJointValue("flight") as readonly number[];
      now.forEach((value, k) => {
        expect(Math.abs(value - (before[k] as number))).toBeLessThan(0.11);
      });
      before = now;
    }
    expect(before[5]).toBeCloseTo(10, 9);
  });

  it("of left-handed axes come out right too", async () => {
    const axes = [
      [0, 1, 0],
      [1, 0, 0],
      [0, 0, 1],
    ];
    const dofs = axes.map((axis) => ({ motion: "rotation", axis }));
    const robot = await loadRobot(
      robotDocument([{ name: "ball", type: "spherical", parent: "base", child: "tip", dofs }]),
    );
    const rotation = new Quaternion(0.1, -0.3, 0.5, Math.sqrt(0.65));
    robot.setPose("ball", new Vector3(), rotation);
    const tip = robot.links.get("tip")?.node;
    tip?.updateWorldMatrix(true, false);
    const found = new Quaternion().setFromRotationMatrix(tip?.matrixWorld as Matrix4);
    expect(found.angleTo(rotation)).toBeLessThan(1e-7);
  });

  it("of another joint are refused", async () => {
    const robot = await loadGallery("drone");
    const set = () => robot.setPose("front_left_rotor", new Vector3(), new Quaternion());
    expect(set).toThrow(/front_left_rotor.*continuous/);
  });
});

describe("configurations", () => {
  it("move the joints they name and leave the others", async () => {
    const { gltf } = readFixture("iiwa14");
    const count: number = modelOf(gltf).joints.length;
    const positions = Array.from({ length: count }, (_, i) => (i === 3 ? 0.7 : null));
    modelOf(gltf).configurations = { ready: { jointPositions: positions } };
    const robot = await loadRobot(gltf);
    const [moved, ...others] = [...(robot.configurations.get("ready") ?? [])];
    expect(moved?.[1]).toEqual([0.7]);
    expect(others).toEqual([]);
    const name = moved?.[0] as string;
    const still = [...robot.joints.values()].find(
      (joint) => joint.dofs.length && joint.name !== name,
    );
    robot.setJointValue(still?.name as string, 0.2);
    robot.setConfiguration("ready");
    expect(robot.getJointValue(name)).toBe(0.7);
    expect(robot.getJointValue(still?.name as string)).toBe(0.2);
  });

  it("that do not exist are an error naming those that do", async () => {
    const { gltf } = readFixture("iiwa14");
    modelOf(gltf).configurations = { home: { jointPositions: modelOf(gltf).joints.map(() => 0) } };
    const robot = await loadRobot(gltf);
    expect(() => robot.setConfiguration("hoem")).toThrow(/"hoem".*"home"/);
  });
});

describe("defaults", () => {
  it("are where a robot starts and returns to", async () => {
    const gltf = structuredClone(bounded);
    modelOf(gltf).joints[0].dofs[0].default = 0.25;
    const robot = await loadRobot(gltf);
    expect(robot.getJointValue("hinge")).toBe(0.25);
    robot.setJointValue("hinge", 1);
    robot.reset();
    expect(robot.getJointValue("hinge")).toBe(0.25);
  });

  it("come back exactly for every closed robot", async () => {
    const robot = await loadGallery("delta");
    const start = readPoses(robot);
    robot.setJointValues({ arm_1: 0.5, arm_2: -0.3, arm_3: 0.1 });
    expect(robot.reset().converged).toBe(true);
    expect(poseError(robot, start)).toBeLessThan(1e-9);
  });
});

describe("events", () => {
  it("tell of a move, and of one that cannot be made", async () => {
    const robot = await loadGallery("slider_crank");
    const [moved, failed] = [vi.fn(), vi.fn()];
    robot.addEventListener("change", moved);
    robot.addEventListener("unreachable", (event) => failed(event.result.converged));
    robot.setJointValue("crank", 0.1);
    expect(moved).toHaveBeenCalledTimes(1);
    robot.setJointValue("slider", 0.5, { clamp: false });
    expect(failed).toHaveBeenCalledExactlyOnceWith(false);
  });
});

describe("disposing", () => {
  it("takes the robot out of its scene and ends its life", async () => {
    const robot = await loadRobot(bounded);
    const gone = vi.fn();
    robot.addEventListener("dispose", gone);
    expect(robot.root.parent).not.toBeNull();
    robot.dispose();
    robot.dispose();
    expect(gone).toHaveBeenCalledTimes(1);
    expect(robot.root.parent).toBeNull();
    expect(() => robot.setJointValue("hinge", 0)).toThrow(RobotKinematicsError);
  });
});

function readPoses(robot: Awaited<ReturnType<typeof loadRobot>>): Record<string, number[]> {
  robot.root.updateWorldMatrix(true, true);
  const toRoot = robot.root.matrixWorld.clone().invert();
  return Object.fromEntries(
    [...robot.links.values()].map(({ name, node }) => [
      name,
      new Matrix4().multiplyMatrices(toRoot, node.matrixWorld).toArray(),
    ]),
  );
}
