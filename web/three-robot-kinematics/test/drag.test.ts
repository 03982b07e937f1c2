import { Euler, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { robotDocument } from "./document.js";
import { closedRobots, loadGallery, loadRobot } from "./fixtures.js";

type Robot = Awaited<ReturnType<typeof loadRobot>>;

function worldPoint(robot: Robot, link: string, point: Vector3): Vector3 {
  robot.root.updateWorldMatrix(true, true);
  return point.clone().applyMatrix4(robot.links.get(link)?.node.matrixWorld as never);
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
      // A pose next to the present one that is reachable for sure.
      for (const joint of goal.joints.values()) {
        if (joint.role !== "independent") continue;
        const { lower, upper } = joint.dofs[0]?.limit ?? {};
        const step = lower !== undefined && upper !== undefined ? 0.05 * (upper - lower) : 0.05;
        const inwards = (upper ?? 1) > 0.01 ? step : -step;
        goal.setJointValue(
          joint.name,
          joint.dofs.length === 1 ? inwards : joint.dofs.map(() => step),
        );
      }
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
    expect(result).toMatchObject({ converged: false, distance: 1, residual: 0 });
  });
});
