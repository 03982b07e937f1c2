import type { Coordinates } from "./coordinates.js";
import type { Frames } from "./frames.js";

/** A robot as numbers: coordinates y, positions q of all DOFs, and the poses that follow. */
export class Mechanism {
  readonly y: Float64Array;
  readonly q: Float64Array;
  private readonly everyDof: Int32Array;
  private readonly everyFrame: Int32Array;

  constructor(
    readonly frames: Frames,
    readonly coordinates: Coordinates,
    rest: Float64Array,
  ) {
    this.y = Float64Array.from(coordinates.leaders, (dof) => rest[dof] as number);
    this.q = new Float64Array(rest.length);
    this.everyDof = Int32Array.from(rest, (_, dof) => dof);
    this.everyFrame = Int32Array.from({ length: frames.count - 1 }, (_, i) => i + 1);
    this.update();
  }

  /** Computes every position and pose from y. */
  update(): void {
    this.updatePart(this.everyDof, this.everyFrame);
  }

  /** Computes some positions and poses from y. */
  updatePart(dofs: Int32Array, frames: Int32Array): void {
    this.coordinates.spread(this.y, dofs, this.q);
    this.frames.compute(this.q, frames);
  }
}
