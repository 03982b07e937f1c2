/** Coordinates and constraints that only occur together: one block of the Jacobian. */

import { largest } from "../dense.js";
import type { Constraint } from "../kinematics/constraint.js";
import type { Mechanism } from "../kinematics/mechanism.js";

export class Island {
  readonly rows: number;
  readonly columns: number;
  /** phi [m and rad]. */
  readonly residual: Float64Array;
  /** dphi/dy, rows x columns. */
  readonly jacobian: Float64Array;
  /** Column of each coordinate of the mechanism, -1 for the others. */
  readonly columnOf: Int32Array;
  /** Frames and DOFs to be computed anew when the coordinates have changed. */
  readonly frames: Int32Array;
  readonly dofs: Int32Array;
  /** Columns that a user's choice of the others determines. */
  readonly dependent: Uint8Array;

  constructor(
    readonly mechanism: Mechanism,
    readonly constraints: readonly Constraint[],
    readonly coordinates: Int32Array,
  ) {
    this.rows = constraints.reduce((sum, constraint) => sum + constraint.rows, 0);
    this.columns = coordinates.length;
    this.residual = new Float64Array(this.rows);
    this.jacobian = new Float64Array(this.rows * this.columns);
    this.dependent = new Uint8Array(this.columns);
    this.columnOf = new Int32Array(mechanism.y.length).fill(-1);
    coordinates.forEach((coordinate, column) => {
      this.columnOf[coordinate] = column;
    });
    const { frames, coordinates: all } = mechanism;
    const ends = constraints.flatMap((constraint) => constraint.frames);
    this.frames = Int32Array.from(new Set(ends.flatMap((frame) => frames.ancestry(frame))));
    const dofs = Array.from(mechanism.q, (_, dof) => dof);
    this.dofs = Int32Array.from(
      dofs.filter((dof) => this.columnOf[all.coordinateOf[dof] as number] !== -1),
    );
  }

  /** The residual at the mechanism's y; returns its largest entry. */
  evaluate(): number {
    this.mechanism.updatePart(this.dofs, this.frames);
    let row = 0;
    for (let n = 0; n < this.constraints.length; n++) {
      const constraint = this.constraints[n] as Constraint;
      constraint.evaluate(this.mechanism, this.residual, row);
      row += constraint.rows;
    }
    return largest(this.residual, this.rows);
  }

  /** The Jacobian at the point of the last `evaluate`. */
  differentiate(): void {
    this.jacobian.fill(0);
    let row = 0;
    for (let n = 0; n < this.constraints.length; n++) {
      const constraint = this.constraints[n] as Constraint;
      constraint.differentiate(this.mechanism, this.jacobian, row, this.columns, this.columnOf);
      row += constraint.rows;
    }
  }

  /** Copies the island's coordinates out of y. */
  save(out: Float64Array): void {
    for (let c = 0; c < this.columns; c++) {
      out[c] = this.mechanism.y[this.coordinates[c] as number] as number;
    }
  }

  /** Copies the island's coordinates into y; `evaluate` has to follow. */
  restore(from: Float64Array): void {
    for (let c = 0; c < this.columns; c++) {
      this.mechanism.y[this.coordinates[c] as number] = from[c] as number;
    }
  }
}
