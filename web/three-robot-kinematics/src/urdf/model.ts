/** A robot description as URDF and URDF+ have it: plain data, by name and in document order. */
import type { Vector } from "../basis.js";
import type { JointType } from "../extension/kinds.js";
import type { Finding, Position } from "./finding.js";

/** A frame in its parent; the angles turn about the fixed axes x, then y, then z. */
export interface Pose {
  /** [m] */
  readonly xyz: Vector;
  /** Roll, pitch, yaw [rad]. */
  readonly rpy: Vector;
}

/** A colour; each number from 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** A file as the description has it, and the address it is loaded from. */
export interface FileReference {
  readonly filename: string;
  /** With packages and the working path resolved; absent where a package is not known. */
  readonly url?: string | undefined;
}

/** Colours are sRGB. With neither colour nor texture, it refers to the robot's material of that name. */
export interface Material {
  readonly name: string;
  readonly color?: Rgba | undefined;
  readonly texture?: FileReference | undefined;
}

/** Lengths in metres; cylinders and capsules lie along z, `length` is that between the half spheres. */
export type Geometry =
  | { readonly type: "box"; readonly size: Vector }
  | { readonly type: "sphere"; readonly radius: number }
  | { readonly type: "cylinder"; readonly radius: number; readonly length: number }
  | { readonly type: "capsule"; readonly radius: number; readonly length: number }
  | ({ readonly type: "mesh"; readonly scale: Vector } & FileReference)
  | { readonly type: "other" };

/** A shape that is seen. */
export interface Visual {
  readonly geometry: Geometry;
  readonly origin: Pose;
  readonly material?: Material | undefined;
  readonly name?: string | undefined;
}

/** A shape that is used for collisions. */
export interface Collision {
  readonly geometry: Geometry;
  readonly origin: Pose;
  readonly name?: string | undefined;
}

/** About the centre of mass, in the axes of the inertial's origin [kg m²]. */
export interface Inertia {
  readonly ixx: number;
  readonly iyy: number;
  readonly izz: number;
  readonly ixy: number;
  readonly ixz: number;
  readonly iyz: number;
}

/** Mass and inertia of a link. */
export interface LinkInertial {
  /** [kg] */
  readonly mass: number;
  readonly inertia: Inertia;
  readonly origin: Pose;
}

/** A rigid part of the robot. */
export interface Link {
  readonly name: string;
  readonly inertial?: LinkInertial | undefined;
  readonly visuals: readonly Visual[];
  readonly collisions: readonly Collision[];
  /** A coarser shape for checks of the robot against itself. */
  readonly selfCollisionChecking?: Collision | undefined;
}

/** What the description leaves out is absent. */
export interface JointLimit {
  /** [rad or m] */
  readonly lower?: number | undefined;
  readonly upper?: number | undefined;
  /** [N m or N] */
  readonly effort?: number | undefined;
  /** [rad/s or m/s] */
  readonly velocity?: number | undefined;
}

/** Damping and friction of a joint. */
export interface Dynamics {
  readonly damping?: number | undefined;
  readonly friction?: number | undefined;
}

/** A spring at a joint: effort -stiffness (position - rest). */
export interface Spring {
  /** [N m/rad or N/m] */
  readonly stiffness: number;
  /** [rad or m] */
  readonly rest: number;
}

/** Soft limits of a joint and the gains that keep to them. */
export interface SafetyController {
  readonly softLowerLimit?: number | undefined;
  readonly softUpperLimit?: number | undefined;
  readonly kPosition?: number | undefined;
  readonly kVelocity?: number | undefined;
}

/** Where a joint's reference switch is. */
export interface Calibration {
  readonly rising?: number | undefined;
  readonly falling?: number | undefined;
  readonly referencePosition?: number | undefined;
}

/** Position = multiplier * that of the other joint + offset. */
export interface Mimic {
  readonly joint: string;
  readonly multiplier: number;
  readonly offset: number;
}

/** What moves about or along axes: a joint, or a loop. */
export interface Moving {
  readonly name: string;
  readonly type: JointType;
  readonly axis: Vector;
  /** The second axis of a universal joint, where the description has one. */
  readonly axis2?: Vector | undefined;
  /** Of a screw: how far it goes in one turn [m]. */
  readonly pitch?: number | undefined;
}

/** A joint between two links. */
export interface Joint extends Moving {
  readonly parent: string;
  readonly child: string;
  /** The joint's frame in the parent link. */
  readonly origin: Pose;
  readonly limit?: JointLimit | undefined;
  readonly dynamics?: Dynamics | undefined;
  readonly spring?: Spring | undefined;
  readonly mimic?: Mimic | undefined;
  readonly safetyController?: SafetyController | undefined;
  readonly calibration?: Calibration | undefined;
  /** URDF+'s choice of coordinates; absent where the description has none. */
  readonly independent?: boolean | undefined;
}

/** A joint that closes a loop between two links of the tree (URDF+). */
export interface Loop extends Moving {
  readonly predecessor: string;
  readonly successor: string;
  readonly predecessorOrigin: Pose;
  readonly successorOrigin: Pose;
}

/** Sum of positions towards the predecessor = ratio * sum of positions towards the successor (URDF+). */
export interface Coupling {
  readonly name: string;
  readonly predecessor: string;
  readonly successor: string;
  readonly ratio: number;
}

/** A whole description, as typed data. */
export interface RobotModel {
  readonly name: string;
  readonly version?: string | undefined;
  /** The first link that is no joint's child. */
  readonly root?: string | undefined;
  readonly links: ReadonlyMap<string, Link>;
  readonly joints: ReadonlyMap<string, Joint>;
  readonly loops: ReadonlyMap<string, Loop>;
  readonly couplings: ReadonlyMap<string, Coupling>;
  readonly materials: ReadonlyMap<string, Material>;
  readonly findings: readonly Finding[];
  /** Where a part was written: `locate("joint[elbow]", "limit", "lower")`, or what is there of it. */
  readonly locate: (part: string, ...inside: readonly string[]) => Position | undefined;
}
