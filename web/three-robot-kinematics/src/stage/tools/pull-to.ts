/** Pulling a point of a link to where numbers say, not a pointer. */
import { Quaternion, type Vector3 } from "three";
import type { Actor } from "../robot/actor.js";
import { heldBeside } from "./grabs.js";

/** A point of a link, in the link's axes. */
export interface LinkPoint {
  readonly actor: Actor;
  readonly link: string;
  readonly point: Vector3;
}

const mostSteps = 60;
/** The share of the way left that is worth another step. */
const leastGain = 1e-3;

/** Brings a point as near to a target in world axes as it comes; returns how far it is from there [m]. */
export function pullTo({ actor, link, point }: LinkPoint, target: Vector3, holds: boolean): number {
  const { model } = actor;
  const node = model.links.get(link)?.node;
  const orientation = holds ? node?.getWorldQuaternion(new Quaternion()) : undefined;
  const options = { hold: heldBeside(actor, link), ...(orientation ? { orientation } : {}) };
  let left = Number.POSITIVE_INFINITY;
  for (let step = 0; step < mostSteps; step++) {
    const { distance, converged } = model.drag(link, point, target, options);
    const gained = left - distance;
    left = distance;
    if (converged || !(gained > leastGain * distance)) break;
  }
  return left;
}
