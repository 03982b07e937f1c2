import type { Dof } from "../extension/data.js";
import type { Coordinates } from "../kinematics/coordinates.js";
import { shared } from "../numerics.js";

export interface Bounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Bounds of each DOF [rad or m], infinite where there is none. */
export class Limits implements Bounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;

  constructor(dofs: readonly Dof[]) {
    this.lower = Float64Array.from(dofs, (dof) => dof.limit.lower ?? Number.NEGATIVE_INFINITY);
    this.upper = Float64Array.from(dofs, (dof) => dof.limit.upper ?? Number.POSITIVE_INFINITY);
  }

  clamp(dof: number, value: number): number {
    return Math.min(Math.max(value, this.lower[dof] as number), this.upper[dof] as number);
  }

  /** Whether a position is outside by more than what rounding makes of a bound. */
  exceeds(dof: number, value: number): boolean {
    const slack = shared.atLimit;
    return (
      value < (this.lower[dof] as number) - slack || value > (this.upper[dof] as number) + slack
    );
  }

  /** Bounds of each coordinate that keep every DOF that follows it within its own. */
  ofCoordinates(coordinates: Coordinates): Bounds {
    const lower = new Float64Array(coordinates.leaders.length).fill(Number.NEGATIVE_INFINITY);
    const upper = new Float64Array(coordinates.leaders.length).fill(Number.POSITIVE_INFINITY);
    coordinates.coordinateOf.forEach((coordinate, dof) => {
      const multiplier = coordinates.multiplier[dof] as number;
      if (multiplier === 0) return;
      const offset = coordinates.offset[dof] as number;
      const ends = [this.lower[dof] as number, this.upper[dof] as number].map(
        (bound) => (bound - offset) / multiplier,
      );
      lower[coordinate] = Math.max(lower[coordinate] as number, Math.min(...ends));
      upper[coordinate] = Math.min(upper[coordinate] as number, Math.max(...ends));
    });
    return { lower, upper };
  }
}
