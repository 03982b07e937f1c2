/** From the bytes of a GLB to a robot. */
import { type AnimationClip, type Group, LoadingManager, type Object3D } from "three";
import type { GLTF } from "three/addons/loaders/GLTFLoader.js";
import { gltfLoaderFor } from "../../gltf-loader.js";
import { type Robot, RobotKinematicsPlugin, robotsOf } from "../../index.js";
import { checkBounds } from "./bounds.js";

/** A robot of a GLB file, its scene and its animations. */
export interface ParsedRobot {
  readonly model: Robot;
  readonly scene: Group;
  readonly clips: readonly AnimationClip[];
  /** A mesh of the file that no node shows, as collisions have them. */
  mesh(index: number): Promise<Object3D>;
}

/**
 * Parses a file; rejects with a message for people. Other files that a `.gltf` refers to are fetched
 * from `folder`, and not at all without one.
 */
export async function parseRobot(bytes: ArrayBuffer, folder?: string): Promise<ParsedRobot> {
  if (!looksLikeGltf(bytes)) {
    throw new Error(
      "This is not a GLB file. Convert a URDF with: fourbar convert robot.urdf robot.glb",
    );
  }
  const gltf = await parse(bytes, folder);
  const [model] = robotsOf(gltf).values();
  if (!model) {
    throw new Error(
      "This GLB file does not contain a robot (extension EXT_robot_kinematics). Convert a URDF with: fourbar convert robot.urdf robot.glb",
    );
  }
  return {
    model,
    scene: gltf.scene,
    clips: gltf.animations,
    mesh: (index) => gltf.parser.getDependency("mesh", index),
  };
}

async function parse(bytes: ArrayBuffer, folder: string | undefined): Promise<GLTF> {
  const manager = new LoadingManager();
  if (folder === undefined) {
    // All of a robot is in its file: what points elsewhere is not followed.
    manager.setURLModifier((url) => (/^(data|blob):/.test(url) ? url : "data:,"));
  }
  const loader = await gltfLoaderFor(bytes, manager);
  loader.register((parser) => ({
    name: "bounds",
    beforeRoot: async () => checkBounds(parser.json),
  }));
  loader.register((parser) => new RobotKinematicsPlugin(parser));
  return loader.parseAsync(bytes, folder ?? "");
}

/** The magic of a GLB, or the brace of a glTF document. */
function looksLikeGltf(bytes: ArrayBuffer): boolean {
  if (bytes.byteLength < 12) return false;
  const start = new Uint8Array(bytes, 0, 4);
  return String.fromCharCode(...start) === "glTF" || start[0] === 0x7b || start[0] === 0x20;
}
