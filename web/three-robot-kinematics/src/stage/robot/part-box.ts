import { Box3 } from "three";
import type { Part } from "../types.js";
import type { Actor } from "./actor.js";

const other = new Box3();

/** Writes the box around a part of a robot [m, in world axes]; false if the robot has no such part. */
export function partBox(actor: Actor, { kind, name }: Part, out: Box3): boolean {
  const { model } = actor;
  const loop = kind === "loop" ? model.loops.get(name) : undefined;
  const link = kind === "joint" ? model.joints.get(name)?.childLink : name;
  if (loop) {
    actor.linkBox(loop.predecessorLink, out).union(actor.linkBox(loop.successorLink, other));
  } else if (kind !== "loop" && link !== undefined && model.links.has(link)) {
    actor.linkBox(link, out);
  } else return false;
  return !out.isEmpty();
}
