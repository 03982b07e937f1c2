/** Trajectories as numpy saves them: `np.savez("motion.npz", q=Q, t=t, joints=names)`. */

import { readZip } from "../zip.js";
import { type NpyArray, type NumericArray, readNpy } from "./npy.js";
import {
  checkFinite,
  type Track,
  type Trajectory,
  TrajectoryError,
  timesOf,
} from "./trajectory.js";

const EXPECTED =
  "expected q (samples × joints), and optionally t (times) and joints (names), as np.savez writes them; or one array per joint";

const POSITIONS = ["q", "Q", "positions", "values"];
const TIMES = ["t", "time", "times"];
const NAMES = ["joints", "names", "joint_names"];

export async function readNpz(name: string, bytes: Uint8Array): Promise<Trajectory> {
  const arrays = new Map<string, NpyArray>();
  for (const [member, data] of await readZip(name, bytes))
    if (member.endsWith(".npy"))
      arrays.set(member.slice(0, -4), readNpy(`${member} in ${name}`, data));
  const times = pick(arrays, TIMES);
  const given = times?.kind === "numbers" ? times.values : undefined;
  const positions = pick(arrays, POSITIONS);
  if (positions) {
    const names = pick(arrays, NAMES);
    return fromMatrix(name, positions, given, names?.kind === "text" ? names.values : undefined);
  }
  const tracks: Track[] = [];
  for (const [joint, array] of arrays) {
    if (array.kind !== "numbers" || array === times) continue;
    const [, width] = rowsOf(name, joint, array);
    checkFinite(array.values, joint, width);
    tracks.push({ joint, width, values: array.values });
  }
  const count = tracks[0] ? tracks[0].values.length / tracks[0].width : 0;
  if (count === 0 || tracks.some((track) => track.values.length / track.width !== count))
    throw new TrajectoryError(
      `${name} holds ${[...arrays.keys()].join(", ") || "no arrays"}; ${EXPECTED}.`,
    );
  return { name, times: timesOf(given, count), tracks };
}

/** A single saved array: rows are samples. */
export function readMatrix(name: string, bytes: Uint8Array): Trajectory {
  return fromMatrix(name, readNpy(name, bytes), undefined, undefined);
}

function fromMatrix(
  name: string,
  positions: NpyArray,
  times: Float64Array | undefined,
  names: readonly string[] | undefined,
): Trajectory {
  if (positions.kind !== "numbers")
    throw new TrajectoryError(`${name} contains text instead of positions; ${EXPECTED}.`);
  const [count, width] = rowsOf(name, "q", positions);
  const { values } = positions;
  checkFinite(values, "q", width);
  if (!names) return { name, times: timesOf(times, count), tracks: [], unnamed: { width, values } };
  if (names.length !== width)
    throw new TrajectoryError(`${name} names ${names.length} joints but q has ${width} columns.`);
  const tracks = [...columnsOf(names)].map(([joint, columns]) => ({
    joint,
    width: columns.length,
    values: Float64Array.from(
      { length: count * columns.length },
      (_, i) =>
        values[
          Math.floor(i / columns.length) * width + (columns[i % columns.length] as number)
        ] as number,
    ),
  }));
  return { name, times: timesOf(times, count), tracks };
}

/** The columns of every joint: `ball[0]`, `ball[1]`, ... in this order belong to `ball`. */
function columnsOf(names: readonly string[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  names.forEach((name, column) => {
    const [, joint = name, part] = /^(.*)\[(\d+)\]$/.exec(name) ?? [];
    const before = found.get(joint) ?? [];
    if (part !== undefined && Number(part) === before.length) found.set(joint, [...before, column]);
    else found.set(name, [column]);
  });
  return found;
}

function rowsOf(
  name: string,
  key: string,
  { shape }: NumericArray,
): [count: number, width: number] {
  if (shape.length < 1 || shape.length > 2)
    throw new TrajectoryError(
      `${key} in ${name} has ${shape.length} dimensions; rows of samples were expected.`,
    );
  return [shape[0] ?? 0, shape[1] ?? 1];
}

function pick(
  arrays: ReadonlyMap<string, NpyArray>,
  keys: readonly string[],
): NpyArray | undefined {
  const key = keys.find((candidate) => arrays.has(candidate));
  return key === undefined ? undefined : arrays.get(key);
}
