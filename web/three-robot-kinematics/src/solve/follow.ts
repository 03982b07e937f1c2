/**
 * Driving some coordinates of an island from where they are to where they shall be, the others
 * following. Long ways are cut into steps: each goes along the tangent, then closes. A mechanism has
 * several ways to be assembled, and this keeps it in the one it is in.
 */
import { page } from "../numerics.js";
import type { Closer } from "./close.js";

const {
  followLongestStep: longestStep,
  followWidestCorrection: widestCorrection,
  followHalvings: halvings,
  followSteps: patience,
} = page;

export class Follower {
  private readonly start: Float64Array;
  private readonly held: Float64Array;
  private readonly predicted: Float64Array;
  private readonly closed: Float64Array;
  private readonly right: Float64Array;
  /** One step of each column [rad or m] that is neither short nor long. */
  private readonly scale: Float64Array;

  constructor(
    private readonly closer: Closer,
    size: number,
  ) {
    const { island } = closer;
    this.start = new Float64Array(island.columns);
    this.held = new Float64Array(island.columns);
    this.predicted = new Float64Array(island.columns);
    this.closed = new Float64Array(island.columns);
    this.right = new Float64Array(island.rows);
    this.scale = Float64Array.from(island.coordinates, (coordinate) => {
      const { frames, coordinates } = island.mechanism;
      return frames.turns[coordinates.leaders[coordinate] as number] ? 1 : size;
    });
  }

  /**
   * Moves the columns marked in `driven` to `target` (by column); returns the share of the way that
   * was done, 1 if all. The mechanism is left at the last closed pose.
   */
  follow(driven: Uint8Array, target: Float64Array, tolerance: number): number {
    const { closer, start, held } = this;
    const { island } = closer;
    closer.release(driven, 0);
    island.save(start);
    const span = this.longest(start, target, driven, 1) / longestStep;
    const widest = span > 1 ? 1 / span : 1;
    const narrowest = widest / 2 ** halvings;
    let step = widest;
    let done = 0;
    while (done < 1) {
      const next = done + step >= 1 - 1e-12 ? 1 : done + step;
      island.save(held);
      this.predict(driven, target, next - done);
      this.drive(driven, target, next);
      island.save(this.predicted);
      if (closer.close(tolerance, patience) && this.correction(driven) <= widestCorrection) {
        done = next;
        step = Math.min(widest, 1.5 * step);
        continue;
      }
      island.restore(held);
      island.evaluate();
      step = (next - done) / 2;
      if (step < narrowest) break;
    }
    return done;
  }

  private predict(driven: Uint8Array, target: Float64Array, share: number): void {
    const { closer, start, right } = this;
    const { island } = closer;
    island.evaluate();
    island.differentiate();
    for (let r = 0; r < island.rows; r++) {
      let sum = 0;
      for (let c = 0; c < island.columns; c++) {
        if (!driven[c]) continue;
        const way = share * ((target[c] as number) - (start[c] as number));
        sum += (island.jacobian[r * island.columns + c] as number) * way;
      }
      right[r] = sum;
    }
    closer.linearise();
    if (closer.solve(right, 1e-13, -1)) closer.advance(1);
  }

  private drive(driven: Uint8Array, target: Float64Array, share: number): void {
    const { mechanism, coordinates } = this.closer.island;
    for (let c = 0; c < driven.length; c++) {
      if (!driven[c]) continue;
      const from = this.start[c] as number;
      const to = target[c] as number;
      mechanism.y[coordinates[c] as number] = share === 1 ? to : from + share * (to - from);
    }
  }

  /** How far closing went from the tangent. */
  private correction(driven: Uint8Array): number {
    this.closer.island.save(this.closed);
    return this.longest(this.predicted, this.closed, driven, 0);
  }

  private longest(a: Float64Array, b: Float64Array, driven: Uint8Array, value: 0 | 1): number {
    let found = 0;
    for (let c = 0; c < driven.length; c++) {
      if (driven[c] !== value) continue;
      const way = Math.abs((b[c] as number) - (a[c] as number)) / (this.scale[c] as number);
      found = Math.max(found, way);
    }
    return found;
  }
}
