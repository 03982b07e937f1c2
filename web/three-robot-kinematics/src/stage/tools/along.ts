/** Pulling along one axis of the world, or in one of its planes: where a pointer's ray puts a point. */
import { Plane, type Ray, Vector3 } from "three";
import type { Along } from "../types.js";

type Axis = "x" | "y" | "z";
type Free = Exclude<Along, "any">;

/** Ways to pull that have something to take hold of. */
export const ways = ["x", "y", "z", "xy", "yz", "xz"] as const satisfies readonly Free[];

/** The axes of URDF in the scene's: x is forward (z), y to the left (x), z up (y). */
const directions: Readonly<Record<Axis, Vector3>> = {
  x: new Vector3(0, 0, 1),
  y: new Vector3(1, 0, 0),
  z: new Vector3(0, 1, 0),
};

/** One axis for a line, two for a plane. */
export function axesOf(along: Free): readonly Vector3[] {
  return [...along].map((axis) => directions[axis as Axis]);
}

/** Rays that all but run along a line, or in a plane, say nothing of where on it they point. */
const leastSine = 0.05;
const plane = new Plane();
const across = new Vector3();
const hit = new Vector3();

/** Where on the line or plane through `start` a ray points, relative to `start`; false if nowhere. */
export function wayTo(ray: Ray, start: Vector3, along: Free, out: Vector3): boolean {
  const [first, second] = axesOf(along) as [Vector3, Vector3 | undefined];
  across.crossVectors(first, second ?? ray.direction);
  // For a line: the plane that holds it and faces the ray.
  if (!second) {
    if (across.length() < leastSine) return false;
    across.cross(first);
  }
  across.normalize();
  if (Math.abs(across.dot(ray.direction)) < leastSine) return false;
  plane.setFromNormalAndCoplanarPoint(across, start);
  if (!ray.intersectPlane(plane, hit)) return false;
  hit.sub(start);
  if (second) out.copy(hit);
  else out.copy(first).multiplyScalar(hit.dot(first));
  return true;
}
