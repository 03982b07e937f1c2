import { Matrix4, Quaternion } from "three";
import { POSE_SIZE } from "./frames.js";

const matrix = new Matrix4();
const turned = new Quaternion();
const wanted = new Quaternion();

/** Writes how a frame is turned to `out`, as a unit quaternion x, y, z, w in root axes. */
export function rotationOf(poses: Float64Array, frame: number, out: Float64Array): void {
  turnOf(poses, frame).toArray(out);
}

function turnOf(poses: Float64Array, frame: number): Quaternion {
  const at = POSE_SIZE * frame;
  const p = (k: number) => poses[at + k] as number;
  matrix.set(p(0), p(1), p(2), 0, p(3), p(4), p(5), 0, p(6), p(7), p(8), 0, 0, 0, 0, 1);
  return turned.setFromRotationMatrix(matrix);
}

/**
 * The rotation that is left from a frame to an orientation (a unit quaternion x, y, z, w in root axes):
 * writes the vector e [rad] with exp(e) R = R_wanted, the short way round, to `out[to..]` and returns
 * its length.
 */
export function rotationWay(
  poses: Float64Array,
  frame: number,
  orientation: Float64Array,
  out: Float64Array,
  to: number,
): number {
  wanted.fromArray(orientation).multiply(turnOf(poses, frame).conjugate());
  const sign = wanted.w < 0 ? -1 : 1;
  const sine = Math.hypot(wanted.x, wanted.y, wanted.z);
  const angle = 2 * Math.atan2(sine, sign * wanted.w);
  // For small angles the vector part is half of it.
  const share = sign * (sine > 1e-12 ? angle / sine : 2);
  out[to] = share * wanted.x;
  out[to + 1] = share * wanted.y;
  out[to + 2] = share * wanted.z;
  return angle;
}
