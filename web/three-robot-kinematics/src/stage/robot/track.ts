/** Animation tracks of DOF nodes as positions of the DOF. */
import { InterpolateDiscrete, type KeyframeTrack } from "three";
import { type Dof, nearestTurn } from "../../index.js";

export class PositionTrack {
  private readonly times: ArrayLike<number>;
  private readonly values: Float64Array;
  private readonly stepped: boolean;

  /** Turns about one axis are joined up from key to key: each is less than half a turn from the last. */
  constructor(track: KeyframeTrack, dof: Dof) {
    const size = dof.motion === "translation" ? 3 : 4;
    const count = track.times.length;
    // A cubic spline has tangents before and after each value; the way between is taken as straight.
    const cubic = track.values.length === 3 * size * count;
    const stride = cubic ? 3 * size : size;
    this.times = track.times;
    this.stepped = track.getInterpolation() === InterpolateDiscrete;
    this.values = new Float64Array(count);
    let present = dof.default;
    for (let i = 0; i < count; i++) {
      const at = stride * i + (cubic ? size : 0);
      present = positionOf(dof, track.values, at, present);
      this.values[i] = present;
    }
  }

  /** The position at a time [s]: [rad or m]. */
  at(time: number): number {
    const { times, values } = this;
    let [low, high] = [0, times.length - 1];
    if (high < 0) return 0;
    if (!(time > (times[0] as number))) return values[0] as number;
    if (time >= (times[high] as number)) return values[high] as number;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((times[middle] as number) <= time) low = middle;
      else high = middle;
    }
    const [a, b] = [values[low] as number, values[high] as number];
    if (this.stepped) return a;
    const span = (times[high] as number) - (times[low] as number);
    return a + ((b - a) * (time - (times[low] as number))) / span;
  }
}

/** What a node's rotation or translation is as a position of its DOF, on the turn nearest to `present`. */
export function positionOf(
  { axis, motion }: Dof,
  values: ArrayLike<number>,
  at: number,
  present: number,
): number {
  const along =
    axis[0] * (values[at] as number) +
    axis[1] * (values[at + 1] as number) +
    axis[2] * (values[at + 2] as number);
  if (motion === "translation") return along;
  return nearestTurn(2 * Math.atan2(along, values[at + 3] as number), present);
}
