import type { Quaternion } from "three";
import type { JointData } from "./extension/data.js";
import { RobotKinematicsError } from "./extension/issue.js";
import { handedness, solveAngles } from "./kinematics/orientation.js";
import { quote } from "./names.js";

/** A translation [m]; three's Vector3 is one. */
export interface Translation {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/**
 * The positions that take a floating joint to a pose in its origin node's frame; of a spherical joint,
 * to the rotation alone. `present` is where it is: angles come out at the nearest turn.
 */
export function positionsOf(
  joint: JointData,
  translation: Translation,
  rotation: Quaternion,
  present: readonly number[],
): number[] {
  const axes = (motion: string) =>
    joint.dofs.filter((dof) => dof.motion === motion).map((dof) => dof.axis);
  const [slides, turns] = [axes("translation"), axes("rotation")];
  const ordered = joint.dofs.every(
    (dof, k) => (dof.motion === "translation") === k < slides.length,
  );
  const free = slides.length === 0 || handedness(slides) !== 0;
  if (!ordered || !free || handedness(turns) === 0) {
    throw new RobotKinematicsError(
      `joint ${quote(joint.name)} (${joint.type}) cannot take a pose; only floating joints can, and spherical ones a rotation`,
    );
  }
  if (rotation.length() === 0 || !Number.isFinite(rotation.length())) {
    throw new RobotKinematicsError("a rotation must be a quaternion of non-zero length");
  }
  const { x, y, z } = translation;
  const angles = present.slice(slides.length);
  solveAngles(turns, rotation, angles);
  return [...slides.map((axis) => axis[0] * x + axis[1] * y + axis[2] * z), ...angles];
}
