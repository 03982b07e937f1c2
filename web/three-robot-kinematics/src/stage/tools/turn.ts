/** Turning a joint with the pointer: what value takes the grabbed point to the pointer's ray. */
import { type Object3D, Plane, type Ray, Vector3 } from "three";
import type { Dof } from "../../index.js";
import { nearestTurn } from "../../index.js";

/** Below this sine between ray and plane, the plane is seen too much from the side to point at it. */
const edgeOn = 0.25;

const point = new Vector3();
const arm = new Vector3();
const side = new Vector3();
const plane = new Plane();

/** An axis in the world: a point on it and a unit direction. */
export interface Axis {
  readonly origin: Vector3;
  readonly direction: Vector3;
}

/** The axis of a DOF as it is now. */
export function axisOf(dof: Dof, node: Object3D): Axis {
  const parent = node.parent as Object3D;
  const direction = new Vector3().fromArray(dof.axis).transformDirection(parent.matrixWorld);
  return { origin: new Vector3().setFromMatrixPosition(node.matrixWorld), direction };
}

/**
 * The angle about an axis from a point to where a ray meets the plane in which the point turns [rad];
 * undefined where the ray misses it or meets the axis.
 */
export function angleToRay(
  { origin, direction }: Axis,
  from: Vector3,
  ray: Ray,
): number | undefined {
  plane.setFromNormalAndCoplanarPoint(direction, from);
  if (!ray.intersectPlane(plane, point)) return undefined;
  point.sub(origin);
  point.addScaledVector(direction, -point.dot(direction));
  arm.copy(from).sub(origin);
  arm.addScaledVector(direction, -arm.dot(direction));
  if (point.lengthSq() < 1e-6 * arm.lengthSq() || arm.lengthSq() === 0) return undefined;
  side.crossVectors(direction, arm);
  return Math.atan2(point.dot(side), point.dot(arm));
}

/**
 * How far along a direction the point of the line through `from` is that is nearest to a ray [m];
 * undefined where both run the same way.
 */
export function slideToRay(direction: Vector3, from: Vector3, ray: Ray): number | undefined {
  // Nearest points of two lines: with b = d·r and w = from - origin, s = (b (r·w) - d·w) / (1 - b²).
  const b = direction.dot(ray.direction);
  const denominator = 1 - b * b;
  if (denominator < 1e-3) return undefined;
  point.copy(from).sub(ray.origin);
  return (b * ray.direction.dot(point) - direction.dot(point)) / denominator;
}

/** Follows a pointer with one DOF, from the value at which it was grabbed. */
export class TurnDrag {
  private value: number;
  private readonly start: number;
  private readonly sideways: boolean;
  private readonly tangent = new Vector3();
  private readonly radius: number;

  /** `grabbed` is the point that was taken hold of, in the world. */
  constructor(
    private readonly motion: Dof["motion"],
    private readonly axis: Axis,
    private readonly grabbed: Vector3,
    ray: Ray,
    value: number,
  ) {
    this.start = value;
    this.value = value;
    arm.copy(grabbed).sub(axis.origin);
    arm.addScaledVector(axis.direction, -arm.dot(axis.direction));
    this.radius = arm.length();
    this.sideways = Math.abs(ray.direction.dot(axis.direction)) < edgeOn;
    this.tangent.crossVectors(axis.direction, arm).normalize();
    // A point that turns towards the viewer or away from him shows no way to go: across the picture then.
    if (this.sideways && 1 - this.tangent.dot(ray.direction) ** 2 < 0.15) {
      this.tangent.crossVectors(axis.direction, ray.direction).negate().normalize();
    }
  }

  /** The value that a pointer's ray stands for [rad or m]. */
  follow(ray: Ray): number {
    if (this.motion === "translation") {
      const way = slideToRay(this.axis.direction, this.grabbed, ray);
      if (way !== undefined) this.value = this.start + way;
    } else if (this.sideways) {
      const way = slideToRay(this.tangent, this.grabbed, ray);
      // Along the tangent one radius is a radian: more than the point itself moves, but never stuck.
      if (way !== undefined && this.radius > 0) this.value = this.start + way / this.radius;
    } else {
      const angle = angleToRay(this.axis, this.grabbed, ray);
      if (angle !== undefined) this.value = nearestTurn(this.start + angle, this.value);
    }
    return this.value;
  }
}
