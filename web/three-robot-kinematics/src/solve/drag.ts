/**
 * Inverse kinematics of one point of a link, and of its orientation where one is asked for, through the
 * loops and within the limits: damped least-squares steps along the loops, each closed exactly, each
 * counting only if it came nearer.
 */
import { add } from "../dense.js";
import { POSE_SIZE } from "../kinematics/frames.js";
import type { Mechanism } from "../kinematics/mechanism.js";
import { pointMotion } from "../kinematics/point-motion.js";
import { rotationWay } from "../kinematics/rotation-way.js";
import { page } from "../numerics.js";
import { Closer } from "./close.js";
import { ConstrainedStep } from "./constrained-step.js";
import { HELD_ROWS, HeldFrame } from "./held-frame.js";
import type { Island } from "./island.js";
import type { Bounds } from "./limits.js";

const {
  dragSteps: stepLimit,
  dragFirstDamping: firstDamping,
  dragLeastDamping: leastDamping,
  dragMostDamping: mostDamping,
  dragLongestStep: longestStep,
  dragLeastGain: leastGain,
  dragAtBound: atBound,
  dragRadian: radian,
  dragHeld: heldWithin,
} = page;

/** Where a point of a link is to go, and how the link is to be turned, in root axes. */
export interface DragGoal {
  /** In the link's frame [m]. */
  readonly point: Float64Array;
  readonly target: Float64Array;
  /** A unit quaternion x, y, z, w; none leaves the link to turn as it likes. */
  orientation: Float64Array | undefined;
}

/** How near is near enough. */
export interface DragPrecision {
  /** [m] */
  readonly distance: number;
  /** [rad] */
  readonly angle: number;
}

export class Dragger {
  /** How far the point is from its target [m]. */
  distance = 0;
  /** How far the link is from the orientation that was asked for [rad]. */
  angle = 0;
  iterations = 0;
  /** Length that a radian counts as [m]. */
  private readonly lever: number;
  private readonly step: ConstrainedStep;
  private readonly chain: readonly number[];
  private readonly coordinates: Int32Array;
  private readonly columnOf: Int32Array;
  /** A long way for each coordinate [rad or m]. */
  private readonly units: Float64Array;
  private readonly closers: readonly Closer[];
  private readonly motion = new Float64Array(6);
  private readonly before: Float64Array;
  private readonly frozen: Uint8Array;
  private readonly held: readonly HeldFrame[];

  /** Frames that are `held` stay where they are. */
  constructor(
    private readonly mechanism: Mechanism,
    private readonly frame: number,
    islands: readonly Island[],
    private readonly bounds: Bounds,
    size: number,
    held: readonly number[] = [],
  ) {
    const { frames, coordinates } = mechanism;
    this.lever = radian * size;
    this.chain = frames.dofsAbove(frame);
    this.held = held.map((other) => new HeldFrame(mechanism, other, this.lever));
    const carrying = [this.chain, ...this.held.map(({ chain }) => chain)].flat();
    const own = new Set(carrying.map((dof) => coordinates.coordinateOf[dof] as number));
    const joined = islands.filter((island) => island.coordinates.some((c) => own.has(c)));
    for (const island of joined) for (const c of island.coordinates) own.add(c);
    this.coordinates = Int32Array.from(own).sort();
    this.columnOf = new Int32Array(mechanism.y.length).fill(-1);
    this.coordinates.forEach((coordinate, column) => {
      this.columnOf[coordinate] = column;
    });
    this.units = Float64Array.from(this.coordinates, (coordinate) =>
      frames.turns[coordinates.leaders[coordinate] as number] ? 1 : size,
    );
    this.closers = joined.map((island) => new Closer(island));
    const rows = joined.reduce((sum, island) => sum + island.rows, HELD_ROWS * held.length);
    // A radian moves about as much as the robot's size does.
    const weights = this.units.map((unit) => (size / unit) ** 2);
    this.step = new ConstrainedStep(rows, weights);
    this.before = new Float64Array(this.coordinates.length);
    this.frozen = new Uint8Array(this.coordinates.length);
  }

  /** Brings the link as near to its goal as it gets. */
  drag(goal: DragGoal, precision: DragPrecision, tolerance: number): void {
    this.iterations = 0;
    this.step.tasks = goal.orientation ? 6 : 3;
    let left = this.measure(goal);
    for (const one of this.held) one.note();
    let damping = firstDamping;
    while (this.iterations < stepLimit && !this.arrived(precision) && damping < mostDamping) {
      this.iterations++;
      const start = left;
      this.save();
      this.linearise(goal);
      if (this.solve(damping) && this.advance(tolerance) && this.keep(tolerance)) {
        left = this.measure(goal);
        if (left < start) {
          if (left > start * (1 - leastGain)) return;
          damping = Math.max(leastDamping, damping / 4);
          continue;
        }
      }
      this.restore();
      left = this.measure(goal);
      damping *= 8;
    }
  }

  private arrived(precision: DragPrecision): boolean {
    return this.distance <= precision.distance && this.angle <= precision.angle;
  }

  /** Updates the poses and the way to go; returns its length, turns counted by the lever. */
  private measure({ point, target, orientation }: DragGoal): number {
    this.mechanism.update();
    const { poses } = this.mechanism.frames;
    const { way } = this.step;
    const at = POSE_SIZE * this.frame;
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      let x = poses[at + 9 + k] as number;
      for (let j = 0; j < 3; j++) x += (poses[at + 3 * k + j] as number) * (point[j] as number);
      const left = (target[k] as number) - x;
      way[k] = left;
      sum += left * left;
    }
    this.distance = Math.sqrt(sum);
    this.angle = orientation ? rotationWay(poses, this.frame, orientation, way, 3) : 0;
    for (let k = 3; k < 6; k++) way[k] = orientation ? (way[k] as number) * this.lever : 0;
    return Math.hypot(this.distance, this.lever * this.angle);
  }

  private linearise({ target }: DragGoal): void {
    const { mechanism, motion, lever } = this;
    const { J, way } = this.step;
    const n = this.coordinates.length;
    const x = (target[0] as number) - (way[0] as number);
    const y = (target[1] as number) - (way[1] as number);
    const z = (target[2] as number) - (way[2] as number);
    J.fill(0);
    for (let i = 0; i < this.chain.length; i++) {
      const dof = this.chain[i] as number;
      const column = this.columnOf[mechanism.coordinates.coordinateOf[dof] as number] as number;
      pointMotion(mechanism.frames, dof, x, y, z, motion);
      const rate = mechanism.coordinates.multiplier[dof] as number;
      for (let k = 0; k < 3; k++) {
        add(J, k * n + column, rate * (motion[3 + k] as number));
        add(J, (3 + k) * n + column, rate * lever * (motion[k] as number));
      }
    }
    this.constrain();
  }

  /** What loops and held frames ask of the step. */
  private constrain(): void {
    const { K, gaps } = this.step;
    const n = this.coordinates.length;
    K.fill(0);
    let row = 0;
    for (let i = 0; i < this.closers.length; i++) {
      const { island } = this.closers[i] as Closer;
      island.evaluate();
      island.differentiate();
      for (let r = 0; r < island.rows; r++, row++) {
        gaps[row] = island.residual[r] as number;
        for (let c = 0; c < island.columns; c++) {
          const column = this.columnOf[island.coordinates[c] as number] as number;
          K[row * n + column] = island.jacobian[r * island.columns + c] as number;
        }
      }
    }
    for (const one of this.held) {
      one.measure();
      gaps.set(one.gap, row);
      one.differentiate(K, row, n, this.columnOf);
      row += HELD_ROWS;
    }
  }

  /** Brings held frames back to where they were: a step follows a straight line, and they turn. */
  private keep(tolerance: number): boolean {
    if (this.held.length === 0) return true;
    const { step, frozen } = this;
    for (let attempt = 0; attempt < 8; attempt++) {
      this.mechanism.update();
      if (this.held.every((one) => one.measure() <= heldWithin)) return true;
      step.J.fill(0);
      this.constrain();
      frozen.forEach((on, column) => {
        if (on) step.freeze(column);
      });
      if (!step.solve(1) || !this.advance(tolerance)) return false;
    }
    return false;
  }

  /** The step; coordinates that would leave their bounds are held and the rest is solved again. */
  private solve(damping: number): boolean {
    const { step, frozen, coordinates, mechanism, bounds } = this;
    frozen.fill(0);
    for (;;) {
      if (!step.solve(damping)) return false;
      let held = false;
      for (let c = 0; c < coordinates.length; c++) {
        const coordinate = coordinates[c] as number;
        const y = mechanism.y[coordinate] as number;
        const x = step.x[c] as number;
        const blocked =
          (x > 0 && y >= (bounds.upper[coordinate] as number) - atBound) ||
          (x < 0 && y <= (bounds.lower[coordinate] as number) + atBound);
        if (frozen[c] || !blocked) continue;
        held = true;
        frozen[c] = 1;
        step.freeze(c);
      }
      if (!held) return true;
    }
  }

  /** Takes the step, as long as it may be, and closes the loops; false if they stay open. */
  private advance(tolerance: number): boolean {
    const { coordinates, mechanism, units } = this;
    const { x } = this.step;
    let longest = 0;
    for (let c = 0; c < x.length; c++) {
      longest = Math.max(longest, Math.abs(x[c] as number) / (units[c] as number));
    }
    const share = longest > longestStep ? longestStep / longest : 1;
    for (let c = 0; c < x.length; c++) {
      add(mechanism.y, coordinates[c] as number, share * (x[c] as number));
    }
    // Closing may take another coordinate out of its bounds: it is put there, and the rest closed again.
    for (let attempt = 0; attempt < 4; attempt++) {
      const inside = this.clamp();
      if (inside && attempt > 0) return true;
      if (!this.close(tolerance)) return false;
    }
    return this.clamp();
  }

  /** Puts coordinates that left their bounds back onto them; true if none had. */
  private clamp(): boolean {
    const { coordinates, mechanism, bounds } = this;
    let inside = true;
    for (let c = 0; c < coordinates.length; c++) {
      const coordinate = coordinates[c] as number;
      if (this.frozen[c]) continue;
      // What was outside already may come in as far as it likes, but go no further out.
      const start = this.before[c] as number;
      const lower = Math.min(bounds.lower[coordinate] as number, start);
      const upper = Math.max(bounds.upper[coordinate] as number, start);
      const y = mechanism.y[coordinate] as number;
      if (y >= lower - atBound && y <= upper + atBound) continue;
      mechanism.y[coordinate] = y > upper ? upper : lower;
      this.frozen[c] = 1;
      inside = false;
    }
    return inside;
  }

  private close(tolerance: number): boolean {
    for (let i = 0; i < this.closers.length; i++) {
      const closer = this.closers[i] as Closer;
      closer.freeCount = 0;
      for (let c = 0; c < closer.island.columns; c++) {
        const column = this.columnOf[closer.island.coordinates[c] as number] as number;
        if (!this.frozen[column]) closer.free[closer.freeCount++] = c;
      }
      if (!closer.close(tolerance)) return false;
    }
    return true;
  }

  private save(): void {
    for (let c = 0; c < this.before.length; c++) {
      this.before[c] = this.mechanism.y[this.coordinates[c] as number] as number;
    }
  }

  private restore(): void {
    for (let c = 0; c < this.before.length; c++) {
      this.mechanism.y[this.coordinates[c] as number] = this.before[c] as number;
    }
  }
}
