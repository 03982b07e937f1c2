import type { Object3D } from "three";
import type { Dof } from "./extension/data.js";

/** A position [rad or m]: a number for one DOF, one number per DOF for several. */
export type JointValue = number | readonly number[];

/** Joint names to values: a Map, or an object's own keys. */
export type JointValues = ReadonlyMap<string, JointValue> | Readonly<Record<string, JointValue>>;

/**
 * What decides a joint's position: nothing (`fixed`), the user (`independent`), loops and couplings
 * (`dependent`), or another joint (`mimic`).
 */
export type JointRole = "fixed" | "independent" | "dependent" | "mimic";

/** Which joint another one follows: position = multiplier * its position + offset. */
export interface RobotMimic {
  readonly joint: string;
  readonly multiplier: number;
  readonly offset: number;
}

/** How one link moves on another. */
export interface RobotJoint {
  readonly name: string;
  readonly type: string;
  readonly role: JointRole;
  readonly parentLink: string;
  readonly childLink: string;
  readonly originNode: Object3D;
  readonly dofNodes: readonly Object3D[];
  readonly dofs: readonly Dof[];
  readonly mimic?: RobotMimic | undefined;
  readonly dynamics?: ReadonlyMap<string, number> | undefined;
  readonly spring?: ReadonlyMap<string, number> | undefined;
  readonly safety?: ReadonlyMap<string, number> | undefined;
  readonly calibration?: ReadonlyMap<string, number> | undefined;
  /** Where it is now. */
  readonly value: JointValue;
}
