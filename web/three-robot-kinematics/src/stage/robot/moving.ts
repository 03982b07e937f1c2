import type { Robot, RobotJoint } from "../../index.js";

/** The joint that moves a link: its own, or the nearest above that is not fixed. */
export function movingJoint(model: Robot, link: string): RobotJoint | undefined {
  let above = model.links.get(link)?.parentJoint;
  while (above !== undefined) {
    const joint = model.joints.get(above);
    if (joint?.role !== "fixed") return joint;
    above = model.links.get(joint.parentLink)?.parentJoint;
  }
  return undefined;
}
