/** From where the scene is seen: cameras, where they are, and where they are going. */
import { Quaternion, Vector3 } from "three";
import { type Vector, vectorFromUrdf, vectorToUrdf } from "../../index.js";
import type { CameraPose, Compass, Position, View } from "../types.js";
import { Cameras } from "./cameras.js";
import type { Outline } from "./fit.js";
import { Orbit } from "./orbit.js";
import { stillness } from "./stillness.js";
import { directions } from "./views.js";

/** How slowly the camera goes to where it is sent, and to where it is dragged [s]. */
const [sentLag, draggedLag] = [0.14, 0.045];
/** Of a camera that goes round by itself [rad/s]. */
const turnPerSecond = 0.35;

/** URDF's axes as glTF has them: x is forward, y to the left, z up. */
const axes = {
  x: new Vector3(0, 0, 1),
  y: new Vector3(1, 0, 0),
  z: new Vector3(0, 1, 0),
} as const;
const view = new Quaternion();
const axis = new Vector3();

export class Viewpoint {
  readonly cameras = new Cameras();
  readonly orbit = new Orbit();
  /** Whether the camera goes round by itself. */
  rotating = false;
  /** Whether the user has chosen a view since the last one that was chosen for him. */
  chosen = false;
  private placed = false;
  /** How far away, in a picture of which shape, the present view was chosen. */
  private reference = { distance: 1, aspect: 1 };

  constructor() {
    this.orbit.turnTo(...directions.iso);
    this.orbit.arrive();
  }

  /** The camera is moved by hand. */
  drag(): void {
    this.orbit.lag = draggedLag;
    this.chosen = true;
    this.refer();
  }

  get pose(): CameraPose {
    const { azimuth, elevation, distance, target } = this.orbit.goal;
    return {
      azimuth,
      elevation,
      distance,
      target: vectorToUrdf(target.toArray()) as Position,
    };
  }

  /** Goes to a view, or to what is given of it. */
  place(pose: Partial<CameraPose>): void {
    const { goal } = this.orbit;
    this.orbit.turnTo(pose.azimuth ?? goal.azimuth, pose.elevation ?? goal.elevation);
    if (pose.distance !== undefined) goal.distance = pose.distance;
    if (pose.target) goal.target.fromArray(vectorFromUrdf(pose.target as Vector));
    this.orbit.lag = sentLag;
    if (!this.placed || stillness()) this.orbit.arrive();
    this.placed = true;
    this.chosen = true;
    this.refer();
  }

  /** The picture has another shape: what was seen in either direction stays in it. */
  reshape(): void {
    const { reference, orbit } = this;
    const distance = reference.distance * Math.max(1, reference.aspect / this.cameras.aspect);
    orbit.now.distance *= distance / orbit.goal.distance;
    orbit.goal.distance = distance;
  }

  turnTo(view: View): void {
    this.orbit.turnTo(...directions[view]);
    this.chosen = true;
  }

  /** Brings points into the picture; the first ones at once. */
  fit(outline: Outline): void {
    this.cameras.fit(outline, this.orbit);
    this.orbit.lag = sentLag;
    if (!this.placed || stillness()) this.orbit.arrive();
    this.placed = true;
    this.refer();
  }

  /** Sets how near and how far the camera goes from a scene of a radius [m]. */
  bound(radius: number): void {
    this.orbit.nearest = 0.02 * radius;
    this.orbit.farthest = 60 * radius;
  }

  /** Which way URDF's axes point in the picture that is shown. */
  compass(out: Compass): Compass {
    this.orbit.now.orientation(view).conjugate();
    for (const name of ["x", "y", "z"] as const) {
      axis.copy(axes[name]).applyQuaternion(view).toArray(out[name]);
    }
    return out;
  }

  /** Goes on for some seconds; false when the camera stands still. */
  advance(seconds: number, held: boolean): boolean {
    if (this.rotating && !held) this.orbit.rotate(turnPerSecond * seconds, 0);
    return this.orbit.settle(seconds) || this.rotating;
  }

  private refer(): void {
    this.reference = { distance: this.orbit.goal.distance, aspect: this.cameras.aspect };
  }
}
