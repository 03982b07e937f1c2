import type { Object3D } from "three";
import type { Inertial } from "./extension/data.js";

/** A collision shape: the node carries its pose and nothing to draw. */
export interface RobotCollision {
  readonly node: Object3D;
  /** Index into the file's `meshes`, for shapes given by a mesh. */
  readonly mesh?: number | undefined;
  /** As the file says it, unchecked: `{box | sphere | cylinder | capsule: {...}}`. */
  readonly shape?: unknown;
}

/** A rigid body. `node` is its frame; what is drawn hangs below. */
export interface RobotLink {
  readonly name: string;
  readonly node: Object3D;
  readonly visualNodes: readonly Object3D[];
  readonly collisionNodes: readonly Object3D[];
  readonly collisions: readonly RobotCollision[];
  readonly inertial?: Inertial | undefined;
  /** The joint that carries this link; none for a root. */
  readonly parentJoint?: string | undefined;
}
