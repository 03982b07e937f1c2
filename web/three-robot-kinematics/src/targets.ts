import type { ModelData } from "./extension/data.js";
import { RobotKinematicsError } from "./extension/issue.js";
import { kindOf } from "./extension/kinds.js";
import type { JointValue } from "./joint.js";
import type { Mechanism } from "./kinematics/mechanism.js";
import { nearestTurn } from "./kinematics/orientation.js";
import { quote } from "./names.js";
import type { MoveOptions } from "./result.js";
import type { Limits } from "./solve/limits.js";
import type { Mover } from "./solve/mover.js";

/** From values of joints to targets of coordinates: limits, turns and mimics are seen to here. */
export class Targets {
  /** Joints whose value was cut down to their limits. */
  readonly clamped: string[] = [];

  constructor(
    private readonly joints: ModelData["joints"],
    private readonly mechanism: Mechanism,
    private readonly limits: Limits,
    private readonly mover: Mover,
  ) {}

  clear(): void {
    this.clamped.length = 0;
    this.mover.chosen.fill(0);
  }

  /** Notes where a joint shall go. */
  add(joint: number, value: JointValue, { clamp, wrap }: Required<MoveOptions>): void {
    const { dofs, name, type } = this.joints[joint] as ModelData["joints"][number];
    const count = typeof value === "number" ? 1 : Array.isArray(value) ? value.length : Number.NaN;
    if (count !== dofs.length) {
      throw new RobotKinematicsError(
        `joint ${quote(name)} (${type}) takes ${dofs.length} numbers, not ${JSON.stringify(value)}`,
      );
    }
    for (let k = 0; k < count; k++) {
      const dof = this.mechanism.coordinates.dof(joint, k);
      const given = typeof value === "number" ? value : (value[k] as number);
      if (!Number.isFinite(given)) {
        throw new RobotKinematicsError(`joint ${quote(name)} cannot go to ${given}`);
      }
      const endless = wrap && kindOf(type)?.bounds[k] === "endless";
      const wanted = endless ? nearestTurn(given, this.mechanism.q[dof] as number) : given;
      const allowed = clamp ? this.limits.clamp(dof, wanted) : wanted;
      if (allowed !== wanted && !this.clamped.includes(name)) this.clamped.push(name);
      this.aim(dof, allowed, name);
    }
  }

  /** The coordinate that takes a DOF to a position: its own, or its leader's. */
  private aim(dof: number, position: number, name: string): void {
    const { multiplier, offset, coordinateOf } = this.mechanism.coordinates;
    const factor = multiplier[dof] as number;
    if (factor === 0) {
      throw new RobotKinematicsError(
        `joint ${quote(name)} follows another with multiplier 0 and cannot be moved`,
      );
    }
    const coordinate = coordinateOf[dof] as number;
    this.mover.chosen[coordinate] = 1;
    this.mover.target[coordinate] = (position - (offset[dof] as number)) / factor;
  }
}
