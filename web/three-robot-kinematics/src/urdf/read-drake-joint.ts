/** Joints that Drake adds to URDF. */
import type { JointType } from "../extension/kinds.js";
import type { Document } from "./document.js";
import { step } from "./finding.js";
import type { Joint } from "./model.js";
import { Part } from "./part.js";
import { jointShape, readJointAs, readType } from "./read-joint.js";
import * as rules from "./rules.js";
import type { Element } from "./xml.js";

const pitch = "drake:screw_thread_pitch";
const shape = { ...jointShape, single: new Set([...jointShape.single, pitch]) };

/** Our type, and the axes that Drake's joint has whatever the file gives. */
const types: Readonly<Record<string, [JointType, Pick<Joint, "axis" | "axis2">?]>> = {
  ball: ["spherical"],
  planar: ["planar", { axis: [0, 0, 1], axis2: undefined }],
  screw: ["screw"],
  universal: ["universal", { axis: [1, 0, 0], axis2: [0, 1, 0] }],
};

/** The joint that a `<drake:joint>` is; undefined, with a finding, where we have no such type. */
export function readDrakeJoint(
  document: Document,
  element: Element,
  name: string,
): Joint | undefined {
  const part = new Part(document, element, step("joint", name), shape);
  const word = readType(part, `type of <${element.tag}>`, Object.keys(types));
  const [type, axes] = types[word ?? ""] ?? [];
  const joint = type && readJointAs(part, name, type, pitch);
  if (!joint) return undefined;
  const message = `<${element.tag} type="${word}"> is read as ${type} joint '${name}'`;
  part.report(rules.liftedJoint, message);
  return { ...joint, ...axes };
}
