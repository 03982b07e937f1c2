/** EXT_robot_kinematics after reading: every index is valid, every axis has length one. */
import type { Quaternion, Vector } from "../basis.js";
import type { JointType, MotionType } from "./kinds.js";

/** The name of the glTF extension, as files have it. */
export const EXTENSION_NAME = "EXT_robot_kinematics";

export type { JointType };

/** Loops are closed by joints of the same types. */
export type LoopType = JointType;

/** The bounds of a DOF. */
export interface Limit {
  /** [rad or m], as `upper`; absent where there is no bound. */
  readonly lower?: number | undefined;
  readonly upper?: number | undefined;
  /** [rad/s or m/s] */
  readonly velocity?: number | undefined;
  /** [N m or N] */
  readonly effort?: number | undefined;
}

/** One scalar degree of freedom: one channel of one node. */
export interface Dof {
  readonly motion: MotionType;
  /** In the frame of the DOF node's parent. */
  readonly axis: Vector;
  readonly limit: Limit;
  /** Position of the authored pose [rad or m]. */
  readonly default: number;
  /** Of a screw: how far it goes in one turn [m]. */
  readonly pitch?: number | undefined;
}

export interface MimicData {
  readonly joint: number;
  readonly multiplier: number;
  readonly offset: number;
}

export interface JointData {
  readonly name: string;
  /** One of `JointType`, or a name this version does not know: its DOFs say how it moves. */
  readonly type: string;
  readonly parentLink: number;
  readonly childLink: number;
  readonly originNode: number;
  readonly dofNodes: readonly number[];
  readonly dofs: readonly Dof[];
  readonly mimic?: MimicData | undefined;
  readonly independent?: boolean | undefined;
  readonly dynamics?: ReadonlyMap<string, number> | undefined;
  readonly spring?: ReadonlyMap<string, number> | undefined;
  readonly safety?: ReadonlyMap<string, number> | undefined;
  readonly calibration?: ReadonlyMap<string, number> | undefined;
}

/** Mass and inertia of a link. */
export interface Inertial {
  /** [kg] */
  readonly mass: number;
  /** [m], in the link frame. */
  readonly centerOfMass: Vector;
  /** Principal moments [kg m²], about the axes of `inertiaOrientation`. */
  readonly inertiaDiagonal: Vector;
  readonly inertiaOrientation: Quaternion;
}

export interface CollisionData {
  /** Carries the pose, and nothing to draw. */
  readonly node: number;
  readonly mesh?: number | undefined;
  /** As the file says it, unchecked: `{box | sphere | cylinder | capsule: {...}}`. */
  readonly shape?: unknown;
}

export interface LinkData {
  readonly name: string;
  readonly node: number;
  readonly visualNodes: readonly number[];
  readonly collisionNodes: readonly number[];
  readonly collisions: readonly CollisionData[];
  readonly inertial?: Inertial | undefined;
}

export interface LoopData {
  readonly name: string;
  readonly type: LoopType;
  readonly predecessorLink: number;
  readonly successorLink: number;
  readonly predecessorNode: number;
  readonly successorNode: number;
  /** In the predecessor's frame, which has the same axis in the successor's. */
  readonly axis: Vector;
  /** Of a universal loop, in the successor's frame. */
  readonly axis2?: Vector | undefined;
  /** Of a screw: how far it goes in one turn [m]. */
  readonly pitch?: number | undefined;
}

/** Sum of positions towards the predecessor = ratio * sum of positions towards the successor. */
export interface CouplingData {
  readonly name: string;
  readonly predecessorLink: number;
  readonly successorLink: number;
  readonly ratio: number;
}

/** Per joint: one number per DOF, or null to leave the joint as it is. */
export type ConfigurationData = readonly (readonly number[] | null)[];

/** A robot as the extension describes it, checked, with nodes as indices of the file. */
export interface ModelData {
  /** "robot" where the file has none; several models may have the same. */
  readonly name: string;
  /** JSON pointer to where it stands in the file. */
  readonly pointer: string;
  readonly rootNode: number;
  readonly links: readonly LinkData[];
  readonly joints: readonly JointData[];
  readonly loops: readonly LoopData[];
  readonly couplings: readonly CouplingData[];
  readonly configurations: ReadonlyMap<string, ConfigurationData>;
  readonly source?: unknown;
}
