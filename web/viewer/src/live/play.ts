import type { JointValue } from "three-robot-kinematics";
import { type Track, type Trajectory, TrajectoryError, timesOf } from "../trajectory/trajectory.js";
import type { PlayMessage, PoseValues } from "./messages.js";

interface Sized {
  readonly dofs: readonly unknown[];
}

interface Posed {
  getJointValues(): ReadonlyMap<string, JointValue>;
}

/** Where a robot is, as messages have it. */
export function poseValues(model: Posed): PoseValues {
  return Object.fromEntries(
    [...model.getJointValues()].map(([name, value]) => [
      name,
      typeof value === "number" ? value : [...value],
    ]),
  );
}

/** A motion sent by the server: rows hold one number per DOF, in the order of the joints. */
export function trajectoryOf(message: PlayMessage, joints: ReadonlyMap<string, Sized>): Trajectory {
  const { times, values } = message;
  const widths = message.joints.map((name) => joints.get(name)?.dofs.length ?? 1);
  const total = widths.reduce((sum, width) => sum + width, 0);
  const odd = values.findIndex((row) => row.length !== total);
  if (odd >= 0)
    throw new TrajectoryError(
      `Sample ${odd + 1} has ${values[odd]?.length} numbers; the joints need ${total}.`,
    );
  let first = 0;
  const tracks: Track[] = message.joints.map((joint, k) => {
    const width = widths[k] as number;
    const own = new Float64Array(values.length * width);
    values.forEach((row, i) => {
      own.set(row.slice(first, first + width), i * width);
    });
    first += width;
    return { joint, width, values: own };
  });
  const name = message.record?.name ?? "From Python";
  return { name, times: timesOf(times, values.length), tracks };
}
