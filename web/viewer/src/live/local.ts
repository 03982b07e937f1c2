/** Robots that the page opens itself, without a server: dropped files, folders and archives. */
import { Group } from "three";
import { type MakeRobot, partOfPath } from "three-robot-kinematics/stage";
import {
  decodeText,
  drake,
  FileSet,
  type Finding,
  LoadedRobot,
  type LoadOptions,
  type ParseOptions,
  parseURDF,
} from "three-robot-kinematics/urdf";
import type { SourceText } from "../panels/source/text.js";
import { readZip } from "../zip.js";
import type { FindingInfo } from "./messages.js";
import type { UploadFile } from "./upload.js";

/** A robot that is about to be shown. */
export interface LocalRobot {
  readonly name: string;
  /** The file's own name. */
  readonly file: string;
  readonly source: ArrayBuffer | MakeRobot;
  /** What was found, once the robot is there. */
  findings(): readonly FindingInfo[];
  /** Its text; null for a binary file. */
  readonly text: SourceText | null;
  /** Others among the files, which were not opened. */
  readonly others: readonly string[];
  /** Opens one of the others instead. */
  choose(path: string): Promise<LocalRobot>;
}

export interface LocalOptions {
  readonly progress: (fraction: number) => void;
}

/** The robot among some files: a GLB, or the description nearest to the top; an Error says why not. */
export async function openLocally(
  given: readonly UploadFile[],
  options: LocalOptions,
): Promise<LocalRobot> {
  const files = await unpacked(given);
  const set = new FileSet(files);
  const [path] = set.descriptions;
  if (path !== undefined) return openDescription(set, path, options);
  const glb = files.find((each) => /\.(glb|gltf)$/i.test(each.path));
  if (glb) return glbRobot(glb.path, await glb.file.arrayBuffer());
  if (files.some((each) => /\.xacro$/i.test(each.path))) {
    throw new Error(
      "A xacro file has to be expanded first: fourbar convert robot.xacro robot.urdf, or fourbar view robot.xacro.",
    );
  }
  throw new Error("There is no robot among these files; expected a .urdf or a .glb.");
}

async function openDescription(
  set: FileSet,
  path: string,
  options: LocalOptions,
): Promise<LocalRobot> {
  const { packageMap, read, manager } = set;
  const text = decodeText(await read(path));
  const robot = urdfRobot(text, path, { packageMap, read, manager }, options);
  const others = set.descriptions.filter((other) => other !== path);
  return { ...robot, others, choose: (other) => openDescription(set, other, options) };
}

/** The robot at an address that the page was opened with. */
export async function openAddress(address: string, options: LocalOptions): Promise<LocalRobot> {
  const url = new URL(address, location.href);
  if (!/^https?:$/.test(url.protocol)) throw new Error(`${address} is not the address of a robot.`);
  const answer = await fetch(url);
  if (!answer.ok)
    throw new Error(`${address} cannot be opened: the server answers ${answer.status}.`);
  const bytes = await answer.arrayBuffer();
  if (!/\.urdf$/i.test(url.pathname)) return glbRobot(url.pathname, bytes);
  return urdfRobot(decodeText(bytes), url.href, {}, options);
}

function glbRobot(path: string, source: ArrayBuffer): LocalRobot {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const name = file.replace(/\.(glb|gltf)$/i, "");
  return { name, file, source, text: null, findings: () => [], others: [], choose: alone };
}

function urdfRobot(
  text: string,
  path: string,
  {
    packageMap,
    ...files
  }: Pick<ParseOptions, "packageMap"> & Pick<LoadOptions, "read" | "manager">,
  { progress }: LocalOptions,
): LocalRobot {
  const workingPath = path.slice(0, path.lastIndexOf("/") + 1);
  const file = path.slice(workingPath.length);
  const model = parseURDF(text, { packageMap, workingPath, dialects: [drake] });
  let found: readonly Finding[] = model.findings;
  const source: MakeRobot = async (signal) => {
    const loaded = LoadedRobot.begin(model, {
      ...files,
      signal,
      onProgress: ({ loaded, total }) => progress(total === 0 ? 1 : loaded / total),
    });
    await loaded.ready;
    found = loaded.findings;
    const mesh = (index: number) => loaded.collisionMesh(index);
    return { model: loaded.robot, scene: new Group().add(loaded.scene), clips: [], mesh };
  };
  const lines = text.split("\n");
  const findings = () => found.map((each) => info(each, file, lines));
  const names = [
    ...[...model.links.keys()].map((part) => ["link", part] as const),
    ...[...model.joints.keys()].map((part) => ["joint", part] as const),
  ];
  const parts = names.flatMap(([kind, part]) => {
    const line = model.locate(`${kind}[${part}]`)?.line;
    return line === undefined ? [] : [{ kind, name: part, line }];
  });
  const whole: SourceText = { text, parts, note: null };
  return { name: model.name, file, source, text: whole, findings, others: [], choose: alone };
}

async function alone(path: string): Promise<never> {
  throw new Error(`'${path}' does not exist.`);
}

/** With archives replaced by what is in them. */
async function unpacked(given: readonly UploadFile[]): Promise<UploadFile[]> {
  const files: UploadFile[] = [];
  for (const { path, file } of given) {
    if (!/\.zip$/i.test(path)) {
      files.push({ path, file });
      continue;
    }
    const members = await readZip(path, new Uint8Array(await file.arrayBuffer()));
    for (const [member, bytes] of members) {
      if (!member.endsWith("/")) files.push({ path: member, file: new Blob([bytes as BlobPart]) });
    }
  }
  return files;
}

/** A finding as the panel shows those of the server. */
function info(finding: Finding, file: string, lines: readonly string[]): FindingInfo {
  const { code, rule, severity, message, position, path, notes } = finding;
  return {
    code,
    name: rule,
    severity,
    message,
    file,
    line: position?.line ?? null,
    column: position?.column ?? null,
    endLine: position?.endLine ?? null,
    endColumn: position?.endColumn ?? null,
    path,
    notes,
    related: [],
    fix: null,
    source: position ? (lines[position.line - 1] ?? null) : null,
    part: partOfPath(path),
  };
}
