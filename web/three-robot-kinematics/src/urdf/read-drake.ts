/**
 * Closed chains that Drake's URDF extensions describe.
 *
 * A `drake:ball_constraint` is a spherical loop. A `drake:linear_bushing_rpy` is a spring; Drake's own
 * advice is to use a stiff one where a tree must be closed, so its stiff directions are read as held.
 */
import type { Vector } from "../basis.js";
import type { Document } from "./document.js";
import { step } from "./finding.js";
import type { Loop, Pose } from "./model.js";
import { identity, Part, words } from "./part.js";
import * as rules from "./rules.js";
import type { Element } from "./xml.js";

export const drakeTags = words("drake:ball_constraint drake:linear_bushing_rpy");

const ball = "drake:ball_constraint";
const name = words("name");
const ballShape = {
  attributes: name,
  single: words(`${ball}_body_A ${ball}_body_B ${ball}_p_AP ${ball}_p_BQ`),
};
const bushing = "drake:bushing";
const bushingShape = {
  attributes: name,
  single: words(
    `${bushing}_frameA ${bushing}_frameC ${bushing}_force_stiffness ${bushing}_torque_stiffness`,
  ),
};
const axes: readonly Vector[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** The link and the pose on it, by the frame's name. */
export type Frames = ReadonlyMap<string, readonly [link: string, pose: Pose]>;

/** The `<frame name link xyz rpy>` elements that Drake adds to URDF. */
export function readFrames(document: Document, elements: readonly Element[]): Frames {
  const frames = new Map<string, readonly [string, Pose]>();
  for (const element of elements) {
    const [name, link] = [element.attributes.get("name"), element.attributes.get("link")];
    if (element.tag !== "frame" || !name || !link) continue;
    const shape = { attributes: words("name link xyz rpy") };
    const part = new Part(document, element, step("frame", name), shape);
    frames.set(name, [link, part.pose(element)]);
  }
  return frames;
}

/** The loop that a ball constraint or a stiff bushing is; undefined, with a finding, otherwise. */
export function liftDrake(
  document: Document,
  element: Element,
  name: string,
  frames: Frames,
): Loop | undefined {
  const shape = element.tag === ball ? ballShape : bushingShape;
  const part = new Part(document, element, step("loop", name), shape);
  const loop = element.tag === ball ? readBall(part, name) : readBushing(part, name, frames);
  if (loop) {
    part.report(rules.liftedLoop, `<${element.tag}> is read as ${loop.type} loop '${name}'`);
  }
  return loop;
}

function readBall(part: Part, name: string): Loop | undefined {
  const [predecessor, successor] = [text(part, `${ball}_body_A`), text(part, `${ball}_body_B`)];
  const [p, q] = [vector(part, `${ball}_p_AP`), vector(part, `${ball}_p_BQ`)];
  if (predecessor === undefined || successor === undefined || !p || !q) return undefined;
  return {
    name,
    type: "spherical",
    predecessor,
    successor,
    predecessorOrigin: { ...identity, xyz: p },
    successorOrigin: { ...identity, xyz: q },
    axis: axes[0] as Vector,
  };
}

function readBushing(part: Part, name: string, frames: Frames): Loop | undefined {
  const [a, c] = [text(part, `${bushing}_frameA`), text(part, `${bushing}_frameC`)];
  const force = vector(part, `${bushing}_force_stiffness`);
  const torque = vector(part, `${bushing}_torque_stiffness`);
  if (a === undefined || c === undefined || !force || !torque) return undefined;
  // A bushing may also hold a link by its own frame.
  const [predecessor, predecessorOrigin] = frames.get(a) ?? [a, identity];
  const [successor, successorOrigin] = frames.get(c) ?? [c, identity];
  const kind = bushingType(force, torque);
  if (!kind) {
    const message = `<${part.element.tag}> between '${predecessor}' and '${successor}' with force stiffness ${force} and torque stiffness ${torque} does not match any loop joint; it is ignored`;
    part.report(rules.notALoop, message);
    return undefined;
  }
  return { name, ...kind, predecessor, successor, predecessorOrigin, successorOrigin };
}

/** The loop that holds what a bushing holds: along and about which axes it is stiff. */
function bushingType(force: Vector, torque: Vector): Pick<Loop, "type" | "axis"> | undefined {
  const held = force.map((stiffness) => stiffness > 0);
  const turned = torque.map((stiffness) => stiffness > 0);
  const count = (flags: readonly boolean[]) => flags.filter(Boolean).length;
  const [x] = axes as [Vector];
  const [slides, turns] = [count(held), count(turned)];
  const [slide, turn] = [axes[held.indexOf(false)] ?? x, axes[turned.indexOf(false)] ?? x];
  if (slides === 3) {
    if (turns === 0) return { type: "spherical", axis: x };
    if (turns === 3) return { type: "fixed", axis: x };
    if (turns === 2) return { type: "revolute", axis: turn };
  }
  if (slides === 2 && turns === 3) return { type: "prismatic", axis: slide };
  if (slides === 2 && turns === 2 && slide === turn) return { type: "cylindrical", axis: slide };
  if (slides === 1 && turns === 3) return { type: "planar", axis: axes[held.indexOf(true)] ?? x };
  return undefined;
}

function text(part: Part, tag: string): string | undefined {
  const element = part.required(tag, words("name"));
  return part.text(element, "name");
}

function vector(part: Part, tag: string): Vector | undefined {
  const element = part.required(tag, words("value"));
  if (!element || part.text(element, "value") === undefined) return undefined;
  return part.vector3(element, "value");
}
