/** The pose of a frame as programs write it. */
import type { FramePose } from "three-robot-kinematics/stage";

function neat(value: number): string {
  const rounded = Math.round(value * 1e9) / 1e9;
  return String(rounded === 0 ? 0 : rounded);
}

function row(values: readonly number[], between = ", "): string {
  return values.map(neat).join(between);
}

export function poseToNumpy({ matrix }: FramePose): string {
  return `np.array([\n${matrix.map((line) => `    [${row(line)}],`).join("\n")}\n])`;
}

export function poseToUrdf({ position, rpy }: FramePose): string {
  return `<origin xyz="${row(position, " ")}" rpy="${row(rpy, " ")}"/>`;
}

/** geometry_msgs/Pose as YAML. */
export function poseToRos({ position, quaternion }: FramePose): string {
  const [x, y, z] = position.map(neat);
  const [qx, qy, qz, qw] = quaternion.map(neat);
  return `position: {x: ${x}, y: ${y}, z: ${z}}\norientation: {x: ${qx}, y: ${qy}, z: ${qz}, w: ${qw}}`;
}
