/** The directions in which a joint or loop moves, from the axes of its description. */
import type { Vector } from "../basis.js";
import { jointKinds } from "../extension/kinds.js";
import { shared } from "../numerics.js";
import type { Moving } from "./model.js";
import { cross, dot, unit } from "./rotation.js";

/** The coordinates of planar joints: two translations, or also the angle about the normal. */
export type Planar = "xy" | "xyt";

const frame = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const satisfies Record<
  string,
  Vector
>;

/** A unit vector per degree of freedom, in the joint's frame. The axes have been checked. */
export function directions(part: Moving, planar: Planar): Vector[] {
  const { along, chains } = jointKinds[part.type];
  const chain = (planar === "xyt" && chains[1]) || chains[0] || [];
  return chain.map((_, k) => {
    const way = along[k];
    if (way === undefined || way === "axis") return direction(part.axis);
    if (way === "axis2") return direction(secondAxis(part));
    if (way === "plane1" || way === "plane2") {
      return planeOf(direction(part.axis))[way === "plane1" ? 0 : 1];
    }
    return frame[way];
  });
}

/** At length one; x for a vector without direction, which the checks report. */
export function direction(axis: Vector): Vector {
  return unit(axis) ?? frame.x;
}

/** The second axis of a universal joint: its own, or the default for its first. */
function secondAxis({ axis, axis2 }: Moving): Vector {
  return axis2 && unit(axis2) ? axis2 : defaultSecond(direction(axis));
}

/** The same for a universal loop, whose axes must span a plane. */
export function secondLoopAxis({ axis, axis2 }: Moving): Vector {
  const spans = axis2 && unit(axis2) && !areParallel(axis, axis2);
  return spans ? axis2 : defaultSecond(direction(axis));
}

/** Whether two axes have the same or opposite directions. */
export function areParallel(a: Vector, b: Vector): boolean {
  return Math.hypot(...cross(direction(a), direction(b))) < shared.nearAxis;
}

/** Two unit directions, right-handed with the unit normal: x and y for normal z. */
function planeOf(normal: Vector): readonly [Vector, Vector] {
  const first = defaultSecond(normal);
  const along = dot(first, normal);
  const t = direction([
    first[0] - along * normal[0],
    first[1] - along * normal[1],
    first[2] - along * normal[2],
  ]);
  return [t, cross(normal, t)];
}

/** The first of x, y, z that is at more than 45 degrees to an axis. */
function defaultSecond(axis: Vector): Vector {
  const length = Math.hypot(...axis) || 1;
  const apart = (k: 0 | 1) => Math.abs(axis[k]) / length < 0.7072;
  return apart(0) ? frame.x : apart(1) ? frame.y : frame.z;
}
