import type { LocalRobot } from "./local.js";
import type { FindingInfo, RobotInfo } from "./messages.js";

/** A robot that this page opened itself, as a server would describe it. */
export function infoOf(id: string, { name, file, others }: LocalRobot): RobotInfo {
  return {
    id,
    name,
    file,
    path: null,
    version: 1,
    skeleton: null,
    glb: null,
    graph: null,
    trajectory: null,
    motions: [],
    position: [0, 0, 0],
    placed: false,
    pose: null,
    diagnostics: [],
    counts: { error: 0, warning: 0, info: 0 },
    fixable: false,
    others,
    missing: null,
    failed: null,
  };
}

/** Which links have shapes that are not in the picture; null where all are. */
export function missingText(findings: readonly FindingInfo[]): string | null {
  const errors = findings.filter(
    ({ severity, path }) => severity === "error" && /^link\[.*\.visual/.test(path ?? ""),
  );
  const links = [...new Set(errors.flatMap(({ part }) => (part ? [part.name] : [])))];
  if (links.length === 0) return null;
  const more = links.length > 4 ? ` and ${links.length - 4} more` : "";
  return `${links.length} ${links.length === 1 ? "link" : "links"} shown without all shapes: ${links.slice(0, 4).join(", ")}${more}`;
}
