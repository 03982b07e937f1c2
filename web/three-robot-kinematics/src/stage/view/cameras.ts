/** A perspective and an orthographic camera that show the same: one is looked through at a time. */
import { OrthographicCamera, PerspectiveCamera, Quaternion, type Ray, Vector3 } from "three";
import type { Projection } from "../types.js";
import { depthRange, frame, type Outline } from "./fit.js";
import type { Orbit, OrbitState } from "./orbit.js";

const fieldOfView = 35;
/** Tangent of half the vertical field of view. */
export const slope = Math.tan((fieldOfView / 2) * (Math.PI / 180));
const point = new Vector3();
const orientation = new Quaternion();

export class Cameras {
  readonly perspective = new PerspectiveCamera(fieldOfView);
  readonly orthographic = new OrthographicCamera();
  projection: Projection = "perspective";
  /** Of the picture [px]. */
  width = 1;
  height = 1;

  get current(): PerspectiveCamera | OrthographicCamera {
    return this[this.projection];
  }

  get aspect(): number {
    return this.width / this.height;
  }

  /** Places both cameras. `size` is the radius of the scene [m]. */
  place(state: OrbitState, size: number): void {
    const { perspective, orthographic } = this;
    state.orientation(orientation);
    const { near, far } = depthRange(state.distance, size);
    perspective.near = near;
    perspective.far = far;
    perspective.aspect = this.aspect;
    const high = slope * state.distance;
    orthographic.top = high;
    orthographic.bottom = -high;
    orthographic.right = high * this.aspect;
    orthographic.left = -orthographic.right;
    // Parallel rays do not start at the camera: what is behind it is in the picture too.
    orthographic.near = state.distance - 10 * Math.max(size, state.distance);
    orthographic.far = state.distance + 10 * Math.max(size, state.distance);
    for (const camera of [perspective, orthographic]) {
      camera.quaternion.copy(orientation);
      camera.position.set(0, 0, state.distance).applyQuaternion(orientation).add(state.target);
      camera.updateMatrixWorld();
      camera.updateProjectionMatrix();
    }
  }

  /** How long a pixel is in the plane through the target [m]. */
  pixel(state: OrbitState): number {
    return (2 * slope * state.distance) / this.height;
  }

  /** How long a pixel is at a point of the world [m]. */
  pixelAt(at: Vector3): number {
    if (this.projection === "orthographic") {
      return (this.orthographic.top - this.orthographic.bottom) / this.height;
    }
    point.copy(at).applyMatrix4(this.perspective.matrixWorldInverse);
    return (2 * slope * Math.max(-point.z, this.perspective.near)) / this.height;
  }

  /** The ray under a place in the picture [px from its left and top]. */
  ray(x: number, y: number, out: Ray): Ray {
    const camera = this.current;
    const u = (2 * x) / this.width - 1;
    const v = 1 - (2 * y) / this.height;
    if (camera instanceof PerspectiveCamera) {
      out.origin.setFromMatrixPosition(camera.matrixWorld);
      out.direction.set(u, v, 0.5).unproject(camera).sub(out.origin).normalize();
    } else {
      out.origin.set(u, v, -1).unproject(camera);
      out.direction.set(0, 0, -1).transformDirection(camera.matrixWorld);
    }
    return out;
  }

  /** The point of the plane through the goal's target that is under a place in the picture. */
  pointUnder(x: number, y: number, goal: OrbitState, out: Vector3): Vector3 {
    const pixel = this.pixel(goal);
    goal.orientation(orientation);
    return out
      .set((x - this.width / 2) * pixel, (this.height / 2 - y) * pixel, 0)
      .applyQuaternion(orientation)
      .add(goal.target);
  }

  /** Sends an orbit to where all points are in the picture, in its middle. */
  fit(outline: Outline, orbit: Orbit): void {
    const { goal } = orbit;
    goal.orientation(orientation);
    const { aspect } = this;
    const orthographic = this.projection === "orthographic";
    const distance = frame(outline, orientation, { slope, aspect, orthographic }, goal.target);
    goal.distance = Math.min(orbit.farthest, Math.max(orbit.nearest, distance));
  }
}
