/** Time per move, loops closed and nodes written: `npm run bench`. */
import { Vector3 } from "three";
import { bench, describe } from "vitest";
import type { JointValue } from "../src/index.js";
import { loadGallery, namesOf, numberOf } from "../test/fixtures.js";

/** A slider that goes to and fro in 200 small steps. */
function slider(step: number): number {
  return Math.sin((2 * Math.PI * step) / 200);
}

describe("a slider moves one step", async () => {
  for (const name of [
    "four_bar",
    "slider_crank",
    "six_bar",
    "leg_linkage",
    "lims2_wrist",
    "delta",
    "stewart",
    "humanoid",
  ]) {
    const robot = await loadGallery(name);
    const [driven] = namesOf(robot, "independent");
    const reach = name === "stewart" ? 0.05 : 0.5;
    const several = robot.joints.get(driven as string)?.dofs.length === 2;
    let step = 0;
    bench(name, () => {
      const position = reach * slider(step++);
      const value: JointValue = several ? [position, 0] : position;
      if (!robot.setJointValue(driven as string, value).converged) throw new Error("open");
    });
  }
});

describe("a link is dragged one step", async () => {
  for (const [name, link] of [
    ["ur20", "tool0"],
    ["stewart", "platform"],
    ["delta", "tool"],
    ["humanoid", "left_hand"],
  ] as const) {
    const robot = await loadGallery(name);
    const node = robot.links.get(link)?.node;
    if (!node) throw new Error(`${name} has no link ${link}: ${[...robot.links.keys()]}`);
    for (const joint of robot.joints.values()) {
      const { lower, upper } = joint.dofs[0]?.limit ?? {};
      if (joint.role !== "independent" || name === "stewart" || name === "delta") continue;
      if (lower !== undefined && upper !== undefined && typeof joint.value === "number") {
        robot.setJointValue(joint.name, numberOf(joint.value) + 0.1);
      }
    }
    robot.root.updateWorldMatrix(true, true);
    const home = new Vector3().setFromMatrixPosition(node.matrixWorld);
    const origin = new Vector3();
    let step = 0;
    bench(`${name}, ${link}`, () => {
      const target = home.clone();
      target.x += 0.02 * slider(step);
      target.y += 0.02 * slider(step++ + 50);
      robot.drag(link, origin, target);
    });
  }
});
