export {
  extentFromUrdf,
  extentToUrdf,
  type Quaternion,
  quaternionFromUrdf,
  quaternionToUrdf,
  type Vector,
  vectorFromUrdf,
  vectorToUrdf,
} from "./basis.js";
export type { RobotEventMap } from "./events.js";
export {
  type Dof,
  EXTENSION_NAME,
  type Inertial,
  type JointType,
  type Limit,
  type LoopType,
  type ModelData,
} from "./extension/data.js";
export { type Issue, RobotKinematicsError, type Severity } from "./extension/issue.js";
export { type JointKind, jointKinds, kindOf, type MotionType } from "./extension/kinds.js";
export { type Extension, readExtension } from "./extension/read-model.js";
export type { JointRole, JointValue, JointValues, RobotJoint, RobotMimic } from "./joint.js";
export { nearestTurn } from "./kinematics/orientation.js";
export type { RobotCollision, RobotLink } from "./link.js";
export type { RobotCoupling, RobotLoop } from "./loop.js";
export { closed as closedLevels } from "./numerics.js";
export { type Parser, type PluginOptions, RobotKinematicsPlugin, robotsOf } from "./plugin.js";
export type { Translation } from "./pose.js";
export type { DragOptions, DragResult, MoveOptions, MoveResult, RobotOptions } from "./result.js";
export { Robot } from "./robot.js";
