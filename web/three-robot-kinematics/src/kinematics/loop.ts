/**
 * A joint that closes a loop: what it forbids of the successor's frame S in the predecessor's frame P.
 *
 *   slides   along directions of P: u.d, with d from P's origin to S's
 *   axis     2 sin(t/2) along two directions across the axis, t the angle between its two images
 *   all      2 sin(t/2) n, for the rotation by t about n that is left between P and S
 *   thread   a screw's slide along its axis less lead times its angle, whole turns aside
 *   cross    the cosine between the two axes of a universal joint, less its proper value
 *
 * All are smooth, and zero only where the loop is closed: a flipped axis gives 2, not 0. Each row has a
 * vector that multiplies a velocity of S's origin seen from P (slides) or an angular velocity (turns).
 */

import type { Vector } from "../basis.js";
import { add } from "../dense.js";
import type { LoopData } from "../extension/data.js";
import { jointKinds } from "../extension/kinds.js";
import type { Constraint } from "./constraint.js";
import { POSE_SIZE } from "./frames.js";
import type { Mechanism } from "./mechanism.js";
import { pointMotion } from "./point-motion.js";
import { angleAbout, withinTurn } from "./thread.js";
import { demandAll, demandAxis, demandCross, type Turning, turn } from "./turning.js";

const turningRows: Record<Turning, number> = { all: 3, axis: 2, cross: 1, any: 0 };

export class LoopConstraint implements Constraint {
  readonly name: string;
  readonly rows: number;
  readonly frames: readonly number[];
  readonly dofs: readonly number[];
  private readonly turning: Turning;
  private readonly directions: readonly Vector[];
  private readonly across: readonly [Vector, Vector];
  private readonly signs: readonly number[];
  private readonly demands = new Float64Array(3 * 6);
  private readonly motion = new Float64Array(6);
  private readonly lead: number;
  private readonly thread = new Float64Array(3);

  constructor(
    private readonly data: LoopData,
    private readonly predecessor: number,
    private readonly successor: number,
    mechanism: Mechanism,
  ) {
    const { slides, turning, lead } = jointKinds[data.type];
    this.lead = lead ? (data.pitch ?? 0) / (2 * Math.PI) : 0;
    this.name = data.name;
    this.turning = turning;
    this.across = perpendicular(data.axis);
    this.directions = [...this.across, data.axis].filter((_, k) => slides[k]);
    this.rows = this.directions.length + turningRows[turning];
    this.frames = [predecessor, successor];
    // Joints above both ends move the whole loop and change nothing in it.
    const [p, s] = this.frames.map((frame) => mechanism.frames.dofsAbove(frame)) as [
      number[],
      number[],
    ];
    const [below, above] = [
      p.filter((dof) => !s.includes(dof)),
      s.filter((dof) => !p.includes(dof)),
    ];
    this.dofs = [...below, ...above];
    this.signs = [...below.map(() => -1), ...above.map(() => 1)];
  }

  evaluate({ frames: { poses } }: Mechanism, out: Float64Array, row: number): void {
    const P = POSE_SIZE * this.predecessor;
    const S = POSE_SIZE * this.successor;
    const dx = (poses[S + 9] as number) - (poses[P + 9] as number);
    const dy = (poses[S + 10] as number) - (poses[P + 10] as number);
    const dz = (poses[S + 11] as number) - (poses[P + 11] as number);
    const { demands, directions } = this;
    for (let k = 0; k < directions.length; k++) {
      const at = 3 * k;
      turn(poses, P, directions[k] as Vector, demands, at);
      out[row + k] =
        dx * (demands[at] as number) +
        dy * (demands[at + 1] as number) +
        dz * (demands[at + 2] as number);
    }
    if (this.lead !== 0) {
      // The last direction is the axis: what a screw is off its thread, whole turns aside.
      const last = row + directions.length - 1;
      const angle = angleAbout(poses, P, S, this.across, this.thread);
      out[last] = withinTurn((out[last] as number) - this.lead * angle, this.lead);
    }
    const at = 3 * directions.length;
    const to = row + directions.length;
    const { axis, axis2 } = this.data;
    if (this.turning === "axis") demandAxis(poses, P, S, axis, this.across, demands, at, out, to);
    else if (this.turning === "all") demandAll(poses, P, S, demands, at, out, to);
    else if (this.turning === "cross") {
      demandCross(poses, P, S, axis, axis2 as Vector, demands, at, out, to);
    }
  }

  differentiate(
    { frames, coordinates }: Mechanism,
    out: Float64Array,
    row: number,
    width: number,
    columnOf: Int32Array,
  ): void {
    const { dofs, signs, demands, motion } = this;
    const S = POSE_SIZE * this.successor + 9;
    const x = frames.poses[S] as number;
    const y = frames.poses[S + 1] as number;
    const z = frames.poses[S + 2] as number;
    for (let n = 0; n < dofs.length; n++) {
      const dof = dofs[n] as number;
      const column = columnOf[coordinates.coordinateOf[dof] as number] as number;
      const factor = (signs[n] as number) * (coordinates.multiplier[dof] as number);
      pointMotion(frames, dof, x, y, z, motion);
      for (let k = 0; k < this.rows; k++) {
        const part = k < this.directions.length ? 3 : 0;
        const rate =
          (demands[3 * k] as number) * (motion[part] as number) +
          (demands[3 * k + 1] as number) * (motion[part + 1] as number) +
          (demands[3 * k + 2] as number) * (motion[part + 2] as number);
        add(out, (row + k) * width + column, factor * rate);
      }
      if (this.lead !== 0) {
        const rate =
          (this.thread[0] as number) * (motion[0] as number) +
          (this.thread[1] as number) * (motion[1] as number) +
          (this.thread[2] as number) * (motion[2] as number);
        const last = row + this.directions.length - 1;
        add(out, last * width + column, -factor * this.lead * rate);
      }
    }
  }
}

function unit(k: number): Vector {
  return [Number(k === 0), Number(k === 1), Number(k === 2)];
}

/** Two unit vectors across a unit vector and each other. */
function perpendicular([x, y, z]: Vector): [Vector, Vector] {
  const k = Math.abs(x) < 0.6 ? 0 : Math.abs(y) < 0.6 ? 1 : 2;
  const a = [x, y, z][k] as number;
  const [ex, ey, ez] = unit(k);
  const rest = [ex - a * x, ey - a * y, ez - a * z] as const;
  const length = Math.hypot(...rest);
  const [u, v, w] = rest.map((part) => part / length) as [number, number, number];
  return [
    [u, v, w],
    [y * w - z * v, z * u - x * w, x * v - y * u],
  ];
}
