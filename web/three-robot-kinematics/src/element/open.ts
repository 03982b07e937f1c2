/** How to make the robot at an address, whatever the file there is: GLB, glTF or URDF. */
import { DefaultLoadingManager, Group, LoaderUtils, type Object3D } from "three";
import type { RobotSource } from "../stage/index.js";
import { type ParsedRobot, parseRobot } from "../stage/load/parse.js";
import { assemble, plan } from "../urdf/build.js";
import { drake } from "../urdf/drake.js";
import type { Finding } from "../urdf/finding.js";
import { decodeText, fetching } from "../urdf/load/fetch.js";
import { LoadedRobot } from "../urdf/load/load.js";
import type { LoadProgress } from "../urdf/load/mesh-files.js";
import { parseURDF } from "../urdf/parse.js";
import { missingMeshes, missingParts } from "./missing.js";

export interface OpenOptions {
  readonly packageMap: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LoadProgress) => void;
  /** What was found when all files of a URDF had arrived, and what of it is not in the picture. */
  readonly onFindings: (findings: readonly Finding[], missing: readonly string[]) => void;
}

export async function openRobot(url: string, options: OpenOptions): Promise<RobotSource> {
  const { packageMap, signal, onProgress, onFindings } = options;
  const bytes = await fetching(DefaultLoadingManager)(url, signal).catch((error: Error) => {
    if (signal.aborted) throw error;
    throw new Error(`${url} cannot be loaded: ${error.message}`);
  });
  const workingPath = LoaderUtils.extractUrlBase(url);
  if (looksLikeGltf(bytes)) return { glb: () => parseRobot(bytes, workingPath) };
  const model = parseURDF(decodeText(bytes), { packageMap, workingPath, dialects: [drake] });
  return {
    // Seen at once; its joints move while meshes are on their way.
    skeleton: async () => {
      const { robot } = assemble(model, plan(model), {});
      return parsed(robot, robot.root);
    },
    glb: async (stopped) => {
      const loaded = LoadedRobot.begin(model, { signal: stopped, onProgress });
      await loaded.ready;
      const { findings, robot } = loaded;
      const missing = [
        missingParts(fileOf(url), findings, model, robot),
        missingMeshes(findings),
      ].filter((text) => text !== undefined);
      onFindings(findings, missing);
      return parsed(robot, loaded.scene, (index) => loaded.collisionMesh(index));
    },
  };
}

function parsed(
  model: ParsedRobot["model"],
  scene: Object3D,
  mesh: ParsedRobot["mesh"] = () => Promise.reject(new Error("There are no meshes yet.")),
): ParsedRobot {
  return { model, scene: new Group().add(scene), clips: [], mesh };
}

/** The last part of an address; a robot that is in its own address has no file. */
function fileOf(url: string): string {
  if (url.startsWith("data:")) return "the robot";
  const path = url.replace(/[?#].*$/, "");
  return path.slice(path.lastIndexOf("/") + 1) || url;
}

/** The magic of a GLB, or the brace of a glTF document. */
function looksLikeGltf(bytes: ArrayBuffer): boolean {
  const start = new TextDecoder("latin1").decode(bytes.slice(0, 64));
  return start.startsWith("glTF") || start.trimStart().startsWith("{");
}
