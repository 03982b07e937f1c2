import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type GLTF, GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { type Robot, RobotKinematicsPlugin, robotsOf } from "../../src/index.js";
import { fixtures } from "../fixtures.js";

/** A gallery robot, without its meshes. */
export async function loadGallery(name: string): Promise<{ gltf: GLTF; model: Robot }> {
  const { gltf: document } = JSON.parse(readFileSync(join(fixtures, `${name}.json`), "utf8"));
  const loader = new GLTFLoader();
  loader.register((parser) => new RobotKinematicsPlugin(parser));
  const gltf = await loader.parseAsync(JSON.stringify(document), "");
  const [model] = robotsOf(gltf).values();
  if (!model) throw new Error("no robot in this document");
  return { gltf, model };
}
