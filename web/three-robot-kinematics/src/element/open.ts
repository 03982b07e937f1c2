/** A robot from an address, whatever the file there is: GLB, glTF or URDF. */
import { DefaultLoadingManager, LoaderUtils, type Object3D } from "three";
import { gltfLoaderFor } from "../gltf-loader.js";
import { RobotKinematicsPlugin, robotsOf } from "../plugin.js";
import type { Robot } from "../robot.js";
import { decodeText, fetching } from "../urdf/load/fetch.js";
import { URDFRobotLoader, type URDFRobotLoaderOptions } from "../urdf/load/loader.js";

export interface Opened {
  readonly scene: Object3D;
  /** Undefined for a file without a robot. */
  readonly robot: Robot | undefined;
  /** Resolves when all meshes are there. */
  readonly ready: Promise<void>;
}

export async function openRobot(url: string, options: URDFRobotLoaderOptions): Promise<Opened> {
  const bytes = await fetching(DefaultLoadingManager)(url, options.signal).catch((error: Error) => {
    throw new Error(`${url} cannot be loaded: ${error.message}`);
  });
  const folder = LoaderUtils.extractUrlBase(url);
  if (!looksLikeGltf(bytes)) {
    const { scene, robot, ready } = new URDFRobotLoader(undefined, options).parse(
      decodeText(bytes),
      folder,
    );
    return { scene, robot, ready };
  }
  const loader = await gltfLoaderFor(bytes);
  loader.register((parser) => new RobotKinematicsPlugin(parser));
  const gltf = await loader.parseAsync(bytes, folder);
  const [robot] = robotsOf(gltf).values();
  return { scene: gltf.scene, robot, ready: Promise.resolve() };
}

/** The magic of a GLB, or the brace of a glTF document. */
function looksLikeGltf(bytes: ArrayBuffer): boolean {
  const start = new TextDecoder("latin1").decode(bytes.slice(0, 64));
  return start.startsWith("glTF") || start.trimStart().startsWith("{");
}

/** `name: address, name: address` as a map of packages. */
export function packagesOf(text: string | null): Record<string, string> {
  const pairs = (text ?? "").split(",").map((pair) => /^\s*([^:\s]+)\s*:\s*(\S+)\s*$/.exec(pair));
  return Object.fromEntries(pairs.flatMap((found) => (found ? [[found[1], found[2]]] : [])));
}
