/** What is wrong with a file, and where. */

export type Severity = "error" | "warning";

/** Something that is wrong with a file's extension. */
export interface Issue {
  /** Stable, for programs: `INDEX_OUT_OF_RANGE`. */
  readonly code: string;
  readonly severity: Severity;
  /** JSON pointer (RFC 6901) from the top of the glTF document. */
  readonly pointer: string;
  /** For people: what was found, and what to do about it. */
  readonly message: string;
}

/** An asset or a call that cannot be honoured; `issues` says everything that was found. */
export class RobotKinematicsError extends Error {
  readonly issues: readonly Issue[];

  constructor(message: string, issues: readonly Issue[] = []) {
    super(message);
    this.name = "RobotKinematicsError";
    this.issues = issues;
  }
}

const shown = 5;

/** Throws if one of the issues is an error. */
export function refuse(issues: readonly Issue[]): void {
  const errors = issues.filter((issue) => issue.severity === "error");
  if (errors.length === 0) return;
  const lines = errors.slice(0, shown).map(({ pointer, message }) => `${pointer}: ${message}`);
  if (errors.length > shown) lines.push(`and ${errors.length - shown} more`);
  throw new RobotKinematicsError(`EXT_robot_kinematics: ${lines.join("\n")}`, issues);
}
