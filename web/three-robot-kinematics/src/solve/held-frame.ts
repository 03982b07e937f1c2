/** A frame that stays where it is while others are dragged: six more constraints, as a loop has them. */
import { add } from "../dense.js";
import { POSE_SIZE } from "../kinematics/frames.js";
import type { Mechanism } from "../kinematics/mechanism.js";
import { pointMotion } from "../kinematics/point-motion.js";
import { rotationOf, rotationWay } from "../kinematics/rotation-way.js";

/** How many constraints a held frame has. */
export const HELD_ROWS = 6;
const motion = new Float64Array(6);

export class HeldFrame {
  /** How far it is from where it was, turns counted by the lever [m]. */
  readonly gap = new Float64Array(HELD_ROWS);
  readonly chain: readonly number[];
  private readonly position = new Float64Array(3);
  private readonly orientation = new Float64Array(4);

  constructor(
    private readonly mechanism: Mechanism,
    private readonly frame: number,
    private readonly lever: number,
  ) {
    this.chain = mechanism.frames.dofsAbove(frame);
  }

  /** It is to stay where it is now; poses are up to date. */
  note(): void {
    const { poses } = this.mechanism.frames;
    for (let k = 0; k < 3; k++) this.position[k] = poses[POSE_SIZE * this.frame + 9 + k] as number;
    rotationOf(poses, this.frame, this.orientation);
  }

  /** Brings `gap` up to date with the poses; returns its largest entry. */
  measure(): number {
    const { gap, position, frame, lever } = this;
    const { poses } = this.mechanism.frames;
    rotationWay(poses, frame, this.orientation, gap, 3);
    let largest = 0;
    for (let k = 0; k < 3; k++) {
      gap[k] = (poses[POSE_SIZE * frame + 9 + k] as number) - (position[k] as number);
      gap[3 + k] = -lever * (gap[3 + k] as number);
      largest = Math.max(largest, Math.abs(gap[k] as number), Math.abs(gap[3 + k] as number));
    }
    return largest;
  }

  /** Adds how the gap changes with each coordinate to rows of K, which has n columns. */
  differentiate(K: Float64Array, row: number, n: number, columnOf: Int32Array): void {
    const { mechanism, frame, lever, chain } = this;
    const { frames, coordinates } = mechanism;
    const at = POSE_SIZE * frame + 9;
    const [x, y, z] = frames.poses.subarray(at, at + 3) as unknown as [number, number, number];
    for (const dof of chain) {
      const column = columnOf[coordinates.coordinateOf[dof] as number] as number;
      const rate = coordinates.multiplier[dof] as number;
      pointMotion(frames, dof, x, y, z, motion);
      for (let k = 0; k < 3; k++) {
        add(K, (row + k) * n + column, rate * (motion[3 + k] as number));
        add(K, (row + 3 + k) * n + column, rate * lever * (motion[k] as number));
      }
    }
  }
}
