/** Taking a mechanism to given coordinates, its loops closed all the way or not at all. */
import type { Mechanism } from "../kinematics/mechanism.js";
import { page } from "../numerics.js";
import { Closer } from "./close.js";
import { Follower } from "./follow.js";
import type { Island } from "./island.js";

/** What a move came to. */
export interface Outcome {
  /** Whether the loops are closed and everything asked for was reached. */
  converged: boolean;
  /** Largest gap of all loops and couplings in the pose that is left [m and rad]. */
  residual: number;
  /** Newton steps. */
  iterations: number;
  /** Share of the way that was done: 1 if all. */
  fraction: number;
}

export class Mover {
  /** Which coordinates the next `move` shall take where. */
  readonly chosen: Uint8Array;
  readonly target: Float64Array;
  private readonly closers: readonly Closer[];
  private readonly followers: readonly Follower[];
  private readonly inIsland: Uint8Array;
  private readonly before: Float64Array;
  private readonly driven: readonly Uint8Array[];
  private readonly targets: readonly Float64Array[];
  private readonly guess: readonly Float64Array[];
  /** Whether the island at hand was given a guess of what depends. */
  private hinted = false;

  constructor(
    private readonly mechanism: Mechanism,
    readonly islands: readonly Island[],
    private readonly size: number,
  ) {
    this.chosen = new Uint8Array(mechanism.y.length);
    this.target = new Float64Array(mechanism.y.length);
    this.before = new Float64Array(mechanism.y.length);
    this.inIsland = new Uint8Array(mechanism.y.length);
    for (const island of islands) for (const c of island.coordinates) this.inIsland[c] = 1;
    this.closers = islands.map((island) => new Closer(island));
    this.followers = this.closers.map((closer) => new Follower(closer, size));
    this.driven = islands.map((island) => new Uint8Array(island.columns));
    this.targets = islands.map((island) => new Float64Array(island.columns));
    this.guess = islands.map((island) => new Float64Array(island.columns));
  }

  /**
   * Closes every island from the present pose, moving what depends, or else everything. Where that does
   * not close it, zero being a dead centre for instance, further starts are tried.
   */
  assemble(tolerance: number, outcome: Outcome): void {
    begin(outcome);
    for (const closer of this.closers) {
      const { island } = closer;
      closer.iterations = 0;
      closer.release(island.dependent, 1);
      const start = new Float64Array(island.columns);
      island.save(start);
      let closed = closer.close(tolerance);
      if (!closed) closer.releaseAll();
      for (let n = 0; n < page.closeStarts && !closed; n++) {
        island.restore(this.apart(start, island, n));
        closed = closer.close(tolerance);
      }
      if (!closed) {
        island.restore(start);
        outcome.converged = false;
        outcome.fraction = 0;
      }
      outcome.iterations += closer.iterations;
    }
    this.finish(outcome);
  }

  /** Start n: the pose itself first, then ever farther from it. */
  private apart(start: Float64Array, { coordinates }: Island, n: number): Float64Array {
    const { frames, coordinates: all } = this.mechanism;
    const share = n / page.closeStarts;
    return start.map((y, c) => {
      const turns = frames.turns[all.leaders[coordinates[c] as number] as number];
      // Points that fill a cube evenly, column by column: shares of the golden ratio.
      const spread = 2 * ((n * (c + 1) * 0.6180339887498949) % 1) - 1;
      return y + share * spread * (turns ? Math.PI : this.size);
    });
  }

  /**
   * Moves the chosen coordinates to their targets, and forgets them. What cannot be reached leaves the
   * robot as it was, or with `partial` as near as it came.
   */
  move(tolerance: number, partial: boolean, outcome: Outcome): void {
    begin(outcome);
    const { mechanism, before, chosen, target, inIsland } = this;
    before.set(mechanism.y);
    for (let c = 0; c < chosen.length; c++) {
      if (chosen[c] && !inIsland[c]) mechanism.y[c] = target[c] as number;
    }
    for (let n = 0; n < this.islands.length; n++) {
      if (this.collect(n)) this.drive(n, tolerance, outcome);
    }
    chosen.fill(0);
    if (outcome.fraction < 1) {
      outcome.converged = false;
      if (!partial) {
        mechanism.y.set(before);
        outcome.fraction = 0;
      }
    }
    this.finish(outcome);
  }

  /** Sorts what is asked of an island into what is driven and what is a hint. */
  private collect(n: number): boolean {
    const { coordinates, columns, dependent } = this.islands[n] as Island;
    const driven = this.driven[n] as Uint8Array;
    const target = this.targets[n] as Float64Array;
    let any = false;
    let free = false;
    for (let c = 0; c < columns; c++) {
      const coordinate = coordinates[c] as number;
      driven[c] = this.chosen[coordinate] as number;
      target[c] = (driven[c] ? this.target : this.mechanism.y)[coordinate] as number;
      if (driven[c]) any = true;
      if (driven[c] && !dependent[c]) free = true;
    }
    // A whole pose names dependent joints too: they then say in which way it is assembled.
    const guess = this.guess[n] as Float64Array;
    guess.set(target);
    this.hinted = false;
    for (let c = 0; free && c < columns; c++) {
      if (!driven[c] || !dependent[c]) continue;
      driven[c] = 0;
      this.hinted = true;
    }
    // Independent joints that nobody asked to move stay, unless a dependent one is driven.
    for (let c = 0; free && c < columns; c++) if (!dependent[c]) driven[c] = 1;
    return any;
  }

  private drive(n: number, tolerance: number, outcome: Outcome): void {
    const closer = this.closers[n] as Closer;
    const { island } = closer;
    const driven = this.driven[n] as Uint8Array;
    const target = this.targets[n] as Float64Array;
    closer.iterations = 0;
    let share = 0;
    if (this.hinted) {
      island.restore(this.guess[n] as Float64Array);
      closer.release(driven, 0);
      share = closer.close(tolerance) ? 1 : 0;
      if (share < 1) {
        for (let c = 0; c < island.columns; c++) {
          const coordinate = island.coordinates[c] as number;
          this.mechanism.y[coordinate] = this.before[coordinate] as number;
        }
      }
    }
    if (share < 1) share = (this.followers[n] as Follower).follow(driven, target, tolerance);
    outcome.fraction = Math.min(outcome.fraction, share);
    outcome.iterations += closer.iterations;
  }

  /** Brings positions, poses and the residual up to date with y. */
  finish(outcome: Outcome): void {
    this.mechanism.update();
    outcome.residual = 0;
    for (let n = 0; n < this.islands.length; n++) {
      outcome.residual = Math.max(outcome.residual, (this.islands[n] as Island).evaluate());
    }
  }
}

function begin(outcome: Outcome): void {
  outcome.converged = true;
  outcome.residual = 0;
  outcome.iterations = 0;
  outcome.fraction = 1;
}
