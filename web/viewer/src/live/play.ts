import { type Track, type Trajectory, TrajectoryError, timesOf } from "../trajectory/trajectory.js";
import type { PlayMessage } from "./messages.js";

interface Sized {
  readonly dofs: readonly unknown[];
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
  return { name: "From Python", times: timesOf(times, values.length), tracks };
}
