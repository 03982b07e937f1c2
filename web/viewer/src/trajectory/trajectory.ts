/** A motion as read from a file, before it is known which robot it is for. */

/** The positions of one joint: `width` numbers per sample [rad and m]. */
export interface Track {
  readonly joint: string;
  readonly width: number;
  /** Row by row. */
  readonly values: Float64Array;
}

/** Columns without names: which joints they are is decided by their number. */
export interface Columns {
  readonly width: number;
  readonly values: Float64Array;
}

export interface Trajectory {
  readonly name: string;
  /** One per sample, never falling, beginning at 0 [s]. */
  readonly times: Float64Array;
  readonly tracks: readonly Track[];
  readonly unnamed?: Columns | undefined;
}

/** A file that is not a trajectory; the message says what was expected. */
export class TrajectoryError extends Error {}

/** Samples per second of files that give no times. */
export const DEFAULT_RATE = 30;

/** Checks times and lets them begin at 0; without any, samples follow at `DEFAULT_RATE`. */
export function timesOf(given: ArrayLike<number> | undefined, count: number): Float64Array {
  if (count === 0) throw new TrajectoryError("The trajectory has no samples.");
  if (!given) return Float64Array.from({ length: count }, (_, i) => i / DEFAULT_RATE);
  if (given.length !== count)
    throw new TrajectoryError(
      `The trajectory has ${count} samples but ${given.length} times; there must be one time per sample.`,
    );
  const start = given[0] ?? 0;
  const times = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const time = (given[i] as number) - start;
    if (!Number.isFinite(time))
      throw new TrajectoryError(`The time of sample ${i + 1} is not a number.`);
    if (i > 0 && time < (times[i - 1] as number))
      throw new TrajectoryError(
        `Time runs backwards at sample ${i + 1}: ${given[i]} s after ${given[i - 1]} s.`,
      );
    times[i] = time;
  }
  return times;
}

export function checkFinite(values: Float64Array, joint: string, width: number): void {
  const index = values.findIndex((value) => !Number.isFinite(value));
  if (index >= 0)
    throw new TrajectoryError(
      `Sample ${Math.floor(index / width) + 1} of "${joint}" is not a number.`,
    );
}
