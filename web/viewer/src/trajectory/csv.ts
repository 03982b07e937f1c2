/** Trajectories as tables: a line of joint names, then one line per sample. */
import {
  checkFinite,
  type Track,
  type Trajectory,
  TrajectoryError,
  timesOf,
} from "./trajectory.js";

const EXPECTED =
  "expected a first line with joint names (and optionally time), then one line of numbers per sample";

const TIME = /^(?:time|times|t|timestamp|time_s|seconds|secs)(?:\s*[[(]s[\])])?$/i;
const UNIT = /\s*[[(](rad|deg|m|mm|s)[\])]$/i;
const PART = /^(.*?)(?:\[(\d+)\]|\.(\d+))$/;
/** What `fourbar simulate` writes beside positions. */
const MEASURE = /^(?:velocity|acceleration|effort|energy|loops):/;
const SIZES: Readonly<Record<string, number>> = { deg: Math.PI / 180, mm: 1e-3 };

interface Column {
  readonly joint: string;
  readonly part: number;
  readonly size: number;
  readonly index: number;
}

export function readCsv(name: string, text: string): Trajectory {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const rows = lines
    .map((line, i) => ({ line, number: i + 1 }))
    .filter(({ line }) => line.trim() !== "" && !line.startsWith("#"));
  const [first, ...body] = rows;
  if (!first) throw new TrajectoryError(`${name} is empty; ${EXPECTED}.`);
  const separator = separatorOf(first.line);
  const header = splitLine(first.line, separator);
  const bare = header.every((cell) => cell !== "" && Number.isFinite(Number(cell)));
  const samples = (bare ? rows : body).map(({ line, number }) =>
    numbersOf(name, number, splitLine(line, separator), header.length),
  );
  if (samples.length === 0)
    throw new TrajectoryError(`${name} has names but no samples; ${EXPECTED}.`);
  return bare ? unnamed(name, samples, header.length) : named(name, samples, header);
}

function named(name: string, samples: readonly number[][], header: readonly string[]): Trajectory {
  const timeColumn = header.findIndex((cell) => TIME.test(cell));
  const columns = header
    .map((cell, index) => columnOf(cell, index))
    .filter(
      (column) => column.index !== timeColumn && column.joint !== "" && !MEASURE.test(column.joint),
    );
  if (columns.length === 0)
    throw new TrajectoryError(`${name} does not name any joint; ${EXPECTED}.`);
  const times = timeColumn < 0 ? undefined : samples.map((row) => row[timeColumn] as number);
  const byJoint = new Map<string, Column[]>();
  for (const column of columns) {
    const parts = byJoint.get(column.joint) ?? [];
    parts.push(column);
    byJoint.set(column.joint, parts);
  }
  const tracks: Track[] = [...byJoint].map(([joint, parts]) => {
    const ordered = [...parts].sort((a, b) => a.part - b.part);
    const width = ordered.length;
    if (ordered.some((column, i) => column.part !== i))
      throw new TrajectoryError(
        `${name} has "${joint}" in columns that do not count up from 0, each once.`,
      );
    const values = new Float64Array(samples.length * width);
    samples.forEach((row, i) => {
      ordered.forEach((column, k) => {
        values[i * width + k] = (row[column.index] as number) * column.size;
      });
    });
    checkFinite(values, joint, width);
    return { joint, width, values };
  });
  return { name, times: timesOf(times, samples.length), tracks };
}

function unnamed(name: string, samples: readonly number[][], width: number): Trajectory {
  const values = Float64Array.from(samples.flat());
  checkFinite(values, "the table", width);
  return {
    name,
    times: timesOf(undefined, samples.length),
    tracks: [],
    unnamed: { width, values },
  };
}

function columnOf(cell: string, index: number): Column {
  const unit = UNIT.exec(cell)?.[1]?.toLowerCase() ?? "";
  const bare = cell.replace(UNIT, "");
  const part = PART.exec(bare);
  const joint = part?.[1] ?? bare;
  return { joint, part: Number(part?.[2] ?? part?.[3] ?? 0), size: SIZES[unit] ?? 1, index };
}

function numbersOf(
  name: string,
  line: number,
  cells: readonly string[],
  expected: number,
): number[] {
  if (cells.length !== expected)
    throw new TrajectoryError(
      `${name}, line ${line}: ${cells.length} columns where the first line has ${expected}.`,
    );
  return cells.map((cell, i) => {
    const value = cell === "" ? Number.NaN : Number(cell);
    if (!Number.isFinite(value))
      throw new TrajectoryError(
        `${name}, line ${line}, column ${i + 1}: "${cell}" is not a number; ${EXPECTED}.`,
      );
    return value;
  });
}

function separatorOf(line: string): string {
  const count = (separator: string) => line.split(separator).length;
  return [",", ";", "\t"].reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** Cells of a line; those in double quotes may hold the separator. */
function splitLine(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const char = line.charAt(i);
    if (quoted && char === '"' && line.charAt(i + 1) === '"') {
      cell += char;
      i += 1;
    } else if (char === '"') quoted = !quoted;
    else if (char === separator && !quoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += char;
  }
  cells.push(cell.trim());
  return cells;
}
