/** `<loop>` and `<coupling>` in every spelling that public files use. */
import type { Vector } from "../basis.js";
import { type JointType, jointTypes } from "../extension/kinds.js";
import type { Document } from "./document.js";
import { step } from "./finding.js";
import type { Coupling, Loop, Pose } from "./model.js";
import { identity, Part, words, xAxis } from "./part.js";
import { readPitch, readReference, readType } from "./read-joint.js";
import { product, quaternionOfRpy, rotationBetween, rpyOfQuaternion } from "./rotation.js";
import * as rules from "./rules.js";
import type { Element } from "./xml.js";

/** Which side a ratio multiplies where the file does not state it. */
export type CouplingConvention = "paper" | "parser";

const sides = words("predecessor successor");
const sideShape = { attributes: words("link name"), single: words("origin") };
const loopShape = {
  attributes: words("name type"),
  single: words(
    "predecessor successor axis axis2 screw_thread_pitch predecessor_origin successor_origin",
  ),
  several: words("origin"),
};
const couplingShape = {
  attributes: words("name type gear_ratio"),
  single: words("predecessor successor ratio gear_ratio"),
};
const constraintShape = {
  attributes: words("name type"),
  single: words("parent child parent_origin child_origin parent_axis child_axis"),
};
const loopJointShape = { attributes: words("name type"), single: words("link1 link2 axis") };

export function childOf(element: Element, tag: string): Element | undefined {
  return element.children.find((child) => child.tag === tag);
}

/** Whether a `<coupling>` or `<constraint>` couples joint positions. */
export function isCoupling(element: Element): boolean {
  if (element.tag !== "constraint") return element.tag === "coupling";
  const has = (tag: string) => childOf(element, tag) !== undefined;
  return element.attributes.get("type") === "rolling" || has("ratio") || has("gear_ratio");
}

/** A loop from `<loop>`, `<constraint>` or `<loop_joint>`; undefined where it is unusable. */
export function readLoop(document: Document, element: Element, name: string): Loop | undefined {
  const path = step("loop", name);
  if (element.tag === "loop_joint") {
    return readLoopJoint(new Part(document, element, path, loopJointShape), name);
  }
  const isConstraint = element.tag === "constraint";
  if (isConstraint && childOf(element, "parent")) {
    return readRosConstraint(new Part(document, element, path, constraintShape), name);
  }
  const part = new Part(document, element, path, loopShape);
  let type: JointType | undefined;
  if (isConstraint && element.attributes.get("type") === "position") {
    dialect(part, '<constraint type="position"> is read as <loop type="spherical">');
    type = "spherical";
  } else {
    if (isConstraint) dialect(part, "<constraint> is read as <loop>");
    type = readType(part, "joint type", jointTypes);
  }
  const stray = strayOrigins(element);
  const [predecessor, predecessorOrigin] = readSide(part, "predecessor", stray);
  const [successor, successorOrigin] = readSide(part, "successor", stray);
  const axis = part.vector("axis") ?? xAxis;
  const axis2 = part.vector("axis2");
  const pitch = readPitch(part, type);
  if (type === undefined || predecessor === undefined || successor === undefined) return undefined;
  return {
    name,
    type,
    predecessor,
    successor,
    predecessorOrigin,
    successorOrigin,
    axis,
    axis2,
    pitch,
  };
}

/** A coupling from `<coupling>` or `<constraint>`; undefined where it is unusable. */
export function readCoupling(
  document: Document,
  element: Element,
  name: string,
  convention: CouplingConvention | undefined,
): Coupling | undefined {
  const part = new Part(document, element, step("coupling", name), couplingShape);
  if (element.tag === "constraint") dialect(part, "<constraint> is read as <coupling>");
  else if (element.attributes.has("type")) {
    const message = "a coupling has no type; the attribute is ignored";
    part.report(rules.urdfplusDialect, message, element, "type");
  }
  const [predecessor] = readSide(part, "predecessor");
  const [successor] = readSide(part, "successor");
  const ratio = readRatio(part, convention);
  if (predecessor === undefined || successor === undefined || ratio === undefined) return undefined;
  return { name, predecessor, successor, ratio };
}

/** The ratio in the paper's convention: predecessor sum = ratio * successor sum. */
function readRatio(part: Part, convention: CouplingConvention | undefined): number | undefined {
  const ratio = part.leaf("ratio", words("value of"));
  let [element, attribute] = [ratio, "value"];
  if (!element) {
    element = part.leaf("gear_ratio", words("value"));
    if (!element) {
      if (!part.element.attributes.has("gear_ratio")) return 1;
      [element, attribute] = [part.element, "gear_ratio"];
    }
    part.report(rules.urdfplusDialect, "'gear_ratio' is read as <ratio value=.../>", element);
  }
  const value = part.requiredNumber(element, attribute);
  if (value === undefined) return undefined;
  if (value === 0) {
    const message = "a coupling ratio must not be 0; correct it or remove the coupling";
    part.report(rules.zeroRatio, message, element, attribute);
    return undefined;
  }
  const of = ratio?.attributes.get("of");
  if (of === "predecessor") return value;
  if (of === "successor") return 1 / value;
  if (of !== undefined) {
    const message = `'of' of <ratio> must be 'predecessor' or 'successor', got '${of}'`;
    part.report(rules.badBoolean, message, element, "of");
    return undefined;
  }
  const byName = [...sides].some((tag) => part.found.get(tag)?.attributes.has("link") === false);
  const taken = convention ?? (byName ? "paper" : "parser");
  if (Math.abs(value) !== 1) {
    const text = element.attributes.get(attribute);
    const [side, other] = taken === "paper" ? sides : [...sides].reverse();
    const message = `the ratio does not say which side it belongs to; it is read as ${side} side = ${text} * ${other} side (the convention of the ${taken}s)`;
    const notes = [`To state it, write <ratio value="${text}" of="${side}"/>.`];
    part.report(rules.ratioConvention, message, element, attribute, { notes });
  }
  return taken === "paper" ? value : 1 / value;
}

function readSide(
  part: Part,
  tag: string,
  stray: ReadonlyMap<string, Element> = new Map(),
): [link: string | undefined, origin: Pose] {
  const link = readReference(part, tag, false);
  const element = part.found.get(tag);
  if (!element) return [undefined, identity];
  const side = part.inside(element, sideShape);
  const origin = side.origin();
  if (side.found.has("origin")) return [link, origin];
  const apart = part.leaf(`${tag}_origin`, words("xyz rpy quat_xyzw")) ?? stray.get(tag);
  if (!apart) return [link, identity];
  const message = `<${apart.tag}> beside <${tag}> is read as <origin> inside it`;
  part.report(rules.urdfplusDialect, message, apart);
  return [link, part.pose(apart)];
}

/** Origins written after `<predecessor/>` and `<successor/>` instead of inside them. */
function strayOrigins(element: Element): Map<string, Element> {
  const found = new Map<string, Element>();
  let side = "";
  for (const child of element.children) {
    if (sides.has(child.tag)) side = child.tag;
    else if (child.tag === "origin" && side && !found.has(side)) found.set(side, child);
  }
  return found;
}

/** `<constraint>` with parent and child, as once proposed for ROS' urdfdom. */
function readRosConstraint(part: Part, name: string): Loop | undefined {
  dialect(part, "<constraint> with <parent> and <child> is read as <loop>");
  const type = readType(part, "joint type", jointTypes);
  const predecessor = readReference(part, "parent");
  const successor = readReference(part, "child");
  if (type === undefined || predecessor === undefined || successor === undefined) return undefined;
  const axis = part.vector("parent_axis") ?? xAxis;
  const childAxis = part.vector("child_axis") ?? axis;
  const successorOrigin = turned(part.origin("child_origin"), axis, childAxis);
  const predecessorOrigin = part.origin("parent_origin");
  return { name, type, predecessor, successor, predecessorOrigin, successorOrigin, axis };
}

/** `<loop_joint>` of early Drake: the two places are attributes of `<link1>` and `<link2>`. */
function readLoopJoint(part: Part, name: string): Loop | undefined {
  dialect(part, "<loop_joint> is read as <loop>");
  const type = readType(part, "joint type", jointTypes);
  const [first, second] = ["link1", "link2"].map((tag) =>
    part.required(tag, words("link xyz rpy quat_xyzw")),
  );
  if (type === undefined || !first || !second) return undefined;
  const [predecessor, successor] = [part.text(first, "link"), part.text(second, "link")];
  if (predecessor === undefined || successor === undefined) return undefined;
  const [predecessorOrigin, successorOrigin] = [part.pose(first), part.pose(second)];
  const axis = part.vector("axis") ?? xAxis;
  return { name, type, predecessor, successor, predecessorOrigin, successorOrigin, axis };
}

function dialect(part: Part, message: string): void {
  part.report(rules.urdfplusDialect, message);
}

/** The pose turned in its own frame so that its `axis` points where `target` pointed. */
function turned(pose: Pose, axis: Vector, target: Vector): Pose {
  if (axis.every((c, k) => c === target[k])) return pose;
  const turn = rotationBetween(axis, target);
  // An axis of zeros points nowhere, which is reported.
  if (!turn) return pose;
  return { ...pose, rpy: rpyOfQuaternion(product(quaternionOfRpy(pose.rpy), turn)) };
}
