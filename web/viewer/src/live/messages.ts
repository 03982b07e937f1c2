/** What server and pages send each other. Generated from viewer/messages: `make generate`. */

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

/** How many findings there are, also where not all of them are sent. */
export interface FindingCounts {
  readonly error: number;
  readonly warning: number;
  readonly info: number;
}

/** One robot of the scene; addresses are null until the files are made. `motions` belong to the animations of the same names in its GLB. `path` is the file on the machine of the server, for pages on that machine. `placed` is whether somebody gave it its position; `others` are descriptions beside it that can be chosen, `fixable` whether its file can be fixed from the page. `missing` says what of it is not in the picture. */
export interface RobotInfo {
  readonly id: string;
  readonly name: string;
  readonly file: string | null;
  readonly path: string | null;
  readonly version: number;
  readonly skeleton: string | null;
  readonly glb: string | null;
  readonly graph: string | null;
  readonly trajectory: TrajectoryInfo | null;
  readonly motions: readonly MotionRecord[];
  readonly position: readonly [number, number, number];
  readonly placed: boolean;
  readonly pose: PoseValues | null;
  readonly diagnostics: readonly FindingInfo[];
  readonly counts: FindingCounts;
  readonly fixable: boolean;
  readonly others: readonly string[];
  readonly missing: string | null;
  readonly failed: string | null;
}

/** All robots. Nothing can be dropped on a page that is not writable. `state` is what the page is to show at first, as in the address of a link to a view. */
export interface SceneMessage {
  readonly type: "scene";
  readonly title: string;
  readonly robots: readonly RobotInfo[];
  readonly writable: boolean;
  readonly state?: string | undefined;
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

/** A text to show; `restore` offers to bring back what was taken out of the scene. */
export interface NoticeMessage {
  readonly type: "notice";
  readonly severity: Severity;
  readonly text: string;
  readonly action?: "restore" | undefined;
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

/** A robot that ships with fourbar. */
export interface GalleryInfo {
  readonly name: string;
  readonly summary: string;
}

/** A file that was opened before. */
export interface RecentInfo {
  readonly path: string;
  readonly name: string;
  readonly folder: string;
}

/** What a page without a robot offers. */
export interface StartMessage {
  readonly type: "start";
  readonly gallery: readonly GalleryInfo[];
  readonly recent: readonly RecentInfo[];
}

/** What fixing a file would change, or has changed: all safe fixes, or those of one rule. */
export interface DiffMessage {
  readonly type: "diff";
  readonly robot: string;
  readonly code: string | null;
  readonly unsafe: boolean;
  readonly count: number;
  readonly text: string;
  readonly applied: boolean;
}

/** From where a page looks: angles [rad], distance [m] from `target`, in URDF axes [m]. */
export interface CameraInfo {
  readonly azimuth: number;
  readonly elevation: number;
  readonly distance: number | null;
  readonly target: readonly [number, number, number] | null;
}

/** Python asks for camera, layers or a picture, after setting what is given. */
export interface AskMessage {
  readonly type: "ask";
  readonly id: number;
  readonly camera?: CameraInfo | undefined;
  readonly layers?: readonly string[] | undefined;
  readonly picture?: boolean | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly transparent?: boolean | undefined;
}

/** Something that Python has drawn: in the axes of its link, or of the scene. `points` [m] are one, or those of a line; `rotation` (x y z w) is that of a frame. Without a `size` [m] it is a few pixels large. A target is there to be pulled at. */
export interface MarkInfo {
  readonly id: string;
  readonly kind: "point" | "line" | "frame" | "text" | "target";
  readonly robot: string | null;
  readonly link: string | null;
  readonly points: readonly (readonly [number, number, number])[];
  readonly rotation: readonly [number, number, number, number] | null;
  readonly size: number | null;
  readonly color: string;
  readonly label: string | null;
}

/** All that Python has drawn. */
export interface MarksMessage {
  readonly type: "marks";
  readonly marks: readonly MarkInfo[];
}

/** Where a part of a robot begins in its text. */
export interface SourcePart {
  readonly kind: string;
  readonly name: string;
  readonly line: number;
}

/** The text of a robot's description, as asked for; a `note` says why there is none. */
export interface SourceMessage {
  readonly type: "source";
  readonly robot: string;
  readonly version: number;
  readonly text: string | null;
  readonly parts: readonly SourcePart[];
  readonly note: string | null;
}

/** A file that was asked for, to be saved. */
export interface DownloadMessage {
  readonly type: "download";
  readonly url: string;
  readonly name: string;
}

/** A page has moved joints. `play` says that a motion of the page did it, which began with this pose or goes on. */
export interface MovedMessage {
  readonly type: "pose";
  readonly robot: string;
  readonly values: PoseValues;
  readonly play?: "start" | "on" | undefined;
}

/** A page answers: what it shows, and a PNG in base64 where one was asked for. */
export interface ReplyMessage {
  readonly type: "reply";
  readonly id: number;
  readonly camera: CameraInfo | null;
  readonly layers: readonly string[];
  readonly picture: string | null;
  readonly error: string | null;
}

/** A page pulls at a target: where the pointer is, in the axes of the scene [m]. */
export interface TargetMovedMessage {
  readonly type: "target";
  readonly id: string;
  readonly position: readonly [number, number, number];
  readonly held: boolean;
}

/** A page asks for the text of a robot's description. */
export interface AskSourceMessage {
  readonly type: "source";
  readonly robot: string;
}

/** A page asks for the scene as one HTML file that shows what it shows (`state`). */
export interface AskHtmlMessage {
  readonly type: "html";
  readonly state: string;
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

/** A page opens what the start page offers: `gallery:NAME`, or the path of a recent file. `add` keeps the robots that are there. */
export interface OpenMessage {
  readonly type: "open";
  readonly what: string;
  readonly add?: boolean | undefined;
}

/** A page shows another description of a robot's folder or archive. */
export interface ChooseMessage {
  readonly type: "choose";
  readonly robot: string;
  readonly path: string;
}

/** A page takes a robot out of the scene. */
export interface RemoveMessage {
  readonly type: "remove";
  readonly robot: string;
}

/** A page brings back what was taken out last. */
export interface RestoreMessage {
  readonly type: "restore";
}

/** A page asks what fixing would change, or to `apply` it: safe fixes, or those of one rule. */
export interface FixMessage {
  readonly type: "fix";
  readonly robot: string;
  readonly code?: string | undefined;
  readonly unsafe?: boolean | undefined;
  readonly apply?: boolean | undefined;
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

/** What a page in a notebook sends through the kernel: it has no server to connect to. `open` and `close` begin and end its line, `alive` says that it is still there. A `message` has a PageMessage as `text`; `bytes` come beside the frame, for an upload. `fetch` asks for a file, from its byte `start` on. */
export interface PageFrame {
  readonly page: string;
  readonly kind: "open" | "close" | "alive" | "message" | "bytes" | "fetch";
  readonly text?: string | undefined;
  readonly address?: string | undefined;
  readonly start?: number | undefined;
}

/** What the kernel sends to a page in a notebook. A `message` has a ServerMessage as `text`. The bytes of a `piece` come beside the frame; `size` is the whole file's, None where the file does not exist. */
export interface KernelFrame {
  readonly page: string;
  readonly kind: "open" | "close" | "message" | "piece";
  readonly text?: string | undefined;
  readonly address?: string | undefined;
  readonly start?: number | undefined;
  readonly size?: number | null | undefined;
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
  | CoverageMessage
  | StartMessage
  | DiffMessage
  | AskMessage
  | MarksMessage
  | SourceMessage
  | DownloadMessage;

export type PageMessage =
  | MovedMessage
  | ReplyMessage
  | TargetMovedMessage
  | AskSourceMessage
  | AskHtmlMessage
  | ExplainMessage
  | AskForcesMessage
  | AskCoverageMessage
  | OpenMessage
  | ChooseMessage
  | RemoveMessage
  | RestoreMessage
  | FixMessage
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

const FINDING_COUNTS: Shape = fields({
  error: number,
  warning: number,
  info: number,
});

const ROBOT_INFO: Shape = fields({
  id: text,
  name: text,
  file: either(text, nothing),
  path: either(text, nothing),
  version: number,
  skeleton: either(text, nothing),
  glb: either(text, nothing),
  graph: either(text, nothing),
  trajectory: either(TRAJECTORY_INFO, nothing),
  motions: list(MOTION_RECORD),
  position: tuple(number, number, number),
  placed: flag,
  pose: either(map(either(number, list(number))), nothing),
  diagnostics: list(FINDING_INFO),
  counts: FINDING_COUNTS,
  fixable: flag,
  others: list(text),
  missing: either(text, nothing),
  failed: either(text, nothing),
});

const SCENE_MESSAGE: Shape = fields({
  type: one("scene"),
  title: text,
  robots: list(ROBOT_INFO),
  writable: flag,
}, {
  state: text,
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
}, {
  action: one("restore"),
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

const GALLERY_INFO: Shape = fields({
  name: text,
  summary: text,
});

const RECENT_INFO: Shape = fields({
  path: text,
  name: text,
  folder: text,
});

const START_MESSAGE: Shape = fields({
  type: one("start"),
  gallery: list(GALLERY_INFO),
  recent: list(RECENT_INFO),
});

const DIFF_MESSAGE: Shape = fields({
  type: one("diff"),
  robot: text,
  code: either(text, nothing),
  unsafe: flag,
  count: number,
  text: text,
  applied: flag,
});

const CAMERA_INFO: Shape = fields({
  azimuth: number,
  elevation: number,
  distance: either(number, nothing),
  target: either(tuple(number, number, number), nothing),
});

const ASK_MESSAGE: Shape = fields({
  type: one("ask"),
  id: number,
}, {
  camera: CAMERA_INFO,
  height: number,
  layers: list(text),
  picture: flag,
  transparent: flag,
  width: number,
});

const MARK_INFO: Shape = fields({
  id: text,
  kind: one("point", "line", "frame", "text", "target"),
  robot: either(text, nothing),
  link: either(text, nothing),
  points: list(tuple(number, number, number)),
  rotation: either(tuple(number, number, number, number), nothing),
  size: either(number, nothing),
  color: text,
  label: either(text, nothing),
});

const MARKS_MESSAGE: Shape = fields({
  type: one("marks"),
  marks: list(MARK_INFO),
});

const SOURCE_PART: Shape = fields({
  kind: text,
  name: text,
  line: number,
});

const SOURCE_MESSAGE: Shape = fields({
  type: one("source"),
  robot: text,
  version: number,
  text: either(text, nothing),
  parts: list(SOURCE_PART),
  note: either(text, nothing),
});

const DOWNLOAD_MESSAGE: Shape = fields({
  type: one("download"),
  url: text,
  name: text,
});

const KERNEL_FRAME: Shape = fields({
  page: text,
  kind: one("open", "close", "message", "piece"),
}, {
  address: text,
  size: either(number, nothing),
  start: number,
  text: text,
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
  start: START_MESSAGE,
  diff: DIFF_MESSAGE,
  ask: ASK_MESSAGE,
  marks: MARKS_MESSAGE,
  source: SOURCE_MESSAGE,
  download: DOWNLOAD_MESSAGE,
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

/** What a kernel sent to a page in a notebook; undefined for a frame unknown to this page. */
export function readFrame(data: unknown): KernelFrame | undefined {
  return KERNEL_FRAME(data) ? (data as KernelFrame) : undefined;
}
