/** What Drake adds to URDF: joints, constraints that are loops, and tendons. */
import type { Described, Dialect } from "./dialect.js";
import { drakeTags, liftDrake, readFrames } from "./read-drake.js";
import { readDrakeJoint } from "./read-drake-joint.js";
import { liftTendon, tendon } from "./read-drake-tendon.js";
import type { Element } from "./xml.js";

const prefix = "drake:";

/** Drake's dialect, for `dialects` of `parseURDF`. Whatever loads a whole robot reads it anyway. */
export const drake: Dialect = {
  prefix,
  joint: ["drake:joint", readDrakeJoint],
  tags: new Set([...drakeTags, tendon]),
  lift(robot, children) {
    liftConstraints(robot, children);
    liftTendons(robot, children);
  },
};

function liftConstraints({ document, ...robot }: Described, children: readonly Element[]): void {
  const elements = children.filter(({ tag }) => drakeTags.has(tag));
  if (elements.length === 0) return;
  const frames = readFrames(document, children);
  elements.forEach((element, i) => {
    const name = nameOf(element, i, robot);
    document.register("loop", name, element);
    const loop = liftDrake(document, element, name, frames);
    if (loop) robot.loops.set(name, loop);
  });
}

function liftTendons({ document, ...robot }: Described, children: readonly Element[]): void {
  const elements = children.filter(({ tag }) => tag === tendon);
  elements.forEach((element, i) => {
    const name = nameOf(element, i, robot);
    const lifted = liftTendon(document, element, name, robot.joints);
    if (lifted && "mimic" in lifted) {
      const { follower, mimic } = lifted;
      robot.joints.set(follower.name, { ...follower, mimic });
      return;
    }
    document.register("coupling", name, element);
    if (lifted) robot.couplings.set(name, lifted.coupling);
  });
}

function nameOf(
  element: Element,
  index: number,
  { loops, couplings }: Pick<Described, "loops" | "couplings">,
): string {
  let name = element.attributes.get("name") || `${element.tag.slice(prefix.length)}_${index + 1}`;
  while (loops.has(name) || couplings.has(name)) name += "_";
  return name;
}
