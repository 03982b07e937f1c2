/** Where a link is, seen from any other frame, in URDF's axes. */
import { Euler, Matrix4, Quaternion, Vector3 } from "three";
import type { StageRobot } from "../types.js";

/** URDF's axes in glTF's: x is forward (z), y to the left (x), z up (y). */
const fromUrdf = new Matrix4().makeBasis(
  new Vector3(0, 0, 1),
  new Vector3(1, 0, 0),
  new Vector3(0, 1, 0),
);

/** Where a frame is, in URDF axes. */
export interface FramePose {
  /** [m] */
  readonly position: readonly [number, number, number];
  /** About fixed x, y, z: roll, pitch, yaw [rad]. */
  readonly rpy: readonly [number, number, number];
  readonly quaternion: readonly [x: number, y: number, z: number, w: number];
  /** Row by row. */
  readonly matrix: readonly (readonly number[])[];
}

/** The pose of a link in another link's frame, or in the world's (null); undefined for unknown names. */
export function framePose(
  robot: StageRobot,
  link: string,
  reference: string | null,
): FramePose | undefined {
  const seen = worldFrame(robot, link);
  const from = reference === null ? fromUrdf : worldFrame(robot, reference);
  if (!seen || !from) return undefined;
  const relative = from.clone().invert().multiply(seen);
  const [position, quaternion] = [new Vector3(), new Quaternion()];
  relative.decompose(position, quaternion, new Vector3());
  // A half turn has two quaternions: the one whose w is not negative.
  if (quaternion.w < 0) quaternion.set(-quaternion.x, -quaternion.y, -quaternion.z, -quaternion.w);
  const { x, y, z } = new Euler().setFromQuaternion(quaternion, "ZYX");
  const column = relative.elements;
  return {
    position: position.toArray(),
    rpy: [x, y, z],
    quaternion: quaternion.toArray(),
    matrix: [0, 1, 2, 3].map((row) =>
      [0, 1, 2, 3].map((at) => (row === 3 ? (at === 3 ? 1 : 0) : (column[4 * at + row] as number))),
    ),
  };
}

/** A link's frame with URDF's axes, in the world. */
function worldFrame({ model }: StageRobot, link: string): Matrix4 | undefined {
  const node = model.links.get(link)?.node;
  if (!node) return undefined;
  node.updateWorldMatrix(true, false);
  const basis = (model.source as { basis?: unknown } | undefined)?.basis;
  return basis === "root" ? node.matrixWorld.clone() : node.matrixWorld.clone().multiply(fromUrdf);
}
