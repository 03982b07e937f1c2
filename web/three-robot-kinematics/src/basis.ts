/**
 * The change of basis between URDF and glTF.
 *
 * URDF looks along +X with +Z up; glTF looks along +Z with +Y up. Both are right-handed, and the
 * rotation between them is a cyclic permutation: glTF (x, y, z) = URDF (y, z, x). It moves numbers
 * and computes nothing, so it is exact, and converting there and back gives the same bits.
 */

/** A position [m], an axis, a normal or any other vector: x, y, z. */
export type Vector = readonly [x: number, y: number, z: number];

/** A rotation as unit quaternion, scalar last. */
export type Quaternion = readonly [x: number, y: number, z: number, w: number];

/** Writes a vector given in URDF coordinates in glTF coordinates. */
export function vectorFromUrdf([x, y, z]: Vector): Vector {
  return [y, z, x];
}

/** Writes a vector given in glTF coordinates in URDF coordinates. */
export function vectorToUrdf([x, y, z]: Vector): Vector {
  return [z, x, y];
}

/** Writes a rotation given in URDF coordinates in glTF coordinates: its axis turns, its angle stays. */
export function quaternionFromUrdf([x, y, z, w]: Quaternion): Quaternion {
  return [y, z, x, w];
}

/** Writes a rotation given in glTF coordinates in URDF coordinates. */
export function quaternionToUrdf([x, y, z, w]: Quaternion): Quaternion {
  return [z, x, y, w];
}

/**
 * Writes extents along the axes (a scale, the half sides of a box, a diagonal of inertia) given in
 * URDF coordinates in glTF coordinates. Extents have no sign, but permute like a vector.
 */
export const extentFromUrdf: (extent: Vector) => Vector = vectorFromUrdf;

/** Writes extents along the axes given in glTF coordinates in URDF coordinates. */
export const extentToUrdf: (extent: Vector) => Vector = vectorToUrdf;
