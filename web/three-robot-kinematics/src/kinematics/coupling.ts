import { add } from "../dense.js";
import type { CouplingData } from "../extension/data.js";
import type { Constraint } from "./constraint.js";
import type { Mechanism } from "./mechanism.js";

/**
 * Gears and belts: sum of positions towards the predecessor = ratio * sum towards the successor, one
 * row for each of the DOFs that the coupled joints have.
 */
export class CouplingConstraint implements Constraint {
  readonly name: string;
  readonly rows: number;
  readonly frames: readonly number[] = [];
  readonly dofs: readonly number[];
  private readonly factors: readonly number[];

  /** Joints of each side as lists of DOFs, all of the same length. */
  constructor(
    data: CouplingData,
    predecessor: readonly (readonly number[])[],
    successor: readonly (readonly number[])[],
  ) {
    this.name = data.name;
    this.rows = [...predecessor, ...successor][0]?.length ?? 0;
    this.dofs = [...predecessor, ...successor].flat();
    this.factors = [...predecessor.flat().map(() => 1), ...successor.flat().map(() => -data.ratio)];
  }

  evaluate({ q }: Mechanism, out: Float64Array, row: number): void {
    out.fill(0, row, row + this.rows);
    for (let n = 0; n < this.dofs.length; n++) {
      const position = q[this.dofs[n] as number] as number;
      add(out, row + (n % this.rows), (this.factors[n] as number) * position);
    }
  }

  differentiate(
    { coordinates }: Mechanism,
    out: Float64Array,
    row: number,
    width: number,
    columnOf: Int32Array,
  ): void {
    for (let n = 0; n < this.dofs.length; n++) {
      const dof = this.dofs[n] as number;
      const column = columnOf[coordinates.coordinateOf[dof] as number] as number;
      const rate = (this.factors[n] as number) * (coordinates.multiplier[dof] as number);
      add(out, (row + (n % this.rows)) * width + column, rate);
    }
  }
}
