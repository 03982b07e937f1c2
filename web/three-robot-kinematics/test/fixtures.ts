import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Matrix4 } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import {
  type JointValue,
  type PluginOptions,
  type Robot,
  RobotKinematicsPlugin,
  robotsOf,
} from "../src/index.js";

export const project = fileURLToPath(new URL("../../..", import.meta.url));
/** Below node_modules, where neither git nor the formatter looks. */
export const fixtures = join(project, "web/node_modules/.cache/three-robot-kinematics");

export interface Sample {
  readonly values: Readonly<Record<string, readonly number[]>>;
  /** Link to T_root_link, 4 x 4 by columns. */
  readonly poses: Readonly<Record<string, readonly number[]>>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests break these documents on purpose
export type Json = any;

export interface Fixture {
  readonly name: string;
  readonly gltf: Json;
  readonly sweeps: readonly (readonly Sample[])[];
}

export const closedRobots = [
  "belt_leg",
  "delta",
  "differential",
  "four_bar",
  "gripper",
  "leg_linkage",
  "lims2_wrist",
  "six_bar",
  "slider_crank",
  "stewart",
];
export const openRobots = ["drone", "gripper", "humanoid", "iiwa14", "mobile_base", "ur20"];

export function readFixture(name: string): Fixture {
  return JSON.parse(readFileSync(join(fixtures, `${name}.json`), "utf8"));
}

/** A gallery robot as fourbar writes it, with its meshes. */
export function readGlb(name: string): ArrayBuffer {
  return new Uint8Array(readFileSync(join(fixtures, `${name}.glb`))).buffer;
}

/** Loads a file or a document the way a page does, and returns its only robot. */
export async function loadRobot(gltf: ArrayBuffer | Json, options?: PluginOptions): Promise<Robot> {
  const loader = new GLTFLoader();
  loader.register((parser) => new RobotKinematicsPlugin(parser, options));
  const content = gltf instanceof ArrayBuffer ? gltf : JSON.stringify(gltf);
  const loaded = await loader.parseAsync(content, "");
  const [robot] = robotsOf(loaded).values();
  if (!robot) throw new Error("no robot in this document");
  return robot;
}

export async function loadGallery(name: string, options?: PluginOptions): Promise<Robot> {
  return loadRobot(readFixture(name).gltf, options);
}

/** The largest difference between the scene's link poses and the expected ones. */
export function poseError(robot: Robot, expected: Sample["poses"]): number {
  robot.root.updateWorldMatrix(true, true);
  const toRoot = robot.root.matrixWorld.clone().invert();
  let worst = 0;
  for (const [name, pose] of Object.entries(expected)) {
    const link = robot.links.get(name);
    if (!link) throw new Error(`no link ${name}`);
    const found = new Matrix4().multiplyMatrices(toRoot, link.node.matrixWorld);
    found.elements.forEach((value, i) => {
      worst = Math.max(worst, Math.abs(value - (pose[i] as number)));
    });
  }
  return worst;
}

/** The joints of a robot in one role. */
export function namesOf(robot: Robot, role: string): string[] {
  return [...robot.joints.values()].filter((joint) => joint.role === role).map(({ name }) => name);
}

export function numberOf(value: JointValue): number {
  if (typeof value !== "number") throw new Error("a joint with several DOFs");
  return value;
}
