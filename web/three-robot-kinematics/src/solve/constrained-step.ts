/**
 * One damped least-squares step that stays on linear constraints: with J of a point (and of how its link
 * is turned), e the way it has to go, K of the loops, phi their gaps and weights W that hold coordinates back,
 *
 *   min |J x - e|² + damping xᵀWx   such that   K x = -phi,
 *
 * by Schur complement: H = JᵀJ + damping W, x0 = H⁻¹Jᵀe, x = x0 - H⁻¹Kᵀ (K H⁻¹ Kᵀ)⁻¹ (K x0 + phi).
 */
import { add, factor, gram, largestDiagonal, multiplyTransposed, substitute } from "../dense.js";
import { page } from "../numerics.js";

export class ConstrainedStep {
  /** How many rows of J and `way` count. */
  tasks = 3;
  /** 6 x n. */
  readonly J: Float64Array;
  /** rows x n. */
  readonly K: Float64Array;
  readonly gaps: Float64Array;
  readonly way = new Float64Array(6);
  /** The answer. */
  readonly x: Float64Array;
  private readonly H: Float64Array;
  /** Row by row the columns of H⁻¹Kᵀ. */
  private readonly X: Float64Array;
  private readonly S: Float64Array;
  private readonly multipliers: Float64Array;

  constructor(
    private readonly rows: number,
    private readonly weights: Float64Array,
  ) {
    const n = weights.length;
    this.J = new Float64Array(6 * n);
    this.K = new Float64Array(rows * n);
    this.gaps = new Float64Array(rows);
    this.x = new Float64Array(n);
    this.H = new Float64Array(n * n);
    this.X = new Float64Array(rows * n);
    this.S = new Float64Array(rows * rows);
    this.multipliers = new Float64Array(rows);
  }

  /** Takes a coordinate out of the problem: its x will be zero. */
  freeze(column: number): void {
    const n = this.weights.length;
    for (let r = 0; r < 6; r++) this.J[r * n + column] = 0;
    for (let r = 0; r < this.rows; r++) this.K[r * n + column] = 0;
  }

  /** Solves for x; false if the numbers do not allow it. */
  solve(damping: number): boolean {
    const { J, H, x, weights, tasks } = this;
    const n = weights.length;
    gram(J, tasks, n, H);
    for (let c = 0; c < n; c++) add(H, c * n + c, damping * (weights[c] as number));
    if (!factor(H, n)) return false;
    multiplyTransposed(J, tasks, n, this.way, x);
    substitute(H, n, x);
    return this.rows === 0 || this.project();
  }

  /** From x0 to the x that keeps to the constraints. */
  private project(): boolean {
    const { K, H, X, S, x, rows, multipliers } = this;
    const n = x.length;
    X.set(K);
    for (let r = 0; r < rows; r++) substitute(H, n, X, r * n);
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = 0;
        for (let c = 0; c < n; c++) sum += (K[i * n + c] as number) * (X[j * n + c] as number);
        S[i * rows + j] = sum;
        S[j * rows + i] = sum;
      }
    }
    // Rows of a loop may depend on each other: a little of the identity picks one solution.
    const added = page.stepIdentity * largestDiagonal(S, rows);
    // Where no coordinate changes any of the rows, there is nothing to keep to.
    if (added === 0) return true;
    for (let r = 0; r < rows; r++) add(S, r * rows + r, added);
    if (!factor(S, rows)) return false;
    for (let r = 0; r < rows; r++) {
      let sum = this.gaps[r] as number;
      for (let c = 0; c < n; c++) sum += (K[r * n + c] as number) * (x[c] as number);
      multipliers[r] = sum;
    }
    substitute(S, rows, multipliers);
    for (let r = 0; r < rows; r++) {
      const multiplier = multipliers[r] as number;
      for (let c = 0; c < n; c++) add(x, c, -(X[r * n + c] as number) * multiplier);
    }
    return true;
  }
}
