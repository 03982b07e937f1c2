/** A trajectory on a robot: where its joints are at any time. */
import { type JointValue, kindOf } from "three-robot-kinematics";
import { eulerFromQuaternion, unwrap } from "./rotation.js";
import { type Columns, type Track, type Trajectory, TrajectoryError } from "./trajectory.js";

/** What binding has to know of a joint. */
export interface MovingJoint {
  readonly name: string;
  readonly type: string;
  readonly role: string;
  readonly dofs: readonly { readonly motion: string }[];
}

export class Motion {
  /** [s] */
  readonly duration: number;
  readonly joints: readonly string[];
  private readonly pose = new Map<string, JointValue>();
  private index = 0;

  constructor(
    readonly name: string,
    private readonly times: Float64Array,
    private readonly tracks: readonly Track[],
    /** Names in the file that the robot does not have. */
    readonly ignored: readonly string[],
  ) {
    this.duration = times[times.length - 1] ?? 0;
    this.joints = tracks.map((track) => track.joint);
  }

  /** As it can be written to a file again. */
  get trajectory(): Trajectory {
    const { name, times, tracks } = this;
    return { name, times, tracks };
  }

  get samples(): number {
    return this.times.length;
  }

  /** Positions at a time, straight lines between samples; the same Map every time. */
  sample(time: number): ReadonlyMap<string, JointValue> {
    const { times } = this;
    const i = this.find(time);
    const next = Math.min(i + 1, times.length - 1);
    const [start, end] = [times[i] as number, times[next] as number];
    const share = end > start ? Math.min(1, Math.max(0, (time - start) / (end - start))) : 0;
    for (const { joint, width, values } of this.tracks) {
      const at = (k: number) => {
        const a = values[i * width + k] as number;
        return a + share * ((values[next * width + k] as number) - a);
      };
      this.pose.set(joint, width === 1 ? at(0) : Array.from({ length: width }, (_, k) => at(k)));
    }
    return this.pose;
  }

  /** Last sample at or before a time. Playing asks for neighbours, so search from the last one. */
  private find(time: number): number {
    const { times } = this;
    let i = Math.min(this.index, times.length - 1);
    while (i > 0 && (times[i] as number) > time) i -= 1;
    while (i + 1 < times.length && (times[i + 1] as number) <= time) i += 1;
    this.index = i;
    return i;
  }
}

/** Finds the joints of a robot that a trajectory moves; an Error says why there are none. */
export function bindTrajectory(
  trajectory: Trajectory,
  joints: Iterable<MovingJoint>,
  robot: string,
): Motion {
  const moving = [...joints].filter((joint) => joint.dofs.length > 0);
  const byName = new Map(moving.map((joint) => [joint.name, joint]));
  const named = trajectory.unnamed
    ? nameColumns(trajectory.name, trajectory.unnamed, moving, robot)
    : trajectory.tracks;
  const known = named.filter((track) => byName.has(track.joint));
  const ignored = named.filter((track) => !byName.has(track.joint)).map((track) => track.joint);
  if (known.length === 0)
    throw new TrajectoryError(
      `${trajectory.name} moves no joint of ${robot}: it names ${list(ignored)}; the robot has ${list([...byName.keys()])}.`,
    );
  const tracks = known.map((track) => fit(trajectory.name, track, byName));
  return new Motion(trajectory.name, trajectory.times, tracks, ignored);
}

/** One number per DOF, turns without jumps. */
function fit(name: string, track: Track, byName: ReadonlyMap<string, MovingJoint>): Track {
  const joint = byName.get(track.joint) as MovingJoint;
  const width = joint.dofs.length;
  const count = track.values.length / track.width;
  let { values } = track;
  if (track.width === width + 1 && kindOf(joint.type)?.orientation) {
    // Position, then a unit quaternion, scalar last, as configurations have them.
    const slides = width - 3;
    const turned = new Float64Array(count * width);
    for (let i = 0; i < count; i++) {
      const row = values.subarray(i * track.width, (i + 1) * track.width);
      turned.set(row.subarray(0, slides), i * width);
      turned.set(eulerFromQuaternion(row.subarray(slides)), i * width + slides);
    }
    values = turned;
  } else if (track.width !== width)
    throw new TrajectoryError(
      `${name} has ${track.width} numbers per sample for "${track.joint}" (${joint.type}), which takes ${width}.`,
    );
  else values = values.slice();
  joint.dofs.forEach((dof, k) => {
    const free = kindOf(joint.type)?.bounds[k] === "endless" || width > 1;
    if (dof.motion === "rotation" && free) unwrap(values, k, width);
  });
  return { joint: track.joint, width, values };
}

/** Gives columns without names to all moving joints, or to those that nothing else decides. */
function nameColumns(
  name: string,
  { width, values }: Columns,
  moving: readonly MovingJoint[],
  robot: string,
): Track[] {
  const count = values.length / width;
  const driven = moving.filter((joint) => joint.role === "independent");
  const unled = moving.filter((joint) => joint.role !== "mimic");
  const size = (joints: readonly MovingJoint[]) =>
    joints.reduce((sum, joint) => sum + joint.dofs.length, 0);
  const chosen = [moving, unled, driven].find((joints) => size(joints) === width);
  if (!chosen)
    throw new TrajectoryError(
      `${name} has ${width} columns without names; ${robot} has ${size(moving)} degrees of freedom, ${size(driven)} of them driven. Give the names of the joints.`,
    );
  let first = 0;
  return chosen.map((joint) => {
    const part = joint.dofs.length;
    const own = new Float64Array(count * part);
    for (let i = 0; i < count; i++)
      own.set(values.subarray(i * width + first, i * width + first + part), i * part);
    first += part;
    return { joint: joint.name, width: part, values: own };
  });
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 4).map((name) => `"${name}"`);
  if (names.length > 4) shown.push(`${names.length - 4} more`);
  return shown.join(", ") || "none";
}
