/** Rotations in plain numbers, so that reading a description needs no three.js. */
import type { Quaternion, Vector } from "../basis.js";

/** Rz(yaw) Ry(pitch) Rx(roll). */
export function quaternionOfRpy([roll, pitch, yaw]: Vector): Quaternion {
  const [cr, sr] = [Math.cos(roll / 2), Math.sin(roll / 2)];
  const [cp, sp] = [Math.cos(pitch / 2), Math.sin(pitch / 2)];
  const [cy, sy] = [Math.cos(yaw / 2), Math.sin(yaw / 2)];
  return [
    sr * cp * cy - cr * sp * sy,
    cr * sp * cy + sr * cp * sy,
    cr * cp * sy - sr * sp * cy,
    cr * cp * cy + sr * sp * sy,
  ];
}

/** Below this cosine of the pitch only a sum of roll and yaw is known. */
const singular = 1e-9;

export function rpyOfQuaternion([x, y, z, w]: Quaternion): Vector {
  const [r00, r10, r20] = [
    1 - 2 * (y * y + z * z),
    2 * (x * y + z * w),
    2 * (x * z - y * w),
  ] as const;
  const cosine = Math.hypot(r00, r10);
  const pitch = Math.atan2(-r20, cosine);
  if (cosine < singular) {
    return [0, pitch, Math.atan2(2 * (z * w - x * y), 1 - 2 * (x * x + z * z))];
  }
  const roll = Math.atan2(2 * (y * z + x * w), 1 - 2 * (x * x + y * y));
  return [roll, pitch, Math.atan2(r10, r00)];
}

export function product([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** At length one; undefined for a vector without direction. */
export function unit(v: Vector): Vector | undefined {
  const length = Math.hypot(...v);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) return undefined;
  return [v[0] / length, v[1] / length, v[2] / length];
}

/** The shortest rotation that brings the direction of a to that of b; undefined without directions. */
export function rotationBetween(a: Vector, b: Vector): Quaternion | undefined {
  const [start, end] = [unit(a), unit(b)];
  if (!start || !end) return undefined;
  const cosine = dot(start, end);
  // Opposite directions have no shortest one: half a turn about a perpendicular axis.
  if (cosine < -1 + 1e-12) {
    const across = unit(cross(start, Math.abs(start[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
    return across && [...across, 0];
  }
  const [x, y, z] = cross(start, end);
  const length = Math.hypot(x, y, z, 1 + cosine);
  return [x / length, y / length, z / length, (1 + cosine) / length];
}
