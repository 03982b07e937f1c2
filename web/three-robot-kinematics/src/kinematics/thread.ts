/** The turn of a screw loop about its axis, which goes with the slide along it. */
import type { Vector } from "../basis.js";
import { turn } from "./turning.js";

const x = new Float64Array(3);
const y = new Float64Array(3);
const u = new Float64Array(3);
const v = new Float64Array(3);

/**
 * The angle of S in P about the axis that `across` is perpendicular to [rad], between half a turn either
 * way; `out` takes the vector that an angular velocity of S seen from P is multiplied with for its rate,
 * in root axes. With the images x, y of `across` in P and u, v in S, the sine is y.u - x.v and the
 * cosine x.u + y.v, both times 1 plus the cosine of the tilt.
 */
export function angleAbout(
  poses: Float64Array,
  P: number,
  S: number,
  across: readonly [Vector, Vector],
  out: Float64Array,
): number {
  turn(poses, P, across[0], x, 0);
  turn(poses, P, across[1], y, 0);
  turn(poses, S, across[0], u, 0);
  turn(poses, S, across[1], v, 0);
  const sine = dot(y, u) - dot(x, v);
  const cosine = dot(x, u) + dot(y, v);
  const square = sine * sine + cosine * cosine;
  // Upside down there is no angle; the rows of the axis say so.
  const [s, c] = square < 1e-12 ? [0, 0] : [sine / square, cosine / square];
  for (let k = 0; k < 3; k++) {
    const ds = crossed(u, y, k) - crossed(v, x, k);
    const dc = crossed(u, x, k) + crossed(v, y, k);
    out[k] = c * ds - s * dc;
  }
  return Math.atan2(sine, cosine);
}

/** What is left of a length when whole turns of a thread are taken off: at most half of one. */
export function withinTurn(length: number, lead: number): number {
  const whole = 2 * Math.PI * Math.abs(lead);
  return whole === 0 ? length : length - whole * Math.round(length / whole);
}

function dot(a: Float64Array, b: Float64Array): number {
  return (
    (a[0] as number) * (b[0] as number) +
    (a[1] as number) * (b[1] as number) +
    (a[2] as number) * (b[2] as number)
  );
}

/** One component of a x b. */
function crossed(a: Float64Array, b: Float64Array, k: number): number {
  const [i, j] = [(k + 1) % 3, (k + 2) % 3];
  return (a[i] as number) * (b[j] as number) - (a[j] as number) * (b[i] as number);
}
