/** How far two triangles are apart. */
import { Ray, Triangle, Vector3 } from "three";

export type Corners = readonly [Vector3, Vector3, Vector3];

/** The nearest points of two things, and how far they are apart; `distance` starts as a bound. */
export interface Gap {
  distance: number;
  readonly from: Vector3;
  readonly to: Vector3;
}

const ray = new Ray();
const [near, far, way] = [new Vector3(), new Vector3(), new Vector3()];
const [u, v, w] = [new Vector3(), new Vector3(), new Vector3()];
const face = new Triangle();

/** Takes over what is nearer in two triangles; returns whether anything was. */
export function nearer(a: Corners, b: Corners, gap: Gap): boolean {
  const before = gap.distance;
  if (piercing(a, b, gap, false) || piercing(b, a, gap, true)) return before > 0;
  for (let i = 0; i < 3; i++) {
    const [p, q] = [a[i] as Vector3, a[(i + 1) % 3] as Vector3];
    for (let k = 0; k < 3; k++) {
      segments(p, q, b[k] as Vector3, b[(k + 1) % 3] as Vector3);
      take(near, far, gap);
    }
  }
  face.set(...b);
  for (const corner of a) take(corner, face.closestPointToPoint(corner, far), gap);
  face.set(...a);
  for (const corner of b) take(face.closestPointToPoint(corner, near), corner, gap);
  return gap.distance < before;
}

function take(from: Vector3, to: Vector3, gap: Gap): void {
  const distance = from.distanceTo(to);
  if (!(distance < gap.distance)) return;
  gap.distance = distance;
  gap.from.copy(from);
  gap.to.copy(to);
}

/** Whether a side of one triangle goes through the other: then nothing is between them. */
function piercing(sides: Corners, plate: Corners, gap: Gap, swapped: boolean): boolean {
  for (let i = 0; i < 3; i++) {
    const [p, q] = [sides[i] as Vector3, sides[(i + 1) % 3] as Vector3];
    const length = way.copy(q).sub(p).length();
    if (length === 0) continue;
    ray.set(p, way.divideScalar(length));
    if (!ray.intersectTriangle(...plate, false, near) || near.distanceTo(p) > length) continue;
    far.copy(near);
    take(swapped ? far : near, swapped ? near : far, gap);
    return true;
  }
  return false;
}

/** The nearest points of the segments p q and r s, into `near` and `far` (Ericson 2005, section 5.1.9). */
function segments(p: Vector3, q: Vector3, r: Vector3, s: Vector3): void {
  u.copy(q).sub(p);
  v.copy(s).sub(r);
  w.copy(p).sub(r);
  const [a, b, c] = [u.dot(u), u.dot(v), v.dot(v)];
  const [d, e] = [u.dot(w), v.dot(w)];
  const square = a * c - b * b;
  let x = square > 1e-12 * a * c ? clamp((b * e - c * d) / square) : 0;
  let y = c > 0 ? (b * x + e) / c : 0;
  if (y < 0 || y > 1) {
    y = clamp(y);
    x = a > 0 ? clamp((b * y - d) / a) : 0;
  }
  near.copy(p).addScaledVector(u, x);
  far.copy(r).addScaledVector(v, y);
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
