/** From where the scene is seen: cameras, where they are, and where they are going. */
import type { Box3 } from "three";
import type { View } from "../types.js";
import { Cameras } from "./cameras.js";
import { Orbit } from "./orbit.js";
import { directions } from "./views.js";

/** How slowly the camera goes to where it is sent, and to where it is dragged [s]. */
const [sentLag, draggedLag] = [0.14, 0.045];
/** Of a camera that goes round by itself [rad/s]. */
const turnPerSecond = 0.35;

export class Viewpoint {
  readonly cameras = new Cameras();
  readonly orbit = new Orbit();
  /** Whether the camera goes round by itself. */
  rotating = false;
  /** Whether the user has chosen a view since the last one that was chosen for him. */
  chosen = false;
  private placed = false;

  constructor() {
    this.orbit.turnTo(...directions.iso);
    this.orbit.arrive();
  }

  /** The camera is moved by hand. */
  drag(): void {
    this.orbit.lag = draggedLag;
    this.chosen = true;
  }

  turnTo(view: View): void {
    this.orbit.turnTo(...directions[view]);
    this.chosen = true;
  }

  /** Brings a box into the picture; the first one at once. */
  fit(box: Box3): void {
    this.cameras.fit(box, this.orbit);
    this.orbit.lag = sentLag;
    if (!this.placed || stillness()) this.orbit.arrive();
    this.placed = true;
  }

  /** Sets how near and how far the camera goes from a scene of a radius [m]. */
  bound(radius: number): void {
    this.orbit.nearest = 0.02 * radius;
    this.orbit.farthest = 60 * radius;
  }

  /** Goes on for some seconds; false when the camera stands still. */
  advance(seconds: number, held: boolean): boolean {
    if (this.rotating && !held) this.orbit.rotate(turnPerSecond * seconds, 0);
    return this.orbit.settle(seconds) || this.rotating;
  }
}

/** Whether the user wants no movement on the page. */
function stillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
