/**
 * The rotational rows of a loop: residual and the vectors that an angular velocity w of S seen from P
 * is multiplied with. Poses are given by their place P, S in `poses`; vectors go to `demands[at..]`
 * in root axes, residuals to `out[to..]`.
 */
import type { Vector } from "../basis.js";
import { shared } from "../numerics.js";

export type Turning = "all" | "axis" | "cross" | "any";

const { halfTurn } = shared;

const a = new Float64Array(3);
const b = new Float64Array(3);
const u = new Float64Array(3);

/** Turns a vector by the rotation of a pose. */
export function turn(
  poses: Float64Array,
  pose: number,
  vector: Vector,
  out: Float64Array,
  at: number,
): void {
  // Taking an array apart costs an iterator; this is the innermost loop.
  const x = vector[0];
  const y = vector[1];
  const z = vector[2];
  for (let k = 0; k < 3; k++) {
    const row = pose + 3 * k;
    out[at + k] =
      (poses[row] as number) * x + (poses[row + 1] as number) * y + (poses[row + 2] as number) * z;
  }
}

/** Two rows: the axis keeps its direction. With v = a x b and f = sqrt(2 / (1 + a.b)): f u.v. */
export function demandAxis(
  poses: Float64Array,
  P: number,
  S: number,
  axis: Vector,
  across: readonly [Vector, Vector],
  demands: Float64Array,
  at: number,
  out: Float64Array,
  to: number,
): void {
  turn(poses, P, axis, a, 0);
  turn(poses, S, axis, b, 0);
  const ax = a[0] as number;
  const ay = a[1] as number;
  const az = a[2] as number;
  const bx = b[0] as number;
  const by = b[1] as number;
  const bz = b[2] as number;
  const cosine = ax * bx + ay * by + az * bz;
  const flipped = 1 + cosine < halfTurn;
  const rest = flipped ? 1 : 1 + cosine;
  const f = Math.sqrt(2 / rest);
  const vx = ay * bz - az * by;
  const vy = az * bx - ax * bz;
  const vz = ax * by - ay * bx;
  for (let k = 0; k < 2; k++) {
    turn(poses, P, across[k] as Vector, u, 0);
    const x = u[0] as number;
    const y = u[1] as number;
    const z = u[2] as number;
    const sine = x * vx + y * vy + z * vz;
    out[to + k] = flipped ? (k === 0 ? 2 : 0) : f * sine;
    // d(f u.v) = f (cos u - (u.b) a).w + f / (2 (1 + cos)) (u.v) (a x b).w
    const along = f * (x * bx + y * by + z * bz);
    const slope = (0.5 * f * sine) / rest;
    demands[at + 3 * k] = f * cosine * x - along * ax + slope * vx;
    demands[at + 3 * k + 1] = f * cosine * y - along * ay + slope * vy;
    demands[at + 3 * k + 2] = f * cosine * z - along * az + slope * vz;
  }
}

/** Three rows: no rotation is left. Twice the vector part (x, y, z) of the quaternion of PᵀS. */
export function demandAll(
  poses: Float64Array,
  P: number,
  S: number,
  demands: Float64Array,
  at: number,
  out: Float64Array,
  to: number,
): void {
  const trace = inner(poses, P, S, 0, 0) + inner(poses, P, S, 1, 1) + inner(poses, P, S, 2, 2);
  const flipped = 1 + trace < 2 * halfTurn;
  const w = 0.5 * Math.sqrt(flipped ? 1 : 1 + trace);
  const share = 0.25 / w;
  const x = share * (inner(poses, P, S, 2, 1) - inner(poses, P, S, 1, 2));
  const y = share * (inner(poses, P, S, 0, 2) - inner(poses, P, S, 2, 0));
  const z = share * (inner(poses, P, S, 1, 0) - inner(poses, P, S, 0, 1));
  out[to] = flipped ? 2 : 2 * x;
  out[to + 1] = flipped ? 0 : 2 * y;
  out[to + 2] = flipped ? 0 : 2 * z;
  // The vector part moves with (s w + w x (x, y, z)) / 2, w in P's axes, s the scalar part.
  for (let k = 0; k < 3; k++) {
    const row = P + 3 * k;
    const px = poses[row] as number;
    const py = poses[row + 1] as number;
    const pz = poses[row + 2] as number;
    demands[at + k] = w * px + z * py - y * pz;
    demands[at + 3 + k] = w * py + x * pz - z * px;
    demands[at + 6 + k] = w * pz + y * px - x * py;
  }
}

/** One row: the first axis, fixed in P, and the second, fixed in S, keep their angle. */
export function demandCross(
  poses: Float64Array,
  P: number,
  S: number,
  first: Vector,
  second: Vector,
  demands: Float64Array,
  at: number,
  out: Float64Array,
  to: number,
): void {
  turn(poses, P, first, a, 0);
  turn(poses, S, second, b, 0);
  const ax = a[0] as number;
  const ay = a[1] as number;
  const az = a[2] as number;
  const bx = b[0] as number;
  const by = b[1] as number;
  const bz = b[2] as number;
  const proper = first[0] * second[0] + first[1] * second[1] + first[2] * second[2];
  out[to] = ax * bx + ay * by + az * bz - proper;
  // a.(w x b) = w.(b x a)
  demands[at] = by * az - bz * ay;
  demands[at + 1] = bz * ax - bx * az;
  demands[at + 2] = bx * ay - by * ax;
}

/** Entry i, j of PᵀS. */
function inner(poses: Float64Array, P: number, S: number, i: number, j: number): number {
  return (
    (poses[P + i] as number) * (poses[S + j] as number) +
    (poses[P + 3 + i] as number) * (poses[S + 3 + j] as number) +
    (poses[P + 6 + i] as number) * (poses[S + 6 + j] as number)
  );
}
