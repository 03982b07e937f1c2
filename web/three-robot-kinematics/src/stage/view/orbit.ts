/**
 * A camera's place on a sphere about a point. What is asked for is the goal; the present follows it
 * smoothly, and at every scale alike: distances change by factors, never by metres.
 */
import { type Quaternion, Vector3 } from "three";

export class OrbitState {
  readonly target = new Vector3();
  /** About +Y, from +Z towards +X [rad]. */
  azimuth = 0;
  /** Above the ground [rad]. */
  elevation = 0;
  /** From target to camera [m]. */
  distance = 1;

  copy(other: OrbitState): this {
    this.target.copy(other.target);
    this.azimuth = other.azimuth;
    this.elevation = other.elevation;
    this.distance = other.distance;
    return this;
  }

  /** The camera's orientation: R = Ry(azimuth) Rx(-elevation), which knows no pole. */
  orientation(out: Quaternion): Quaternion {
    const [sa, ca] = [Math.sin(this.azimuth / 2), Math.cos(this.azimuth / 2)];
    const [se, ce] = [Math.sin(-this.elevation / 2), Math.cos(-this.elevation / 2)];
    return out.set(ca * se, sa * ce, -sa * se, ca * ce);
  }
}

const gap = new Vector3();
const right = new Vector3();
const up = new Vector3();
const steepest = Math.PI / 2;
/** Where the present counts as arrived: a fraction of a pixel. */
const arrived = 1e-4;

export class Orbit {
  readonly now = new OrbitState();
  readonly goal = new OrbitState();
  nearest = 1e-3;
  farthest = 1e3;
  /** How slowly the present follows [s]. */
  lag = 0.06;

  rotate(byAzimuth: number, byElevation: number): void {
    const { goal } = this;
    goal.azimuth += byAzimuth;
    goal.elevation = Math.min(steepest, Math.max(-steepest, goal.elevation + byElevation));
  }

  /** Moves the target in the plane of the picture [m]. */
  pan(toRight: number, upwards: number, orientation: Quaternion): void {
    right.set(1, 0, 0).applyQuaternion(orientation);
    up.set(0, 1, 0).applyQuaternion(orientation);
    this.goal.target.addScaledVector(right, toRight).addScaledVector(up, upwards);
  }

  /** Changes the distance by a factor; `fixed` keeps its place in the picture. */
  zoom(factor: number, fixed?: Vector3): void {
    const { goal } = this;
    const distance = Math.min(this.farthest, Math.max(this.nearest, goal.distance * factor));
    const share = distance / goal.distance;
    goal.distance = distance;
    if (fixed) goal.target.sub(fixed).multiplyScalar(share).add(fixed);
  }

  /** Looks from a direction, going there the short way round. */
  turnTo(azimuth: number, elevation: number): void {
    const turns = Math.round((this.goal.azimuth - azimuth) / (2 * Math.PI));
    this.goal.azimuth = azimuth + 2 * Math.PI * turns;
    this.goal.elevation = elevation;
  }

  /** Puts the present where the goal is. */
  arrive(): void {
    this.now.copy(this.goal);
  }

  /** Goes on for some seconds; false when there is nothing left to go. */
  settle(seconds: number): boolean {
    const { now, goal } = this;
    const share = 1 - Math.exp(-seconds / this.lag);
    gap.subVectors(goal.target, now.target);
    const zoom = Math.log(goal.distance / now.distance);
    const off = Math.max(
      gap.length() / now.distance,
      Math.abs(goal.azimuth - now.azimuth),
      Math.abs(goal.elevation - now.elevation),
      Math.abs(zoom),
    );
    if (!(off > arrived)) {
      this.arrive();
      return off > 0;
    }
    now.target.addScaledVector(gap, share);
    now.azimuth += share * (goal.azimuth - now.azimuth);
    now.elevation += share * (goal.elevation - now.elevation);
    now.distance *= Math.exp(share * zoom);
    return true;
  }
}
