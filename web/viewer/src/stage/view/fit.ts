/** Where a camera has to be to see all of something. */
import { type Box3, type Quaternion, Vector3 } from "three";

/** Room left around what is fitted, as a share of the picture. */
const margin = 1.12;

const corner = new Vector3();
const centre = new Vector3();
const turn = { x: 0, y: 0, z: 0, w: 1 };

/**
 * The distance from a box's centre at which a camera of the given orientation has all corners of the
 * box in its picture. `slope` is the tangent of half the vertical field of view. An orthographic camera
 * is taken to show, at a distance, what a perspective camera shows in the plane through the centre.
 */
export function fitDistance(
  box: Box3,
  orientation: Quaternion,
  slope: number,
  aspect: number,
  orthographic: boolean,
): number {
  box.getCenter(centre);
  turn.x = -orientation.x;
  turn.y = -orientation.y;
  turn.z = -orientation.z;
  turn.w = orientation.w;
  let distance = 0;
  for (let i = 0; i < 8; i++) {
    corner.set(
      i & 1 ? box.max.x : box.min.x,
      i & 2 ? box.max.y : box.min.y,
      i & 4 ? box.max.z : box.min.z,
    );
    corner.sub(centre).applyQuaternion(turn as Quaternion);
    const nearer = orthographic ? 0 : corner.z;
    const wide = (margin * Math.abs(corner.x)) / (slope * aspect);
    const high = (margin * Math.abs(corner.y)) / slope;
    distance = Math.max(distance, nearer + wide, nearer + high);
  }
  return distance;
}

/**
 * The planes between which a camera draws [m]: all of the scene, and as much of the ground as can be
 * told from the horizon, with enough digits left for depth. `size` is the radius of the scene.
 */
export function depthRange(distance: number, size: number): { near: number; far: number } {
  const near = Math.max(distance - 3 * size, 0.02 * Math.min(distance, size));
  return { near, far: distance + 40 * size };
}
