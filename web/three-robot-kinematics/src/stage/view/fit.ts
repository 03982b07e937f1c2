/** Where a camera has to be to see all of something. */
import { type Box3, Quaternion, Vector3 } from "three";

/** Room left around what is fitted, as a share of the picture. */
const margin = 1.28;

const point = new Vector3();
const back = new Quaternion();

/** Points x, y, z, x, y, z, ... in world axes [m]. */
export type Outline = number[];

/** Adds the corners of a box to an outline. */
export function addCorners(outline: Outline, { min, max }: Box3): void {
  for (let i = 0; i < 8; i++) {
    outline.push(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z);
  }
}

/**
 * Moves `target` to where a camera of the given orientation has to look so that the points fill the
 * middle of its picture, and returns its distance from there. `slope` is the tangent of half the
 * vertical field of view. An orthographic camera is taken to show, at a distance, what a perspective
 * camera shows in the plane through the target.
 *
 * In the camera's axes, a point (x, y, z) is inside the right edge of a camera at (X, Y, Z) if
 * x - X <= s (Z - z), that is x + s z <= X + s Z, and inside the left one if -x + s z <= -X + s Z. With
 * r and l the largest of the left sides, both hold from Z = (r + l) / 2s on, with X = (r - l) / 2: there
 * is then the same room on either side; up and down alike. Without perspective, s z is left out.
 */
export function frame(
  outline: Outline,
  orientation: Quaternion,
  { slope, aspect, orthographic }: { slope: number; aspect: number; orthographic: boolean },
  target: Vector3,
): number {
  back.copy(orientation).conjugate();
  const [across, along] = [(slope * aspect) / margin, slope / margin];
  const depth = orthographic ? 0 : 1;
  let [right, left, top, bottom] = [-Infinity, -Infinity, -Infinity, -Infinity];
  let [nearest, farthest] = [-Infinity, Infinity];
  for (let i = 0; i < outline.length; i += 3) {
    const { x, y, z } = point.fromArray(outline, i).applyQuaternion(back);
    right = Math.max(right, x + depth * across * z);
    left = Math.max(left, -x + depth * across * z);
    top = Math.max(top, y + depth * along * z);
    bottom = Math.max(bottom, -y + depth * along * z);
    nearest = Math.max(nearest, z);
    farthest = Math.min(farthest, z);
  }
  const middle = (nearest + farthest) / 2;
  const away = Math.max((right + left) / (2 * across), (top + bottom) / (2 * along));
  target.set((right - left) / 2, (top - bottom) / 2, middle).applyQuaternion(orientation);
  return away - depth * middle;
}

/**
 * The planes between which a camera draws [m]: all of the scene, and as much of the ground as can be
 * told from the horizon, with enough digits left for depth. `size` is the radius of the scene.
 */
export function depthRange(distance: number, size: number): { near: number; far: number } {
  const near = Math.max(distance - 3 * size, 0.02 * Math.min(distance, size));
  return { near, far: distance + 40 * size };
}
