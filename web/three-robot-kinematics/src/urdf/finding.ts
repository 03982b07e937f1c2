/** What reading a description found, and where. */
import type { Rule } from "./rules.js";

/** A place in a text; lines and columns count from 1, a column counts characters. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Something that is wrong with a description: the same as `fourbar check` reports. */
export interface Finding {
  /** As `fourbar check` has it: `S103`. */
  readonly code: string;
  /** Its name, under which it is documented: `missing-attribute`. */
  readonly rule: string;
  readonly severity: Rule["severity"];
  readonly message: string;
  /** The place in the robot: `joint[elbow].limit.lower`. */
  readonly path: string;
  /** The place in the text; absent where there is no text. */
  readonly position?: Position | undefined;
  /** What else helps, in sentences. */
  readonly notes: readonly string[];
}

/** One step of a path: a tag and, where several share it, a name or number. */
export function step(kind: string, key?: string | number): string {
  if (key === undefined) return kind;
  if (typeof key === "number") return `${kind}[${key}]`;
  const plain = !/[[\]]|^"|^(?:0|[1-9][0-9]{0,8})$/.test(key);
  return `${kind}[${plain ? key : JSON.stringify(key)}]`;
}

/** A description that cannot become a robot; `findings` has everything that was found. */
export class UrdfError extends Error {
  constructor(
    message: string,
    readonly findings: readonly Finding[],
  ) {
    super(message);
    this.name = "UrdfError";
  }
}

/** `12:8: S103 missing-attribute: <parent> must have the attribute 'link'`. */
export function describe({ code, rule, message, position, path }: Finding): string {
  const place = position ? `${position.line}:${position.column}` : path;
  return `${place}: ${code} ${rule}: ${message}`;
}
