/** A robot with its shapes: there at once, its meshes as they arrive. */
import {
  type BufferGeometry,
  DefaultLoadingManager,
  Group,
  type LoadingManager,
  Mesh,
  type Object3D,
} from "three";
import type { Vector } from "../../basis.js";
import type { Robot } from "../../robot.js";
import type { Basis } from "../basis.js";
import { type Assembled, assemble, type BuildOptions, plan } from "../build.js";
import { type Finding, step } from "../finding.js";
import type { Collision, Geometry, Link, Material, RobotModel, Visual } from "../model.js";
import { definedMaterials, type Report, reporter } from "../references.js";
import * as rules from "../rules.js";
import type { ReadFile } from "./fetch.js";
import { agreedUp, type GltfUp, type Up } from "./gltf-up.js";
import { MeshError, type MeshFile, materialsOf } from "./mesh-file.js";
import { type LoadProgress, MeshFiles } from "./mesh-files.js";
import { primitive } from "./primitives.js";
import { type Shading, type SurfaceMaterial, Surfaces } from "./surface.js";

type MeshGeometry = Geometry & { readonly type: "mesh" };

/** How a robot and its mesh files are loaded. */
export interface LoadOptions extends BuildOptions {
  /** Hears of every file, and may turn addresses into others: dropped files into `blob:` addresses. */
  readonly manager?: LoadingManager | undefined;
  /** How mesh files are had; by default they are fetched. */
  readonly read?: ReadFile | undefined;
  /** Which material of three.js shapes get; `"standard"` by default. */
  readonly shading?: Shading | undefined;
  /** Stops everything that is on its way. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Which axis is up in glTF meshes: `"y"`, which is turned to z; `"z"`, taken as it is; or `"auto"`, y unless
   * only z fits the collision shapes or the parts around (a finding reports that). `"auto"` by default.
   */
  readonly gltfUp?: GltfUp | undefined;
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
  /** Called when something has arrived: time for a new picture. */
  readonly onChange?: (() => void) | undefined;
}

/** A robot whose meshes are on their way; `await loaded.ready` waits for them. */
export class LoadedRobot {
  /** Put this into your scene. */
  readonly scene: Object3D;
  /** Resolves when everything has arrived or failed; rejects where it was stopped. */
  readonly ready: Promise<void>;
  readonly robot: Robot;
  private readonly basis: Basis;
  private readonly found: Finding[];
  private readonly report: Report;
  private readonly surfaces: Surfaces;
  private readonly collisionMeshes: readonly MeshGeometry[];
  private collisions: Promise<void> | undefined;
  private up: Promise<Up> | undefined;

  private constructor(
    readonly model: RobotModel,
    { robot, basis, findings }: Assembled,
    private readonly files: MeshFiles,
    manager: LoadingManager,
    private readonly options: LoadOptions,
  ) {
    this.robot = robot;
    this.basis = basis;
    this.scene = robot.root;
    this.found = [...model.findings, ...findings];
    this.report = reporter(this.found, model.locate);
    this.surfaces = new Surfaces(definedMaterials(model), manager, options.shading ?? "standard");
    this.collisionMeshes = collisionMeshes(model, robot);
    this.ready = this.show("visual");
    // Whoever does not wait need not handle it.
    this.ready.catch(() => {});
  }

  /** Builds the robot and begins to load its meshes. Throws where `buildRobot` does. */
  static begin(model: RobotModel, options: LoadOptions = {}): LoadedRobot {
    const { manager = DefaultLoadingManager } = options;
    const files = new MeshFiles(manager, options);
    const planned = plan(model);
    // The network works while the robot is put together.
    for (const url of visualMeshes(model, planned.structure.links)) files.start(url);
    return new LoadedRobot(model, assemble(model, planned, options), files, manager, options);
  }

  /** About the description and about the files it refers to, as far as they have arrived. */
  get findings(): readonly Finding[] {
    return this.found;
  }

  /** Shows or hides what robots touch with; it is loaded when it is first shown. */
  async showCollisions(visible: boolean): Promise<void> {
    for (const { collisionNodes } of this.robot.links.values()) {
      for (const node of collisionNodes) node.visible = visible;
    }
    if (visible) this.collisions ??= this.show("collision");
    await this.collisions;
  }

  /** A collision mesh in the axes of its node, by the index that `RobotCollision` has. */
  async collisionMesh(index: number): Promise<Object3D> {
    const geometry = this.collisionMeshes[index];
    if (geometry?.url === undefined) throw new Error(`${geometry?.filename} cannot be found`);
    const holder = await this.held(await this.files.get(geometry.url), geometry.scale);
    holder.updateMatrixWorld(true);
    const found = new Group();
    holder.traverse((child) => {
      if (!(child instanceof Mesh)) return;
      const shape = (child.geometry as BufferGeometry).clone().applyMatrix4(child.matrixWorld);
      found.add(new Mesh(shape));
    });
    return found;
  }

  /** A mesh in the axes of the frames. Scale is along its own axes; its turn and unit stay inside. */
  private async held(file: MeshFile, scale: Vector): Promise<Group> {
    const holder = new Group();
    holder.quaternion.set(...this.basis.shape);
    holder.scale.set(...scale);
    const object = file.object.clone();
    if (file.isTurned && (await this.gltfUp()) === "z") object.rotation.set(0, 0, 0);
    return holder.add(object);
  }

  /** The axis that is up in glTF meshes; what fits the robot's other shapes is found out once. */
  private gltfUp(): Promise<Up> {
    const { gltfUp = "auto" } = this.options;
    this.up ??= gltfUp === "auto" ? this.agree() : Promise.resolve(gltfUp);
    return this.up;
  }

  private async agree(): Promise<Up> {
    const read = (url: string) => this.files.get(url).catch(() => undefined);
    const agreed = await agreedUp(this.model, read);
    if (agreed?.up !== "z") return "y";
    const { message, link, part } = agreed;
    const place = [part, "geometry", "mesh", "filename"];
    this.report(rules.gltfUpAxis, message, step("link", link), place);
    return "z";
  }

  private async show(kind: "visual" | "collision"): Promise<void> {
    const pending: Promise<void>[] = [];
    for (const link of this.model.links.values()) {
      const built = this.robot.links.get(link.name);
      if (!built) continue; // left out
      const { visualNodes, collisionNodes } = built;
      const nodes = kind === "visual" ? visualNodes : collisionNodes;
      const shapes: readonly (Visual | Collision)[] =
        kind === "visual" ? link.visuals : link.collisions;
      shapes.forEach((shape, i) => {
        const adding = this.add(link, step(kind, i), shape, nodes[i] as Object3D);
        if (adding) pending.push(adding);
      });
    }
    this.files.progress();
    await Promise.all(pending);
    await this.surfaces.settled();
    this.options.signal?.throwIfAborted();
  }

  /** Hangs a shape below its node: at once, or when its file has arrived. */
  private add(
    link: Link,
    part: string,
    shape: Visual | Collision,
    node: Object3D,
  ): Promise<void> | undefined {
    const material = "material" in shape ? shape.material : undefined;
    const { geometry } = shape;
    if (geometry.type === "mesh") return this.addMesh(link, part, geometry, material, node);
    const simple = primitive(geometry);
    if (simple) {
      const mesh = new Mesh(simple, this.surface(material, simple, link, part));
      mesh.quaternion.set(...this.basis.shape);
      node.add(mesh);
    } else {
      const message = "the geometry is not a known shape";
      this.report(rules.shapeNotConverted, message, step("link", link.name), [part]);
    }
    return undefined;
  }

  private async addMesh(
    link: Link,
    part: string,
    { filename, url, scale }: MeshGeometry,
    material: Material | undefined,
    node: Object3D,
  ): Promise<void> {
    const place = [step("link", link.name), [part, "geometry", "mesh", "filename"]] as const;
    if (url === undefined) {
      const [, name] = /^\w+:\/\/([^/]*)/.exec(filename) ?? [];
      const message = `'${filename}': package '${name}' is not known`;
      this.report(rules.packageNotFound, message, ...place, ["Add it to packageMap."]);
      return;
    }
    let file: MeshFile;
    try {
      file = await this.files.get(url);
    } catch (error) {
      this.options.signal?.throwIfAborted();
      const rule = error instanceof MeshError ? error.rule : rules.assetNotFound;
      const reason = error instanceof Error ? error.message : String(error);
      this.report(rule, `'${filename}' cannot be loaded: ${reason}`, ...place);
      return;
    }
    const holder = await this.held(file, scale);
    holder.traverse((child) => {
      if (child instanceof Mesh) this.paint(child, file, material, link, part);
    });
    node.add(holder);
    this.options.onChange?.();
  }

  /** Gives a mesh its own material where it has one, and the description's where it has none. */
  private paint(
    mesh: Mesh,
    { owns }: MeshFile,
    material: Material | undefined,
    link: Link,
    part: string,
  ): void {
    const painted = materialsOf(mesh).map((own) =>
      owns(own)
        ? this.surfaces.own(own)
        : this.surface(material, mesh.geometry as BufferGeometry, link, part),
    );
    mesh.material = painted.length === 1 ? (painted[0] as SurfaceMaterial) : painted;
  }

  private surface(
    material: Material | undefined,
    geometry: BufferGeometry,
    link: Link,
    part: string,
  ): SurfaceMaterial {
    return this.surfaces.get(material, geometry, (filename, reason) => {
      const place = [step("link", link.name), [part, "material", "texture", "filename"]] as const;
      if (reason) this.report(rules.textureMissing, `'${filename}': ${reason}`, ...place);
      else {
        const message = `the shape has no texture coordinates for '${filename}'`;
        this.report(rules.textureWithoutCoordinates, message, ...place);
      }
    });
  }
}

/** Addresses of the mesh files that are seen at once. */
function visualMeshes({ links }: RobotModel, used: ReadonlySet<string>): string[] {
  return [...links.values()]
    .filter(({ name }) => used.has(name))
    .flatMap(({ visuals }) => visuals)
    .flatMap(({ geometry }) =>
      geometry.type === "mesh" && geometry.url !== undefined ? [geometry.url] : [],
    );
}

/** In the order in which `Nest` counts them. */
function collisionMeshes(model: RobotModel, robot: Robot): MeshGeometry[] {
  return [...model.links.values()]
    .filter(({ name }) => robot.links.has(name))
    .flatMap(({ collisions }) => collisions.map(({ geometry }) => geometry))
    .filter((geometry) => geometry.type === "mesh");
}

/** The robot with all its meshes; rejects where it was stopped, or where `buildRobot` would throw. */
export async function loadRobot(model: RobotModel, options?: LoadOptions): Promise<LoadedRobot> {
  const loaded = LoadedRobot.begin(model, options);
  await loaded.ready;
  return loaded;
}
