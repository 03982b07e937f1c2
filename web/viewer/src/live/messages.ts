/** What server and pages send each other. Generated from viewer/messages.py: `make generate`. */

import {
  either, fields, flag, isObject, list, map, nothing, number, one, type Shape, text, tuple,
} from "./shape.js";

export const MAX_FILES = 20000;

export const MAX_UPLOAD = 536870912;

export type Severity = "error" | "warning" | "info";

export type PoseValues = Readonly<Record<string, number | readonly number[]>>;

/** A trajectory file that is offered with a robot. */
export interface TrajectoryInfo {
  readonly url: string;
  readonly name: string;
}

/** A joint or loop that transmits forces. `determined` says of force x, y, z and moment x, y, z whether rigid links leave no choice. */
export interface ForcePart {
  readonly kind: "joint" | "loop";
  readonly name: string;
  readonly determined: readonly boolean[];
}

/** What joints transmit, at one time or several: a row of `values` and `efforts` for each. Of every part six numbers: the force [N] and the moment [N m] of parent on child, at the child's origin in its axes (of predecessor on successor, in the axes of the loop's frame on the predecessor). `efforts` are those of `drives` [N m or N]. */
export interface ForcesInfo {
  readonly parts: readonly ForcePart[];
  readonly values: readonly (readonly number[])[];
  readonly drives: readonly string[];
  readonly efforts: readonly (readonly number[])[];
}

/** What a simulation knows of a motion besides poses: a number for each of the `times` [s]. Energies are in joules; `residual` is how far loops are open [m or rad], None without loops. */
export interface MotionRecord {
  readonly name: string;
  readonly times: readonly number[];
  readonly kinetic: readonly number[];
  readonly potential: readonly number[];
  readonly residual: readonly number[] | null;
  readonly forces: ForcesInfo | null;
}

/** Another place that a finding is about, and what is there. */
export interface RelatedInfo {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly label: string;
}

/** A repair on offer; the edits stay with the server. */
export interface FixInfo {
  readonly description: string;
  readonly safe: boolean;
}

/** The part of the robot that a finding is about. */
export interface PartInfo {
  readonly kind: string;
  readonly name: string;
}

/** A finding: the members that `fourbar check --format json` prints and the page uses. `source` is the text of its line. */
export interface FindingInfo {
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
  readonly notes: readonly string[];
  readonly related: readonly RelatedInfo[];
  readonly fix: FixInfo | null;
  readonly source: string | null;
  readonly part: PartInfo | null;
}

/** One robot of the scene; addresses are null until the files are made. `motions` belong to the animations of the same names in its GLB. */
export interface RobotInfo {
  readonly id: string;
  readonly name: string;
  readonly file: string | null;
  readonly version: number;
  readonly skeleton: string | null;
  readonly glb: string | null;
  readonly graph: string | null;
  readonly trajectory: TrajectoryInfo | null;
  readonly motions: readonly MotionRecord[];
  readonly position: readonly [number, number, number];
  readonly pose: PoseValues | null;
  readonly diagnostics: readonly FindingInfo[];
  readonly failed: string | null;
}

/** All robots. Nothing can be dropped on a page that is not writable. */
export interface SceneMessage {
  readonly type: "scene";
  readonly title: string;
  readonly robots: readonly RobotInfo[];
  readonly writable: boolean;
}

/** A robot that is new or has changed. */
export interface RobotMessage {
  readonly type: "robot";
  readonly robot: RobotInfo;
}

/** Joints that were moved: DOF values [rad or m] by joint. */
export interface PoseMessage {
  readonly type: "pose";
  readonly robot: string;
  readonly values: PoseValues;
}

/** A motion: one row of `values` for each of the `times` [s], for the joints in order. One that was simulated has a record. */
export interface PlayMessage {
  readonly type: "play";
  readonly robot: string;
  readonly joints: readonly string[];
  readonly times: readonly number[];
  readonly values: readonly (readonly number[])[];
  readonly loop: boolean;
  readonly record?: MotionRecord | undefined;
}

/** The end of a motion. */
export interface StopMessage {
  readonly type: "stop";
  readonly robot: string;
}

/** Work that goes on; an empty text ends it. */
export interface ProgressMessage {
  readonly type: "progress";
  readonly text: string;
  readonly fraction: number | null;
}

/** A text to show. */
export interface NoticeMessage {
  readonly type: "notice";
  readonly severity: Severity;
  readonly text: string;
}

/** The documentation of a rule, as asked for. */
export interface ExplanationMessage {
  readonly type: "explanation";
  readonly code: string;
  readonly markdown: string;
}

/** What joints transmit in the pose that was asked about; a `note` says what is missing. */
export interface ForcesMessage {
  readonly type: "forces";
  readonly robot: string;
  readonly forces: ForcesInfo | null;
  readonly note: string | null;
}

/** How the collision shapes of a link cover its visuals; a `problem` says why nobody knows. The visuals stick out by `outside` at most, the shapes reach `excess` beyond them [m]. Of the `uncovered` triangles each has nine numbers, in the frame of the link [m]. */
export interface LinkCoverageInfo {
  readonly link: string;
  readonly outside: number;
  readonly excess: number;
  readonly uncovered: readonly number[];
  readonly problem: string | null;
}

/** How collision shapes cover visuals in this version of a robot, as asked for. */
export interface CoverageMessage {
  readonly type: "coverage";
  readonly robot: string;
  readonly version: number;
  readonly links: readonly LinkCoverageInfo[];
}

/** A page has moved joints. `play` says that a motion of the page did it, which began with this pose or goes on. */
export interface MovedMessage {
  readonly type: "pose";
  readonly robot: string;
  readonly values: PoseValues;
  readonly play?: "start" | "on" | undefined;
}

/** A page asks for the documentation of a rule. */
export interface ExplainMessage {
  readonly type: "explain";
  readonly code: string;
}

/** A page asks what joints transmit while drives hold a pose. */
export interface AskForcesMessage {
  readonly type: "forces";
  readonly robot: string;
  readonly values: PoseValues;
}

/** A page asks how the collision shapes of a robot cover its visuals. */
export interface AskCoverageMessage {
  readonly type: "coverage";
  readonly robot: string;
}

/** A page lets go of a robot, to see it fall and swing. */
export interface DropMessage {
  readonly type: "drop";
  readonly robot: string;
}

/** A file to be uploaded: its path with forward slashes, and its size [bytes]. */
export interface FileInfo {
  readonly path: string;
  readonly size: number;
}

/** A page announces files; their bytes follow in this order. `add` keeps the robots that are there. */
export interface UploadMessage {
  readonly type: "upload";
  readonly name: string;
  readonly add?: boolean | undefined;
  readonly files: readonly FileInfo[];
}

export type ServerMessage =
  | SceneMessage
  | RobotMessage
  | PoseMessage
  | PlayMessage
  | StopMessage
  | ProgressMessage
  | NoticeMessage
  | ExplanationMessage
  | ForcesMessage
  | CoverageMessage;

export type PageMessage =
  | MovedMessage
  | ExplainMessage
  | AskForcesMessage
  | AskCoverageMessage
  | DropMessage
  | UploadMessage;

const TRAJECTORY_INFO: Shape = fields({
  url: text,
  name: text,
});

const FORCE_PART: Shape = fields({
  kind: one("joint", "loop"),
  name: text,
  determined: list(flag),
});

const FORCES_INFO: Shape = fields({
  parts: list(FORCE_PART),
  values: list(list(number)),
  drives: list(text),
  efforts: list(list(number)),
});

const MOTION_RECORD: Shape = fields({
  name: text,
  times: list(number),
  kinetic: list(number),
  potential: list(number),
  residual: either(list(number), nothing),
  forces: either(FORCES_INFO, nothing),
});

const RELATED_INFO: Shape = fields({
  file: text,
  line: number,
  column: number,
  label: text,
});

const FIX_INFO: Shape = fields({
  description: text,
  safe: flag,
});

const PART_INFO: Shape = fields({
  kind: text,
  name: text,
});

const FINDING_INFO: Shape = fields({
  code: text,
  name: text,
  severity: one("error", "warning", "info"),
  message: text,
  file: either(text, nothing),
  line: either(number, nothing),
  column: either(number, nothing),
  endLine: either(number, nothing),
  endColumn: either(number, nothing),
  path: either(text, nothing),
  notes: list(text),
  related: list(RELATED_INFO),
  fix: either(FIX_INFO, nothing),
  source: either(text, nothing),
  part: either(PART_INFO, nothing),
});

const ROBOT_INFO: Shape = fields({
  id: text,
  name: text,
  file: either(text, nothing),
  version: number,
  skeleton: either(text, nothing),
  glb: either(text, nothing),
  graph: either(text, nothing),
  trajectory: either(TRAJECTORY_INFO, nothing),
  motions: list(MOTION_RECORD),
  position: tuple(number, number, number),
  pose: either(map(either(number, list(number))), nothing),
  diagnostics: list(FINDING_INFO),
  failed: either(text, nothing),
});

const SCENE_MESSAGE: Shape = fields({
  type: one("scene"),
  title: text,
  robots: list(ROBOT_INFO),
  writable: flag,
});

const ROBOT_MESSAGE: Shape = fields({
  type: one("robot"),
  robot: ROBOT_INFO,
});

const POSE_MESSAGE: Shape = fields({
  type: one("pose"),
  robot: text,
  values: map(either(number, list(number))),
});

const PLAY_MESSAGE: Shape = fields({
  type: one("play"),
  robot: text,
  joints: list(text),
  times: list(number),
  values: list(list(number)),
  loop: flag,
}, {
  record: MOTION_RECORD,
});

const STOP_MESSAGE: Shape = fields({
  type: one("stop"),
  robot: text,
});

const PROGRESS_MESSAGE: Shape = fields({
  type: one("progress"),
  text: text,
  fraction: either(number, nothing),
});

const NOTICE_MESSAGE: Shape = fields({
  type: one("notice"),
  severity: one("error", "warning", "info"),
  text: text,
});

const EXPLANATION_MESSAGE: Shape = fields({
  type: one("explanation"),
  code: text,
  markdown: text,
});

const FORCES_MESSAGE: Shape = fields({
  type: one("forces"),
  robot: text,
  forces: either(FORCES_INFO, nothing),
  note: either(text, nothing),
});

const LINK_COVERAGE_INFO: Shape = fields({
  link: text,
  outside: number,
  excess: number,
  uncovered: list(number),
  problem: either(text, nothing),
});

const COVERAGE_MESSAGE: Shape = fields({
  type: one("coverage"),
  robot: text,
  version: number,
  links: list(LINK_COVERAGE_INFO),
});

const SERVER_MESSAGES: Readonly<Record<ServerMessage["type"], Shape>> = {
  scene: SCENE_MESSAGE,
  robot: ROBOT_MESSAGE,
  pose: POSE_MESSAGE,
  play: PLAY_MESSAGE,
  stop: STOP_MESSAGE,
  progress: PROGRESS_MESSAGE,
  notice: NOTICE_MESSAGE,
  explanation: EXPLANATION_MESSAGE,
  forces: FORCES_MESSAGE,
  coverage: COVERAGE_MESSAGE,
};

/** Reads a message; undefined where this page knows none of that shape. */
export function readMessage(json: string): ServerMessage | undefined {
  let data: unknown;
  try {
    data = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!isObject(data) || typeof data.type !== "string") return undefined;
  if (!Object.hasOwn(SERVER_MESSAGES, data.type)) return undefined;
  const isKnown = SERVER_MESSAGES[data.type as ServerMessage["type"]];
  return isKnown(data) ? (data as unknown as ServerMessage) : undefined;
}
