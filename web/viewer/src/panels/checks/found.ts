/** What is wrong with a robot, and who looked. */
import { fileName, troubleOf } from "../../chrome/trouble.js";
import type { FindingCounts, FindingInfo, RobotInfo } from "../../live/messages.js";

/** Findings of a robot, and why it cannot be shown where no finding says so. */
export function foundAbout(
  robot: RobotInfo,
  failures: ReadonlyMap<string, string>,
): { findings: readonly FindingInfo[]; counts: FindingCounts } {
  const { diagnostics, counts } = robot;
  const trouble = troubleOf(robot, failures);
  if (!trouble || trouble.partial || counts.error > 0) return { findings: diagnostics, counts };
  const failure: FindingInfo = {
    code: "",
    name: "cannot-be-shown",
    severity: "error",
    message: trouble.why,
    file: robot.file,
    line: null,
    column: null,
    endLine: null,
    endColumn: null,
    path: null,
    notes: [],
    related: [],
    fix: null,
    source: null,
    part: null,
  };
  return { findings: [failure, ...diagnostics], counts: { ...counts, error: 1 } };
}

/** What to say where nothing was found; a page that reads a robot itself knows only some rules. */
export function nothingFound(robot: RobotInfo, readHere: boolean): string {
  const file = fileName(robot);
  if (!readHere) return `fourbar check found no problems in ${file}.`;
  const reader = /\.(glb|gltf)$/i.test(file) ? "its loader" : "its reader of URDF";
  return `This page ran ${reader}, which found no problems in ${file}. It did not run fourbar check, which has many more rules.`;
}

/** What to say below findings of a page that ran only its own reader. */
export const HERE_ONLY =
  "Found by this page's reader; fourbar check, which it did not run, has many more rules.";
