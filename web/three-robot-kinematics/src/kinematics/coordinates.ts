/**
 * Which numbers are free. A joint that mimics another has none of its own: with one coordinate y per
 * DOF that follows nothing, every DOF is q = multiplier * y + offset, through chains of any length.
 */
import type { JointData } from "../extension/data.js";

export class Coordinates {
  /** First DOF of each joint. */
  readonly firstDof: Int32Array;
  /** Coordinate of each DOF. */
  readonly coordinateOf: Int32Array;
  readonly multiplier: Float64Array;
  readonly offset: Float64Array;
  /** DOF that each coordinate is the position of. */
  readonly leaders: Int32Array;

  /** Joints whose mimics have been checked to be free of cycles. */
  constructor(joints: readonly JointData[]) {
    const sizes = joints.map((joint) => joint.dofs.length);
    const count = sizes.reduce((sum, size) => sum + size, 0);
    this.firstDof = new Int32Array(joints.length);
    sizes.reduce((first, size, i) => {
      this.firstDof[i] = first;
      return first + size;
    }, 0);
    this.coordinateOf = new Int32Array(count).fill(-1);
    this.multiplier = new Float64Array(count).fill(1);
    this.offset = new Float64Array(count);
    const leaders: number[] = [];
    joints.forEach((joint, i) => {
      if (joint.mimic) return;
      for (let k = 0; k < joint.dofs.length; k++) {
        const dof = this.dof(i, k);
        this.coordinateOf[dof] = leaders.push(dof) - 1;
      }
    });
    joints.forEach((_, i) => {
      this.follow(joints, i);
    });
    this.leaders = Int32Array.from(leaders);
  }

  dof(joint: number, k: number): number {
    return (this.firstDof[joint] as number) + k;
  }

  /** Writes the positions of the given DOFs to q. */
  spread(y: Float64Array, dofs: Int32Array, q: Float64Array): void {
    for (let n = 0; n < dofs.length; n++) {
      const dof = dofs[n] as number;
      const own = y[this.coordinateOf[dof] as number] as number;
      q[dof] = (this.multiplier[dof] as number) * own + (this.offset[dof] as number);
    }
  }

  /** Settles a joint through its chain of leaders, the last leader first. */
  private follow(joints: readonly JointData[], start: number): void {
    const chain: number[] = [];
    for (let i = start; joints[i]?.mimic; i = joints[i]?.mimic?.joint as number) chain.push(i);
    for (const i of chain.reverse()) {
      const { mimic, dofs } = joints[i] as JointData;
      if (!mimic) continue;
      for (let k = 0; k < dofs.length; k++) {
        const [own, other] = [this.dof(i, k), this.dof(mimic.joint, k)];
        this.coordinateOf[own] = this.coordinateOf[other] as number;
        this.multiplier[own] = mimic.multiplier * (this.multiplier[other] as number);
        this.offset[own] = mimic.multiplier * (this.offset[other] as number) + mimic.offset;
      }
    }
  }
}
