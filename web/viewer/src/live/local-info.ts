import type { ShownParts } from "three-robot-kinematics/stage";
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

/** Joints that have an error and are not among those of the robot. */
export function lostJoints(
  findings: readonly FindingInfo[],
  shown: Pick<ShownParts, "joints">,
): string[] {
  const parts = findings.flatMap(({ severity, part }) =>
    severity === "error" && part?.kind === "joint" && !shown.joints.has(part.name)
      ? [part.name]
      : [],
  );
  return [...new Set(parts)];
}
