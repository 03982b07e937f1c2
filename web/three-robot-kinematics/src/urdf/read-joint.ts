import { type JointType, jointTypes, threadedTypes } from "../extension/kinds.js";
import type { Document } from "./document.js";
import { step } from "./finding.js";
import type {
  Calibration,
  Dynamics,
  Joint,
  JointLimit,
  Mimic,
  SafetyController,
  Spring,
} from "./model.js";
import { didYouMean } from "./nearest.js";
import { Part, words, xAxis } from "./part.js";
import * as rules from "./rules.js";
import type { Element } from "./xml.js";

export const jointShape = {
  attributes: words("name type independent"),
  single: words(
    "parent child origin axis axis2 limit dynamics mimic safety_controller calibration screw_thread_pitch spring",
  ),
};
const referenceNames = words("link name");

type Names<T> = readonly Extract<keyof T, string>[];
const limit: Names<JointLimit> = ["lower", "upper", "effort", "velocity"];
const dynamics: Names<Dynamics> = ["damping", "friction"];
const safety: Names<SafetyController> = [
  "softLowerLimit",
  "softUpperLimit",
  "kPosition",
  "kVelocity",
];
const calibration: Names<Calibration> = ["rising", "falling", "referencePosition"];

/** A joint; undefined where it has no known type, no parent or no child. */
export function readJoint(document: Document, element: Element, name: string): Joint | undefined {
  const part = new Part(document, element, step("joint", name), jointShape);
  return readJointAs(part, name, readType(part, "joint type", jointTypes));
}

/** The joint of that type in a part; `pitch` is the child with the pitch of a thread. */
export function readJointAs(
  part: Part,
  name: string,
  type: JointType | undefined,
  pitch?: string,
): Joint | undefined {
  const parent = readReference(part, "parent");
  const child = readReference(part, "child");
  // All of it is read, so that a joint that is left out hides nothing.
  const values = {
    origin: part.origin(),
    axis: part.vector("axis") ?? xAxis,
    axis2: part.vector("axis2"),
    limit: part.leafNumbers("limit", limit, true),
    dynamics: part.leafNumbers("dynamics", dynamics),
    mimic: readMimic(part),
    spring: readSpring(part),
    safetyController: part.leafNumbers("safety_controller", safety),
    calibration: part.leafNumbers("calibration", calibration),
    independent: part.boolean(part.element, "independent"),
    pitch: readPitch(part, type, pitch),
  };
  if (type === undefined || parent === undefined || child === undefined) return undefined;
  return { name, type, parent, child, ...values };
}

/** The `type` attribute of a joint or loop. */
export function readType<T extends string>(
  part: Part,
  what: string,
  known: readonly T[],
): T | undefined {
  const type = part.text(part.element, "type");
  const found = known.find((each) => each === type);
  if (type === undefined || found) return found;
  const help = didYouMean(type, known) || `; expected one of: ${known.join(", ")}`;
  part.report(rules.unknownJointType, `unknown ${what} '${type}'${help}`, part.element, "type");
  return undefined;
}

/** The pitch of a screw's thread [m/turn]; 0 if it is missing or unreadable. */
export function readPitch(
  part: Part,
  type: JointType | undefined,
  tag = "screw_thread_pitch",
): number | undefined {
  const element = part.leaf(tag, words("value"));
  const pitch = part.requiredNumber(element, "value");
  if (type === undefined || !threadedTypes.includes(type)) return pitch;
  if (!element)
    part.missingChild(tag, undefined, "; a pitch of 0 is used: it turns without advancing");
  return pitch ?? 0;
}

/** The link that a child element such as `<parent>` refers to, in either dialect. */
export function readReference(part: Part, tag: string, isLeaf = true): string | undefined {
  if (isLeaf) part.leaf(tag, referenceNames);
  const element = part.found.get(tag);
  if (!element) {
    part.missingChild(tag);
    return undefined;
  }
  const link = element.attributes.get("link");
  if (link !== undefined) return link;
  const name = element.attributes.get("name");
  if (name === undefined) {
    part.missing(element, "link");
    return undefined;
  }
  const message = `<${tag} name=...> is read as <${tag} link=...>`;
  part.report(rules.urdfplusDialect, message, element, "name");
  return name;
}

function readMimic(part: Part): Mimic | undefined {
  const element = part.leaf("mimic", words("joint multiplier offset"));
  const joint = part.text(element, "joint");
  if (joint === undefined) return undefined;
  const multiplier = part.number(element as Element, "multiplier") ?? 1;
  return { joint, multiplier, offset: part.number(element as Element, "offset") ?? 0 };
}

/** A spring, of which URDF itself has none; one without a stiffness is left out. */
function readSpring(part: Part): Spring | undefined {
  const element = part.leaf("spring", words("stiffness rest"));
  const stiffness = part.requiredNumber(element, "stiffness");
  if (stiffness === undefined) return undefined;
  return { stiffness, rest: part.number(element as Element, "rest") ?? 0 };
}
