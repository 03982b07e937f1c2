/** Principal moments of an inertia tensor and the axes they are about. */
import type { Quaternion, Vector } from "../basis.js";
import type { LinkInertial } from "./model.js";
import { product, quaternionOfRpy } from "./rotation.js";

type Rows = [number[], number[], number[]];

const sweeps = 32;

/** The moments, and the rotation of their axes in the link's frame; a diagonal tensor keeps its order. */
export function principal({ inertia, origin }: LinkInertial): [Vector, Quaternion] {
  const { ixx, iyy, izz, ixy, ixz, iyz } = inertia;
  const frame = quaternionOfRpy(origin.rpy);
  if (ixy === 0 && ixz === 0 && iyz === 0) return [[ixx, iyy, izz], frame];
  const A: Rows = [
    [ixx, ixy, ixz],
    [ixy, iyy, iyz],
    [ixz, iyz, izz],
  ];
  const V: Rows = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  // Cyclic Jacobi (Golub and Van Loan, section 8.5).
  for (let n = 0; n < sweeps && (at(A, 0, 1) || at(A, 0, 2) || at(A, 1, 2)); n++) {
    rotate(A, V, 0, 1);
    rotate(A, V, 0, 2);
    rotate(A, V, 1, 2);
  }
  return [[at(A, 0, 0), at(A, 1, 1), at(A, 2, 2)], product(frame, quaternionOfMatrix(V))];
}

function at(M: Rows, i: number, j: number): number {
  return (M[i] as number[])[j] as number;
}

/** Makes A[p][q] zero by a rotation in the plane of p and q. */
function rotate(A: Rows, V: Rows, p: 0 | 1, q: 1 | 2): void {
  const [P, Q, R] = [A[p], A[q], A[3 - p - q]] as Rows;
  const off = at(A, p, q);
  if (off === 0) return;
  if (Math.abs(off) < 1e-18 * Math.hypot(at(A, p, p), at(A, q, q))) {
    P[q] = Q[p] = 0; // less than the last digit of either
    return;
  }
  const tau = (at(A, q, q) - at(A, p, p)) / (2 * off);
  const t = (tau >= 0 ? 1 : -1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = t * c;
  P[p] = at(A, p, p) - t * off;
  Q[q] = at(A, q, q) + t * off;
  P[q] = Q[p] = 0;
  const [rp, rq] = [R[p] as number, R[q] as number];
  R[p] = P[3 - p - q] = c * rp - s * rq;
  R[q] = Q[3 - p - q] = s * rp + c * rq;
  for (const row of V) {
    const [vp, vq] = [row[p] as number, row[q] as number];
    row[p] = c * vp - s * vq;
    row[q] = s * vp + c * vq;
  }
}

/** Divides by the largest of four (Shepperd). Jacobi's rotations make no mirror. */
function quaternionOfMatrix(M: Rows): Quaternion {
  const m = (i: number, j: number) => at(M, i, j);
  const trace = m(0, 0) + m(1, 1) + m(2, 2);
  const largest = Math.max(trace, m(0, 0), m(1, 1), m(2, 2));
  if (largest === trace) {
    const w = Math.sqrt(1 + trace) / 2;
    const f = 1 / (4 * w);
    return [(m(2, 1) - m(1, 2)) * f, (m(0, 2) - m(2, 0)) * f, (m(1, 0) - m(0, 1)) * f, w];
  }
  const i = [0, 1, 2].findIndex((k) => m(k, k) === largest);
  const [j, k] = [(i + 1) % 3, (i + 2) % 3];
  const v = [0, 0, 0];
  v[i] = Math.sqrt(1 + 2 * largest - trace) / 2;
  const f = 1 / (4 * (v[i] as number));
  v[j] = (m(i, j) + m(j, i)) * f;
  v[k] = (m(i, k) + m(k, i)) * f;
  return [...(v as unknown as Vector), (m(k, j) - m(j, k)) * f];
}
