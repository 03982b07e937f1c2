/** Trajectories as JSON: what `fourbar trace` writes, and the plain forms people write by hand. */
import {
  checkFinite,
  type Track,
  type Trajectory,
  TrajectoryError,
  timesOf,
} from "./trajectory.js";

const EXPECTED =
  'expected {"joint": [numbers], ...}, optionally with "time", a list of {"joint": number}, or what `fourbar trace` writes';

const TIMES = ["time", "times", "t", "timestamp"];

type Row = number | readonly number[];
type Fields = Readonly<Record<string, unknown>>;

export function readJson(name: string, text: string): Trajectory {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new TrajectoryError(`${name} is not JSON: ${(error as Error).message}`);
  }
  if (Array.isArray(data)) return readSamples(name, data);
  if (!isFields(data)) throw new TrajectoryError(`${name} is not a trajectory; ${EXPECTED}.`);
  const names = data.joints ?? data.joint_names ?? data.names;
  if (Array.isArray(names)) return readTable(name, data, names.map(String));
  if (isFields(data.positions)) return readSeries(name, data.positions, data);
  return readSeries(name, data, data);
}

/** {joint: [value per sample]}, of which one may be the time. */
function readSeries(name: string, series: Fields, about: Fields): Trajectory {
  const timeKey = TIMES.find((key) => Array.isArray(about[key]));
  const tracks: Track[] = [];
  for (const [joint, rows] of Object.entries(series)) {
    if (!Array.isArray(rows) || (series === about && joint === timeKey)) continue;
    tracks.push(trackOf(name, joint, rows));
  }
  const count = tracks[0] ? tracks[0].values.length / tracks[0].width : 0;
  const odd = tracks.find((track) => track.values.length / track.width !== count);
  if (tracks.length === 0)
    throw new TrajectoryError(`${name} does not name any joint; ${EXPECTED}.`);
  if (odd)
    throw new TrajectoryError(
      `${name}: "${odd.joint}" has ${odd.values.length / odd.width} samples, "${tracks[0]?.joint}" has ${count}.`,
    );
  return { name, times: timesOf(numbersAt(about, timeKey), count), tracks };
}

/** [{joint: value, ..., time: t}, ...] */
function readSamples(name: string, samples: readonly unknown[]): Trajectory {
  const first = samples[0];
  if (!isFields(first)) throw new TrajectoryError(`${name} is not a trajectory; ${EXPECTED}.`);
  const timeKey = TIMES.find((key) => typeof first[key] === "number");
  const joints = Object.keys(first).filter((key) => key !== timeKey);
  if (joints.length === 0)
    throw new TrajectoryError(`${name} does not name any joint; ${EXPECTED}.`);
  const column = (key: string) =>
    samples.map((sample, i) => {
      if (!isFields(sample) || sample[key] === undefined)
        throw new TrajectoryError(`${name}: sample ${i + 1} has no "${key}".`);
      return sample[key];
    });
  const tracks = joints.map((joint) => trackOf(name, joint, column(joint)));
  const times = timeKey === undefined ? undefined : column(timeKey).map(Number);
  return { name, times: timesOf(times, samples.length), tracks };
}

/** Joint names once, then a row per sample; or the points of a ROS joint trajectory. */
function readTable(name: string, data: Fields, joints: readonly string[]): Trajectory {
  const points = Array.isArray(data.points) ? data.points.filter(isFields) : undefined;
  const rows = points?.map((point) => point.positions) ?? data.positions ?? data.values ?? data.q;
  if (!Array.isArray(rows)) throw new TrajectoryError(`${name} has no positions; ${EXPECTED}.`);
  const column = (k: number) =>
    rows.map((row: unknown, i) => {
      if (!Array.isArray(row) || row.length !== joints.length)
        throw new TrajectoryError(
          `${name}: row ${i + 1} has ${Array.isArray(row) ? row.length : "no"} numbers for ${joints.length} joints.`,
        );
      return row[k] as unknown;
    });
  const tracks = joints.map((joint, k) => trackOf(name, joint, column(k)));
  const timeKey = TIMES.find((key) => Array.isArray(data[key]));
  const times = points ? points.map(secondsOf) : numbersAt(data, timeKey);
  return { name, times: timesOf(times, rows.length), tracks };
}

/** `time_from_start` as seconds, or as seconds and nanoseconds. */
function secondsOf(point: Fields): number {
  const time = point.time_from_start;
  if (!isFields(time)) return Number(time ?? Number.NaN);
  return Number(time.sec ?? time.secs ?? 0) + 1e-9 * Number(time.nanosec ?? time.nsecs ?? 0);
}

function trackOf(name: string, joint: string, rows: readonly unknown[]): Track {
  const first = rows[0];
  const width = Array.isArray(first) ? first.length : 1;
  const values = new Float64Array(rows.length * width);
  rows.forEach((row, i) => {
    const entries: readonly unknown[] = Array.isArray(row) ? row : [row];
    if (entries.length !== width || !entries.every((entry) => typeof entry === "number"))
      throw new TrajectoryError(
        `${name}: sample ${i + 1} of "${joint}" is ${describe(row as Row)}; ${EXPECTED}.`,
      );
    values.set(entries as number[], i * width);
  });
  checkFinite(values, joint, width);
  return { joint, width, values };
}

function numbersAt(data: Fields, key: string | undefined): number[] | undefined {
  return key === undefined ? undefined : (data[key] as unknown[]).map(Number);
}

function describe(value: unknown): string {
  const text = JSON.stringify(value) ?? "missing";
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
