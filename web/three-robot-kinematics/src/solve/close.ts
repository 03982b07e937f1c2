/** Closing loops: Levenberg-Marquardt on the free coordinates, which ends as Newton's method. */
import { add, factor, gram, largestDiagonal, multiplyTransposed, substitute } from "../dense.js";
import { page } from "../numerics.js";
import type { Island } from "./island.js";

const {
  goal,
  closeSteps: patience,
  closeLeastDamping: leastDamping,
  closeFirstDamping: firstDamping,
  closeMostDamping: mostDamping,
} = page;

export class Closer {
  /** Columns that may change: set the first `freeCount` entries of `free`. */
  readonly free: Int32Array;
  freeCount = 0;
  /** Largest residual at the end, and steps taken since the counter was last set. */
  residual = 0;
  iterations = 0;
  readonly step: Float64Array;
  private readonly J: Float64Array;
  private readonly A: Float64Array;
  private readonly L: Float64Array;
  private readonly gradient: Float64Array;

  constructor(readonly island: Island) {
    const { rows, columns } = island;
    this.free = new Int32Array(columns);
    this.step = new Float64Array(columns);
    this.J = new Float64Array(rows * columns);
    this.A = new Float64Array(columns * columns);
    this.L = new Float64Array(columns * columns);
    this.gradient = new Float64Array(columns);
  }

  /** Lets all columns change for which `chosen` has the given value. */
  release(chosen: Uint8Array, value: 0 | 1): void {
    this.freeCount = 0;
    for (let c = 0; c < this.island.columns; c++) {
      if (chosen[c] === value) this.free[this.freeCount++] = c;
    }
  }

  /** Lets every column change. */
  releaseAll(): void {
    this.freeCount = this.island.columns;
    for (let c = 0; c < this.freeCount; c++) this.free[c] = c;
  }

  /**
   * Moves the free coordinates until the residual is at most `tolerance`; false if it stays open after
   * `limit` solves.
   */
  close(tolerance: number, limit = patience): boolean {
    const { island } = this;
    this.residual = island.evaluate();
    let cost = this.cost();
    let damping = leastDamping;
    const last = this.iterations + limit;
    while (this.iterations < last && this.residual > goal) {
      island.differentiate();
      this.linearise();
      const before = cost;
      while (damping < mostDamping && this.iterations < last) {
        this.iterations++;
        if (this.solve(island.residual, damping, -1)) {
          this.advance(1);
          const residual = island.evaluate();
          const found = this.cost();
          if (found < cost) {
            this.residual = residual;
            cost = found;
            break;
          }
          this.advance(-1);
          island.evaluate();
        }
        damping = Math.max(firstDamping, 10 * damping);
      }
      // An overdetermined linkage with rounded numbers has a floor above the goal.
      const stuck = cost > 0.98 * before;
      if (stuck && (this.residual <= tolerance || cost === before)) break;
      damping = Math.max(leastDamping, 0.01 * damping);
    }
    return this.residual <= tolerance;
  }

  /** Takes the free columns of the island's Jacobian, and their normal matrix. */
  linearise(): void {
    const { island, J, free, freeCount } = this;
    for (let r = 0; r < island.rows; r++) {
      for (let c = 0; c < freeCount; c++) {
        J[r * freeCount + c] = island.jacobian[r * island.columns + (free[c] as number)] as number;
      }
    }
    gram(J, island.rows, freeCount, this.A);
  }

  /** step = sign (JᵀJ + damping)⁻¹ Jᵀ right; false if nothing can be solved. */
  solve(right: Float64Array, damping: number, sign: number): boolean {
    const { A, L, step, freeCount: n } = this;
    const added = damping * largestDiagonal(A, n);
    for (let i = 0; i < n * n; i++) L[i] = A[i] as number;
    for (let i = 0; i < n; i++) add(L, i * n + i, added);
    if (!factor(L, n)) return false;
    multiplyTransposed(this.J, this.island.rows, n, right, this.gradient);
    for (let i = 0; i < n; i++) step[i] = sign * (this.gradient[i] as number);
    substitute(L, n, step);
    return true;
  }

  /** Adds a multiple of the step to the free coordinates. */
  advance(share: number): void {
    const { mechanism, coordinates } = this.island;
    for (let c = 0; c < this.freeCount; c++) {
      const coordinate = coordinates[this.free[c] as number] as number;
      add(mechanism.y, coordinate, share * (this.step[c] as number));
    }
  }

  private cost(): number {
    let sum = 0;
    const { residual, rows } = this.island;
    for (let r = 0; r < rows; r++) sum += (residual[r] as number) ** 2;
    return sum;
  }
}
