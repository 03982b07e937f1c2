import type { Quaternion } from "three";
import type { Outcome } from "./solve/mover.js";

/**
 * What a move came to. A robot returns the same object every time, so that moving it makes no garbage:
 * copy what has to outlive the next move.
 */
export interface MoveResult extends Readonly<Outcome> {
  /** Joints whose wanted value was cut down to their limits. */
  readonly clamped: readonly string[];
  /** Followers and dependent joints that this pose takes out of their limits. */
  readonly beyond: readonly string[];
}

/** What dragging a link came to; the same object every time. */
export interface DragResult {
  /** Whether the link is where it was dragged to, loops closed. */
  readonly converged: boolean;
  /** How far the point is from its target [m, in world units]. */
  readonly distance: number;
  /** How far the link is from the orientation that was asked for [rad]; 0 where none was. */
  readonly angle: number;
  /** Largest gap of all loops and couplings [m and rad]. */
  readonly residual: number;
  readonly iterations: number;
}

/** How joints are moved. */
export interface MoveOptions {
  /** Keep to the joint's limits (default), or go beyond them. */
  readonly clamp?: boolean;
  /** Take continuous joints the short way round: to the turn nearest to where they are. */
  readonly wrap?: boolean;
  /** Go as far as the loops allow instead of not at all. */
  readonly partial?: boolean;
}

/** How a link is dragged. */
export interface DragOptions {
  /** How near is near enough [m, in world units]; 1e-4 by default. */
  readonly precision?: number;
  /** Which way the link is to be turned, in world space; without it the link turns as it likes. */
  readonly orientation?: Quaternion;
  /** How near to that orientation is near enough [rad]; 1e-3 by default. */
  readonly anglePrecision?: number;
  /** Links that stay where they are, and as they are turned, whatever is dragged. */
  readonly hold?: Iterable<string>;
}

/** How a robot moves where a move does not say otherwise, and how exactly its loops close. */
export interface RobotOptions extends MoveOptions {
  /** Loops count as closed up to this gap [m and rad]; 1e-6 by default. */
  readonly tolerance?: number;
}
