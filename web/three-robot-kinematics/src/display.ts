import type { ModelData } from "./extension/data.js";
import { type BoundDof, slideOf } from "./kinematics/frames.js";
import type { Mechanism } from "./kinematics/mechanism.js";
import type { Limits } from "./solve/limits.js";

/** Writing positions to the nodes of a scene. */
export class Display {
  /** Joints that are out of their limits. */
  readonly beyond: string[] = [];
  private readonly names: readonly string[];

  constructor(
    joints: ModelData["joints"],
    private readonly dofs: readonly BoundDof[],
    private readonly limits: Limits,
  ) {
    this.names = joints.flatMap((joint) => joint.dofs.map(() => joint.name));
  }

  /** Sets the channel of every DOF's node: quat(axis, q), or axis * q. */
  show({ q }: Mechanism): void {
    this.beyond.length = 0;
    for (let dof = 0; dof < q.length; dof++) {
      const { node, axis, motion } = this.dofs[dof] as BoundDof;
      const position = q[dof] as number;
      const along = position * slideOf(this.dofs[dof] as BoundDof);
      if (motion !== "rotation")
        node.position.set(axis[0] * along, axis[1] * along, axis[2] * along);
      if (motion !== "translation") {
        const sine = Math.sin(position / 2);
        node.quaternion.set(axis[0] * sine, axis[1] * sine, axis[2] * sine, Math.cos(position / 2));
      }
      const name = this.names[dof] as string;
      if (this.limits.exceeds(dof, position) && !this.beyond.includes(name)) this.beyond.push(name);
    }
  }
}
