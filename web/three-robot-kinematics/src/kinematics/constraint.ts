import type { Mechanism } from "./mechanism.js";

/** Equations between joint positions, zero where a mechanism is closed [m and rad]. */
export interface Constraint {
  readonly name: string;
  readonly rows: number;
  /** Frames whose poses it needs. */
  readonly frames: readonly number[];
  /** DOFs that change it. */
  readonly dofs: readonly number[];

  /** Writes the residual to `out[row..]`; needs current positions and poses. */
  evaluate(mechanism: Mechanism, out: Float64Array, row: number): void;

  /**
   * Adds the derivative by coordinates to the Jacobian `out`, whose rows have `width` entries;
   * `columnOf` finds a coordinate's column. Valid for the point of the last `evaluate`.
   */
  differentiate(
    mechanism: Mechanism,
    out: Float64Array,
    row: number,
    width: number,
    columnOf: Int32Array,
  ): void;
}
