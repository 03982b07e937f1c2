/** What page and server say to each other, as JSON. */

export type Severity = "error" | "warning" | "info";
export type PoseValues = Readonly<Record<string, number | readonly number[]>>;

export interface Diagnostic {
  readonly code: string;
  readonly name: string;
  readonly severity: Severity;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly endLine: number | null;
  readonly endColumn: number | null;
  readonly path: string | null;
  readonly notes: readonly Note[];
  readonly fix?: { readonly description: string; readonly safe: boolean } | null;
  /** Text of the line it speaks of. */
  readonly source: string | null;
  readonly part: { readonly kind: string; readonly name: string } | null;
}

export type Note =
  | string
  | { readonly message: string; readonly file?: string; readonly line?: number };

export interface RobotInfo {
  readonly id: string;
  readonly name: string;
  readonly file: string | null;
  readonly version: number;
  readonly skeleton: string | null;
  readonly glb: string | null;
  readonly graph: string | null;
  readonly trajectory: { readonly url: string; readonly name: string } | null;
  readonly position: readonly [number, number, number];
  readonly pose: PoseValues | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly failed: string | null;
}

export interface SceneMessage {
  readonly type: "scene";
  readonly title: string;
  readonly robots: readonly RobotInfo[];
  readonly writable: boolean;
}

export interface PlayMessage {
  readonly type: "play";
  readonly robot: string;
  readonly joints: readonly string[];
  readonly times: readonly number[];
  readonly values: readonly (readonly number[])[];
  readonly loop: boolean;
}

export type ServerMessage =
  | SceneMessage
  | PlayMessage
  | { readonly type: "robot"; readonly robot: RobotInfo }
  | { readonly type: "pose"; readonly robot: string; readonly values: PoseValues }
  | { readonly type: "stop"; readonly robot: string }
  | { readonly type: "progress"; readonly text: string; readonly fraction: number | null }
  | { readonly type: "notice"; readonly severity: Severity; readonly text: string }
  | { readonly type: "explanation"; readonly code: string; readonly markdown: string };

export type PageMessage =
  | {
      readonly type: "pose";
      readonly robot: string;
      readonly values: PoseValues;
      /** Whether a motion of the page led there, which began with this pose or goes on. */
      readonly play?: "start" | "on" | undefined;
    }
  | { readonly type: "explain"; readonly code: string }
  | {
      readonly type: "upload";
      readonly name: string;
      readonly add?: boolean;
      readonly files: readonly { readonly path: string; readonly size: number }[];
    };

type Fields = Record<string, unknown>;

/** Reads a message; undefined where it is none this page knows, so that servers may say more. */
export function readMessage(text: string): ServerMessage | undefined {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isFields(data)) return undefined;
  switch (data.type) {
    case "scene":
      return {
        type: "scene",
        title: textOf(data.title) ?? "",
        robots: Array.isArray(data.robots) ? data.robots.flatMap(robotsOf) : [],
        writable: data.writable === true,
      };
    case "robot": {
      const [robot] = robotsOf(data.robot);
      return robot && { type: "robot", robot };
    }
    case "pose":
      if (typeof data.robot !== "string" || !isFields(data.values)) return undefined;
      return { type: "pose", robot: data.robot, values: valuesOf(data.values) };
    case "play":
      return readPlay(data);
    case "stop":
      return typeof data.robot === "string" ? { type: "stop", robot: data.robot } : undefined;
    case "progress": {
      const fraction = typeof data.fraction === "number" ? data.fraction : null;
      return { type: "progress", text: textOf(data.text) ?? "", fraction };
    }
    case "notice":
      return { type: "notice", severity: severityOf(data.severity), text: textOf(data.text) ?? "" };
    case "explanation":
      if (typeof data.code !== "string" || typeof data.markdown !== "string") return undefined;
      return { type: "explanation", code: data.code, markdown: data.markdown };
    default:
      return undefined;
  }
}

function readPlay(data: Fields): PlayMessage | undefined {
  const { robot, joints, times, values, loop } = data;
  if (typeof robot !== "string" || !Array.isArray(joints) || !Array.isArray(values))
    return undefined;
  const rows = values.filter(isNumbers);
  if (!isNumbers(times) || rows.length !== values.length || rows.length !== times.length)
    return undefined;
  return {
    type: "play",
    robot,
    joints: joints.map(String),
    times,
    values: rows,
    loop: loop === true,
  };
}

function robotsOf(data: unknown): RobotInfo[] {
  if (!isFields(data) || typeof data.id !== "string") return [];
  const { trajectory, position } = data;
  const place = isNumbers(position) && position.length === 3 ? position : [0, 0, 0];
  const robot: RobotInfo = {
    id: data.id,
    name: textOf(data.name) ?? data.id,
    file: textOf(data.file),
    version: typeof data.version === "number" ? data.version : 0,
    skeleton: textOf(data.skeleton),
    glb: textOf(data.glb),
    graph: textOf(data.graph),
    trajectory:
      isFields(trajectory) && typeof trajectory.url === "string"
        ? { url: trajectory.url, name: textOf(trajectory.name) ?? "trajectory" }
        : null,
    position: place as [number, number, number],
    pose: isFields(data.pose) ? valuesOf(data.pose) : null,
    diagnostics: Array.isArray(data.diagnostics) ? data.diagnostics.flatMap(diagnosticsOf) : [],
    failed: textOf(data.failed),
  };
  return [robot];
}

function diagnosticsOf(data: unknown): Diagnostic[] {
  if (!isFields(data)) return [];
  const count = (value: unknown) => (typeof value === "number" ? value : null);
  const { part, fix } = data;
  const diagnostic: Diagnostic = {
    code: textOf(data.code) ?? "",
    name: textOf(data.name) ?? "",
    severity: severityOf(data.severity),
    message: textOf(data.message) ?? "",
    file: textOf(data.file),
    line: count(data.line),
    column: count(data.column),
    endLine: count(data.endLine),
    endColumn: count(data.endColumn),
    path: textOf(data.path),
    notes: Array.isArray(data.notes) ? data.notes.filter(isNote) : [],
    fix:
      isFields(fix) && typeof fix.description === "string"
        ? { description: fix.description, safe: fix.safe === true }
        : null,
    source: textOf(data.source),
    part:
      isFields(part) && typeof part.kind === "string" && typeof part.name === "string"
        ? { kind: part.kind, name: part.name }
        : null,
  };
  return [diagnostic];
}

function isNote(data: unknown): data is Note {
  return typeof data === "string" || (isFields(data) && typeof data.message === "string");
}

function severityOf(data: unknown): Severity {
  return data === "error" || data === "warning" ? data : "info";
}

function valuesOf(data: Fields): PoseValues {
  const entries = Object.entries(data).filter(
    (entry): entry is [string, number | number[]] =>
      typeof entry[1] === "number" || isNumbers(entry[1]),
  );
  return Object.fromEntries(entries);
}

function textOf(data: unknown): string | null {
  return typeof data === "string" ? data : null;
}

function isNumbers(data: unknown): data is number[] {
  return Array.isArray(data) && data.every((entry) => typeof entry === "number");
}

function isFields(data: unknown): data is Fields {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}
