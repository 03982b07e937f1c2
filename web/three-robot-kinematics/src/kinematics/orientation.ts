/**
 * Angles of nested rotations about three perpendicular axes, as floating and spherical joints have
 * them: R = R(a1, alpha) R(a2, beta) R(a3, gamma). About x, y, z this is not URDF's roll, pitch, yaw.
 */
import { Matrix4, Quaternion } from "three";
import type { Vector } from "../basis.js";

const tolerance = 1e-6;
const turned = new Quaternion();
const matrix = new Matrix4();

/** +1 or -1 for a right- or left-handed triad of perpendicular unit vectors, 0 for anything else. */
export function handedness(axes: readonly Vector[]): number {
  const [a, b, c] = axes;
  if (axes.length !== 3 || !a || !b || !c) return 0;
  if (Math.abs(dot(a, b)) + Math.abs(dot(b, c)) + Math.abs(dot(c, a)) > tolerance) return 0;
  return Math.sign(
    a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]),
  );
}

/**
 * Writes the three angles of a rotation to `out`, each at the turn nearest to where `out` has it.
 * With beta a quarter turn only the sum of the others is determined; gamma then keeps its angle.
 */
export function solveAngles(axes: readonly Vector[], rotation: Quaternion, out: number[]): void {
  const hand = handedness(axes);
  const [a, b, c] = axes as readonly [Vector, Vector, Vector];
  // In the axes' own frame they are x, y, z; in a left-handed one every angle changes its sign.
  const { x, y, z, w } = rotation;
  const own = [a, b, c].map((axis) => hand * (axis[0] * x + axis[1] * y + axis[2] * z));
  turned.set(own[0] as number, own[1] as number, own[2] as number, w).normalize();
  // Elements by columns: R = Rx Ry Rz has r02 = sin b, r12 = -sin a cos b, r01 = -cos b sin c.
  const e = matrix.makeRotationFromQuaternion(turned).elements;
  const [r00, r01, r02, r10, r11, r12, r22] = [0, 4, 8, 1, 5, 9, 10].map((k) => e[k] as number) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const locked = Math.hypot(r00, r01) < tolerance;
  const gamma = locked ? hand * (out[2] as number) : Math.atan2(-r01, r00);
  const beta = Math.atan2(r02, Math.hypot(r00, r01));
  // At the lock R holds sin and cos of gamma + alpha, or of gamma - alpha, and nothing else.
  const both = Math.atan2(r10, r11);
  const alpha = !locked ? Math.atan2(-r12, r22) : r02 > 0 ? both - gamma : gamma - both;
  [alpha, beta, gamma].forEach((angle, k) => {
    out[k] = nearestTurn(hand * angle, out[k] as number);
  });
}

/** The angle that differs from `angle` by whole turns and is nearest to `reference` [rad]. */
export function nearestTurn(angle: number, reference: number): number {
  const turn = 2 * Math.PI;
  return angle + turn * Math.round((reference - angle) / turn);
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
