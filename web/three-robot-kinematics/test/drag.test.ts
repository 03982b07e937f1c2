import { Euler, Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { robotDocument } from "./document.js";
import { closedRobots, loadGallery, loadRobot } from "./fixtures.js";

type Robot = Awaited<ReturnType<typeof loadRobot>>;

function worldPoint(robot: Robot, link: string, point: Vector3): Vector3 {
  robot.root.updateWorldMatrix(true, true);
  return point.clone().applyMatrix4(robot.links.get(link)?.node.matrixWorld as never);
}

function worldTurn(robot: Robot, link: string): Quaternion {
  robot.root.updateWorldMatrix(true, true);
  return robot.links.get(link)?.node.getWorldQuaternion(new Quaternion()) as Quaternion;
}

/** Moves every joint that can be moved by a little, so that the pose can be reached for sure. */
function moveALittle(robot: Robot): void {
  for (const joint of robot.joints.values()) {
    if (joint.role !== "independent") continue;
    const { lower, upper } = joint.dofs[0]?.limit ?? {};
    const step = lower !== undefined && upper !== undefined ? 0.05 * (upper - lower) : 0.05;
    const inwards = (upper ?? 1) > 0.01 ? step : -step;
    robot.setJointValue(joint.name, joint.dofs.length === 1 ? inwards : joint.dofs.map(() => step));
  }
}

/** The last link of the file, at a point that is not its origin. */
function grip(robot: Robot): [string, Vector3] {
  return [[...robot.links.keys()].at(-1) as string, new Vector3(0.01, 0.02, 0.03)];
}

describe("dragging to where the robot has been", () => {
  it.each([...closedRobots, "ur20", "iiwa14", "humanoid", "drone", "mobile_base"])(
    "%s gets there, closed and within its limits",
    async (name) => {
      const [goal, robot] = [await loadGallery(name), await loadGallery(name)];
      const [link, point] = grip(goal);
      moveALittle(goal);
      const target = worldPoint(goal, link, point);
      let result = robot.drag(link, point, target);
      for (let call = 0; call < 5 && !result.converged; call++) {
        result = robot.drag(link, point, target);
      }
      expect(result.converged).toBe(true);
      expect(result.residual).toBeLessThan(1e-9);
      expect(robot.lastResult.beyond).toEqual([]);
      expect(worldPoint(robot, link, point).distanceTo(target)).toBeCloseTo(result.distance, 9);
      expect(result.distance).toBeLessThan(1e-4);
    },
  );
});

const arm = robotDocument(
  [0, 1, 2].map((i) => ({
    name: `joint_${i}`,
    type: "revolute",
    parent: i === 0 ? "base" : `link_${i - 1}`,
    child: `link_${i}`,
    translation: i === 0 ? [0, 0, 0] : [1, 0, 0],
    dofs: [{ motion: "rotation", axis: [0, 0, 1], limit: { lower: -1, upper: 1 }, default: 0.2 }],
  })),
);
const tip = new Vector3(1, 0, 0);

describe("dragging out of reach", () => {
  it("stretches towards the target and says what is missing", async () => {
    const robot = await loadRobot(arm);
    const target = new Vector3(8, 3, 0);
    let distance = Number.POSITIVE_INFINITY;
    for (let call = 0; call < 20; call++) {
      const result = robot.drag("link_2", tip, target);
      expect(result.converged).toBe(false);
      expect(result.distance).toBeLessThanOrEqual(distance);
      distance = result.distance;
    }
    // Three metres of arm on a straight line to the target.
    expect(distance).toBeCloseTo(Math.hypot(8, 3) - 3, 3);
  });

  it("stops at the limits", async () => {
    const robot = await loadRobot(arm);
    for (let call = 0; call < 20; call++) robot.drag("link_2", tip, new Vector3(-3, 0.5, 0));
    expect(robot.lastResult.beyond).toEqual([]);
    for (const value of robot.getJointValues().values()) {
      expect(Math.abs(value as number)).toBeLessThanOrEqual(1 + 1e-9);
    }
    expect(robot.getJointValue("joint_0")).toBeCloseTo(1, 6);
  });

  it("lets a joint that is beyond its limit come back, and not further out", async () => {
    const robot = await loadRobot(arm);
    robot.setJointValues({ joint_0: 3, joint_1: 0.5, joint_2: 0.5 }, { clamp: false });
    const goal = await loadRobot(arm);
    goal.setJointValues({ joint_0: 0.5, joint_1: 0.5, joint_2: 0.5 });
    const target = worldPoint(goal, "link_2", tip);
    const orientation = worldTurn(goal, "link_2");
    let last = 3;
    for (let call = 0; call < 5; call++) {
      robot.drag("link_2", tip, target, { orientation });
      const value = robot.getJointValue("joint_0") as number;
      expect(value).toBeLessThanOrEqual(last + 1e-9);
      last = value;
    }
    expect(last).toBeCloseTo(0.5, 2);
  });

  it("keeps loops closed all the way", async () => {
    const robot = await loadGallery("delta");
    const start = worldPoint(robot, "tool", new Vector3());
    for (let step = 0; step < 50; step++) {
      const target = start.clone().add(new Vector3(0.03 * step, 0.01 * step, -0.02 * step));
      const { residual } = robot.drag("tool", new Vector3(), target);
      expect(residual).toBeLessThan(1e-9);
      expect(robot.lastResult.beyond).toEqual([]);
    }
  });
});

describe("dragging a robot that stands somewhere else", () => {
  it("takes targets in world space", async () => {
    const robot = await loadRobot(arm);
    robot.root.position.set(1, 2, 3);
    robot.root.setRotationFromEuler(new Euler(0.3, 0.4, 0.5));
    robot.root.scale.setScalar(2);
    const before = worldPoint(robot, "link_2", tip);
    const sideways = new Vector3(-0.4, 0.3, 0).applyEuler(robot.root.rotation);
    const target = before.clone().add(sideways);
    const result = robot.drag("link_2", tip, target);
    expect(result.converged).toBe(true);
    expect(worldPoint(robot, "link_2", tip).distanceTo(target)).toBeLessThan(1e-4);
  });
});

describe("dragging a link that nothing moves", () => {
  it("leaves it where it is", async () => {
    const robot = await loadRobot(arm);
    const result = robot.drag("base", new Vector3(), new Vector3(1, 0, 0));
    expect(result).toMatchObject({ converged: false, distance: 1, angle: 0, residual: 0 });
  });
});

describe("dragging with an orientation", () => {
  it.each([...closedRobots, "ur20", "iiwa14", "humanoid", "drone"])(
    "%s gets to where it has been, turned as it was",
    async (name) => {
      const [goal, robot] = [await loadGallery(name), await loadGallery(name)];
      const [link, point] = grip(goal);
      moveALittle(goal);
      const target = worldPoint(goal, link, point);
      const orientation = worldTurn(goal, link);
      let result = robot.drag(link, point, target, { orientation });
      for (let call = 0; call < 10 && !result.converged; call++) {
        result = robot.drag(link, point, target, { orientation });
      }
      expect(result.converged).toBe(true);
      expect(result.residual).toBeLessThan(1e-9);
      expect(robot.lastResult.beyond).toEqual([]);
      // What it says is what the scene shows.
      expect(worldPoint(robot, link, point).distanceTo(target)).toBeCloseTo(result.distance, 9);
      expect(worldTurn(robot, link).angleTo(orientation)).toBeCloseTo(result.angle, 6);
      expect(result.angle).toBeLessThan(1e-3);
    },
  );

  it("turns a wrist in place", async () => {
    const robot = await loadGallery("ur20");
    robot.setJointValues({ shoulder_lift_joint: -1, elbow_joint: 1.2, wrist_1_joint: 0.4 });
    const [link] = grip(robot);
    const place = worldPoint(robot, link, new Vector3());
    const quarter = new Quaternion().setFromAxisAngle(new Vector3(0.6, 0, 0.8), 0.4);
    const orientation = worldTurn(robot, link).premultiply(quarter);
    const result = robot.drag(link, new Vector3(), place, { orientation });
    expect(result.converged).toBe(true);
    expect(worldPoint(robot, link, new Vector3()).distanceTo(place)).toBeLessThan(1e-4);
    expect(worldTurn(robot, link).angleTo(orientation)).toBeLessThan(1e-3);
  });

  it("takes orientations in world space, whatever turns the root", async () => {
    const robot = await loadRobot(arm);
    robot.root.setRotationFromEuler(new Euler(0.3, 0.4, 0.5));
    robot.root.scale.setScalar(2);
    const goal = await loadRobot(arm);
    goal.root.rotation.copy(robot.root.rotation);
    goal.root.scale.setScalar(2);
    goal.setJointValues({ joint_0: 0.5, joint_1: -0.4, joint_2: 0.7 });
    const target = worldPoint(goal, "link_2", tip);
    const orientation = worldTurn(goal, "link_2");
    const result = robot.drag("link_2", tip, target, { orientation });
    expect(result.converged).toBe(true);
    expect(worldPoint(robot, "link_2", tip).distanceTo(target)).toBeLessThan(1e-4);
    expect(worldTurn(robot, "link_2").angleTo(orientation)).toBeLessThan(1e-3);
  });

  it("says what is missing where the robot cannot turn", async () => {
    const robot = await loadRobot(arm);
    const place = worldPoint(robot, "link_2", tip);
    const orientation = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), 0.5);
    const { converged, angle } = robot.drag("link_2", tip, place, { orientation });
    expect(converged).toBe(false);
    expect(angle).toBeGreaterThan(0.49);
    expect(worldTurn(robot, "link_2").angleTo(orientation)).toBeCloseTo(angle, 6);
  });

  it("refuses a rotation that is none", async () => {
    const robot = await loadRobot(arm);
    const orientation = new Quaternion(0, 0, 0, 0);
    expect(() => robot.drag("link_2", tip, new Vector3(), { orientation })).toThrow(/quaternion/);
  });
});

/** Numbers from 0 to 1, the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

const sides = 10;
const corner = (2 * Math.PI) / sides;
/** A closed ring of equal links, of which the base is one. */
const ring = robotDocument(
  Array.from({ length: sides - 1 }, (_, i) => ({
    name: `joint_${i}`,
    type: "revolute",
    parent: i === 0 ? "base" : `link_${i - 1}`,
    child: `link_${i}`,
    translation: [1, 0, 0],
    rotation: [0, 0, Math.sin(corner / 2), Math.cos(corner / 2)],
    dofs: [{ motion: "rotation", axis: [0, 0, 1], limit: { lower: -0.3, upper: 0.3 } }],
  })),
  [
    {
      type: "revolute",
      predecessor: "base",
      successor: `link_${sides - 2}`,
      successorAt: { translation: [1, 0, 0] },
      axis: [0, 0, 1],
    },
  ],
);

describe("dragging while other links are held", () => {
  it.each([
    ["iiwa14", "iiwa_link_4", "iiwa_link_7"],
    ["humanoid", "left_hand", "torso"],
    ["stewart", "platform", "base"],
    ["four_bar", "coupler_link", "rocker_link"],
  ])("%s: %s is pulled and %s stays", async (name, pulled, held) => {
    const robot = await loadGallery(name);
    const links = [...robot.links.keys()];
    expect(links).toContain(pulled);
    expect(links).toContain(held);
    moveALittle(robot);
    const point = new Vector3(0.01, 0.02, 0.03);
    const start = worldPoint(robot, held, point);
    const turn = worldTurn(robot, held);
    const target = worldPoint(robot, pulled, point).add(new Vector3(0.04, 0.05, -0.03));
    for (let call = 0; call < 20; call++) {
      robot.drag(pulled, point, target, { hold: [held] });
      expect(worldPoint(robot, held, point).distanceTo(start)).toBeLessThan(1e-6);
      expect(worldTurn(robot, held).angleTo(turn)).toBeLessThan(1e-6);
      expect(robot.lastResult.residual).toBeLessThan(1e-6);
    }
  });

  it("an elbow turns about the line from shoulder to wrist", async () => {
    const robot = await loadGallery("iiwa14");
    moveALittle(robot);
    const joint = [...robot.joints.values()].filter(({ role }) => role === "independent");
    robot.setJointValue(joint[3]?.name ?? "", -1);
    const elbow = worldPoint(robot, "iiwa_link_4", new Vector3());
    const target = elbow.clone().add(new Vector3(0.1, 0, 0.1));
    for (let call = 0; call < 20; call++) {
      robot.drag("iiwa_link_4", new Vector3(), target, { hold: ["iiwa_link_7"] });
    }
    // The arm has one freedom more than the hand needs.
    expect(worldPoint(robot, "iiwa_link_4", new Vector3()).distanceTo(elbow)).toBeGreaterThan(0.02);
  });

  it("what cannot move anyway holds nothing back", async () => {
    const [free, robot] = [await loadRobot(arm), await loadRobot(arm)];
    const target = worldPoint(robot, "link_2", tip).add(new Vector3(-0.3, 0.2, 0));
    expect(free.drag("link_2", tip, target).converged).toBe(true);
    expect(robot.drag("link_2", tip, target, { hold: ["base"] }).converged).toBe(true);
    for (const [name, value] of free.getJointValues()) {
      expect(robot.getJointValue(name)).toBeCloseTo(value as number, 9);
    }
  });

  it("joints of a loop stay within their limits, whatever is held", async () => {
    const robot = await loadRobot(ring);
    const random = randomNumbers(7);
    const link = () => `link_${Math.floor(random() * (sides - 1))}`;
    for (let call = 0; call < 300; call++) {
      const [pulled, held] = [link(), link()];
      const way = new Vector3(random() - 0.5, random() - 0.5, 0);
      const target = worldPoint(robot, pulled, tip).add(way);
      const start = worldPoint(robot, held, tip);
      robot.drag(pulled, tip, target, { hold: [held] });
      expect(robot.lastResult.beyond, `call ${call}`).toEqual([]);
      expect(robot.lastResult.residual).toBeLessThan(1e-6);
      expect(worldPoint(robot, held, tip).distanceTo(start)).toBeLessThan(1e-8);
    }
  });

  it("a link that does not exist cannot be held", async () => {
    const robot = await loadRobot(arm);
    const drag = () => robot.drag("link_2", tip, tip, { hold: ["elbow"] });
    expect(drag).toThrow('"elbow"');
  });
});
