import { readCsv } from "./csv.js";
import { readJson } from "./json.js";
import { readMatrix, readNpz } from "./npz.js";
import { type Trajectory, TrajectoryError } from "./trajectory.js";

const SUFFIX = /\.(csv|tsv|txt|json|npz|npy)$/i;

/** Whether a file is read as a trajectory, by its name. */
export function isTrajectoryName(name: string): boolean {
  return SUFFIX.test(name);
}

export async function readTrajectory(name: string, bytes: Uint8Array): Promise<Trajectory> {
  switch (SUFFIX.exec(name)?.[1]?.toLowerCase()) {
    case "csv":
    case "tsv":
    case "txt":
      return readCsv(name, new TextDecoder().decode(bytes));
    case "json":
      return readJson(name, new TextDecoder().decode(bytes));
    case "npz":
      return readNpz(name, bytes);
    case "npy":
      return readMatrix(name, bytes);
    default:
      throw new TrajectoryError(
        `${name} is not a trajectory; expected a .csv, .json or .npz file.`,
      );
  }
}
