/** The loader plugin: `loader.register((parser) => new RobotKinematicsPlugin(parser))`. */
import type { Object3D } from "three";
import { nodesOf } from "./bind.js";
import { EXTENSION_NAME } from "./extension/data.js";
import { type Issue, refuse } from "./extension/issue.js";
import { type Extension, readExtension } from "./extension/read-model.js";
import type { RobotOptions } from "./result.js";
import { Robot } from "./robot.js";

/** What the plugin needs of three's GLTFParser. */
export interface Parser {
  json: unknown;
  getDependency: (type: string, index: number) => Promise<unknown>;
}

/** Options of the plugin, and of the robots that it makes. */
export interface PluginOptions extends RobotOptions {
  /**
   * Called with everything that was found when a file's extension has errors; the scene is then loaded
   * with the sound models only. Without it, loading fails with a `RobotKinematicsError`.
   */
  readonly onInvalid?: (issues: readonly Issue[]) => void;
}

/** A plugin for three's GLTFLoader that makes robots of files with the extension. */
export class RobotKinematicsPlugin {
  readonly name = EXTENSION_NAME;
  private extension: Extension = { models: [], issues: [] };

  constructor(
    private readonly parser: Parser,
    private readonly options: PluginOptions = {},
  ) {}

  /** Checks the file before three.js looks at its nodes: a cycle among them would never finish. */
  async beforeRoot(): Promise<void> {
    this.extension = readExtension(this.parser.json);
    const { issues } = this.extension;
    const broken = issues.some(({ pointer }) => pointer.startsWith("/nodes"));
    if (broken || !this.options.onInvalid) refuse(issues);
    else if (issues.length > 0) this.options.onInvalid(issues);
  }

  /** Puts the robots into `gltf.userData.robots`; of two with the same name, the second is "name 2". */
  async afterRoot(gltf: { userData: Record<string, unknown> }): Promise<void> {
    const robots = new Map<string, Robot>();
    for (const model of this.extension.models) {
      const indices = [...nodesOf(model)];
      const nodes = await Promise.all(indices.map((i) => this.parser.getDependency("node", i)));
      const found = new Map(indices.map((index, i) => [index, nodes[i] as Object3D]));
      const nodeOf = (index: number) => found.get(index) as Object3D;
      robots.set(freeName(model.name, robots), new Robot(model, nodeOf, this.options));
    }
    gltf.userData.robots = robots;
  }
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name} ${n}`;
  return free;
}

/** The robots of a glTF file that was loaded with the plugin, by name. */
export function robotsOf(gltf: {
  readonly userData: Readonly<Record<string, unknown>>;
}): ReadonlyMap<string, Robot> {
  const { robots } = gltf.userData;
  return robots instanceof Map ? robots : new Map();
}
