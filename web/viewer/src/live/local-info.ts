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

/** The parts of a robot as it is shown. */
interface Shown {
  readonly links: { has(name: string): boolean };
  readonly joints: { has(name: string): boolean };
}

/**
 * What is not in the picture: links and joints that were left out of the `declared` ones or have an
 * error that kept them from being read, and links without some of their shapes. Null where all is.
 */
export function missingText(
  findings: readonly FindingInfo[],
  declared: readonly { readonly kind: string; readonly name: string }[] = [],
  shown?: Shown,
): string | null {
  const errors = findings.filter(({ severity }) => severity === "error");
  const named = [...declared, ...errors.flatMap(({ part }) => part ?? [])];
  const texts: string[] = [];
  for (const kind of ["link", "joint"] as const) {
    const kept = shown?.[`${kind}s`];
    const own = named.filter((part) => part.kind === kind && kept && !kept.has(part.name));
    const gone = [...new Set(own.map(({ name }) => name))];
    if (gone.length > 0) texts.push(`${counted(gone, kind)} left out: ${listed(gone)}`);
  }
  const visual = errors.filter(({ path }) => /^link\[.*\.visual/.test(path ?? ""));
  const bare = [...new Set(visual.flatMap(({ part }) => (part ? [part.name] : [])))].filter(
    (name) => shown?.links.has(name) !== false,
  );
  if (bare.length > 0)
    texts.push(`${counted(bare, "link")} shown without all shapes: ${listed(bare)}`);
  return texts.join("; ") || null;
}

/** Joints that have an error and are not among those of the robot. */
export function lostJoints(findings: readonly FindingInfo[], shown: Shown): string[] {
  const parts = findings.flatMap(({ severity, part }) =>
    severity === "error" && part?.kind === "joint" && !shown.joints.has(part.name)
      ? [part.name]
      : [],
  );
  return [...new Set(parts)];
}

function counted(names: readonly string[], word: string): string {
  return `${names.length} ${word}${names.length === 1 ? "" : "s"}`;
}

function listed(names: readonly string[]): string {
  const more = names.length > 4 ? ` and ${names.length - 4} more` : "";
  return `${names.slice(0, 4).join(", ")}${more}`;
}
