/** A robot on the stage: its model, what of it can be seen, and how large it is. */
import {
  type AnimationClip,
  Box3,
  Group,
  Mesh,
  type MeshStandardMaterial,
  type Object3D,
  Sphere,
  Vector3,
} from "three";
import { type Robot, type RobotJoint, type Vector, vectorFromUrdf } from "../../index.js";
import { type Cloud, cloudsOf } from "../layers/clouds.js";
import { shapeGeometry } from "../layers/shapes.js";
import type { ParsedRobot } from "../load/parse.js";
import type {
  CloudScale,
  Forces,
  Position,
  StageRobot,
  StandIn,
  Uncovered,
  UpAxis,
} from "../types.js";
import { addCorners, type Outline } from "../view/fit.js";
import { disposeScene } from "./dispose.js";

/** A mesh and the link that it belongs to. */
export interface Visual {
  readonly mesh: Mesh;
  readonly link: string;
}

/** Of all meshes together, for an outline. */
const mostPoints = 200_000;
const place = new Vector3();

export class Actor implements StageRobot {
  readonly root = new Group();
  readonly model: Robot;
  readonly clips: readonly AnimationClip[];
  readonly triangles: number;
  readonly visuals: readonly Visual[];
  readonly clouds: readonly Cloud[];
  readonly hidden = new Set<string>();
  readonly pins = new Set<string>();
  /** How much of the light links hold back, where it is not all of it. */
  readonly opacities = new Map<string, number>();
  /** Whether link frames have URDF's axes; else they have glTF's. */
  readonly urdfAxes: boolean;
  /** Around the robot as it was loaded [m, in world axes]. */
  readonly sphere: Sphere;
  /** What is known of the forces inside it, for as long as they are shown. */
  forces: Forces | null = null;
  /** What is known to stick out of its collision shapes. */
  uncovered: Uncovered | null = null;
  standIns: ReadonlySet<StandIn> = new Set();
  visible = true;
  /** Whether it was put somewhere else than where it was loaded. */
  relocated = false;
  private showVisuals = true;
  private showClouds = true;
  private currentUp: UpAxis = "z";
  private currentPosition: Position = [0, 0, 0];
  private readonly pictured: ReadonlySet<string>;
  /** Around what has arrived in the place of visuals, as it was then, in the axes of `root`. */
  private readonly arrived = new Box3();

  constructor(
    readonly id: string,
    private readonly parsed: ParsedRobot,
    readonly complete: boolean,
    position: Position,
    up: UpAxis = "z",
  ) {
    const { model, scene, clips } = parsed;
    this.model = model;
    this.clips = clips;
    this.root.add(scene);
    this.moveTo(position);
    this.up = up;
    const links = new Map<Object3D, string>();
    for (const link of model.links.values()) links.set(link.node, link.name);
    this.visuals = collectVisuals(scene, links);
    this.clouds = cloudsOf(scene);
    this.pictured = new Set(this.visuals.map(({ link }) => link));
    this.triangles = this.visuals.reduce((sum, { mesh }) => sum + trianglesOf(mesh), 0);
    const { source } = model;
    this.urdfAxes = (source as { basis?: unknown } | undefined)?.basis === "root";
    for (const { mesh } of this.visuals) {
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      liftBlack(mesh);
    }
    this.root.updateMatrixWorld(true);
    this.sphere = this.box(new Box3()).getBoundingSphere(new Sphere());
    this.standIns = standInsOf(this);
  }

  get name(): string {
    return this.model.name;
  }

  get scales(): readonly CloudScale[] {
    return this.clouds.flatMap(({ scale }) => (scale ? [scale] : []));
  }

  get position(): Position {
    return this.currentPosition;
  }

  get up(): UpAxis {
    return this.currentUp;
  }

  /** Turns the whole robot so that an axis of its file is up. */
  set up(axis: UpAxis) {
    this.currentUp = axis;
    // URDF's x is glTF's z, its y glTF's x, its z glTF's y, which is up.
    const quarter = Math.PI / 2;
    this.root.rotation.set(axis === "x" ? -quarter : 0, 0, axis === "y" ? quarter : 0);
  }

  moveTo(position: Position): void {
    this.currentPosition = position;
    this.root.position.set(...(vectorFromUrdf(position as Vector) as [number, number, number]));
  }

  /** A mesh that no node shows. */
  loadMesh(index: number): Promise<Object3D> {
    return this.parsed.mesh(index);
  }

  /** The box around what can be seen, or around the frames where nothing can; never empty. */
  box(out: Box3): Box3 {
    out.makeEmpty();
    for (const { mesh } of this.visuals) addMesh(out, mesh);
    if (!usable(out)) this.addCollisions(out);
    if (!usable(out)) this.addBones(out.makeEmpty());
    else if (this.standIns.has("skeleton")) this.addBones(out);
    if (!usable(out)) out.set(place.set(0, 0, 0), place).expandByScalar(0.5);
    else if (out.getSize(place).length() < 1e-6) out.expandByScalar(0.1);
    return out;
  }

  /** The box around the clouds that are shown; empty without any. */
  cloudBox(out: Box3): Box3 {
    out.makeEmpty();
    for (const { points } of this.clouds) {
      if (!points.visible) continue;
      if (!points.geometry.boundingBox) points.geometry.computeBoundingBox();
      const around = points.geometry.boundingBox;
      if (around && usable(oneBox.copy(around).applyMatrix4(points.matrixWorld))) out.union(oneBox);
    }
    return out;
  }

  /** Adds points of what can be seen: as many as it takes to tell its outline. */
  outline(out: Outline): void {
    const before = out.length;
    const most = Math.max(64, Math.min(4096, Math.floor(mostPoints / this.visuals.length)));
    for (const { mesh } of this.visuals) {
      const { position } = mesh.geometry.attributes;
      const local = boundsOf(mesh);
      if (!position || !local) continue;
      if (!usable(meshBox.copy(local).applyMatrix4(mesh.matrixWorld))) continue;
      const step = Math.ceil(position.count / most);
      for (let i = 0; i < position.count; i += step) {
        const { x, y, z } = place.fromBufferAttribute(position, i).applyMatrix4(mesh.matrixWorld);
        out.push(x, y, z);
      }
    }
    if (!this.cloudBox(meshBox).isEmpty()) addCorners(out, meshBox);
    if (this.standIns.has("skeleton")) addCorners(out, this.addBones(new Box3()));
    // In a box of its own: `box` uses the shared one on its way.
    if (out.length === before) addCorners(out, this.box(new Box3()));
  }

  /** Adds the ends of all bones, which go on to where loops are closed. */
  private addBones(out: Box3): Box3 {
    for (const { node } of this.model.links.values()) {
      out.expandByPoint(place.setFromMatrixPosition(node.matrixWorld));
    }
    for (const { predecessorNode, successorNode } of this.model.loops.values()) {
      for (const { matrixWorld } of [predecessorNode, successorNode])
        out.expandByPoint(place.setFromMatrixPosition(matrixWorld));
    }
    return out;
  }

  /** None of its collision shapes can be shown: bones take the place of visuals. */
  lackCollisions(): void {
    if (this.standIns.has("collisions")) this.standIns = bonesOf(this);
  }

  /** Collision meshes in the place of visuals have come: they are part of what is seen. */
  takeCollisions(around: Box3): void {
    this.arrived.copy(around).applyMatrix4(this.root.matrixWorld.clone().invert());
  }

  /** The box around one link's visuals, or around its frame. */
  linkBox(link: string, out: Box3): Box3 {
    out.makeEmpty();
    for (const visual of this.visuals) if (visual.link === link) addMesh(out, visual.mesh);
    const node = this.model.links.get(link)?.node;
    if (!usable(out) && node) {
      out.setFromCenterAndSize(
        place.setFromMatrixPosition(node.matrixWorld),
        new Vector3().setScalar(0.25 * this.sphere.radius),
      );
    }
    return out;
  }

  setVisuals(on: boolean): void {
    this.showVisuals = on;
    this.refresh();
  }

  setClouds(on: boolean): void {
    this.showClouds = on;
    this.refresh();
  }

  setLinkVisible(link: string, on: boolean): void {
    if (on) this.hidden.delete(link);
    else this.hidden.add(link);
    this.refresh();
  }

  /** Shows or hides the whole robot. */
  setVisible(on: boolean): void {
    this.visible = on;
    this.refresh();
  }

  hasVisual(link: string): boolean {
    return this.pictured.has(link);
  }

  /** Whether a link's meshes are drawn. */
  isShown(link: string): boolean {
    return this.visible && this.showVisuals && !this.hidden.has(link);
  }

  dispose(): void {
    this.root.removeFromParent();
    disposeScene(this.root);
    this.model.dispose();
  }

  /** The boxes around simple collision shapes; meshes are loaded only when they are shown. */
  private addCollisions(out: Box3): void {
    out.makeEmpty();
    for (const { collisions } of this.model.links.values()) {
      for (const { node, shape } of collisions) {
        const geometry = shapeGeometry(shape);
        if (!geometry) continue;
        geometry.computeBoundingBox();
        meshBox.copy(geometry.boundingBox as Box3).applyMatrix4(node.matrixWorld);
        if (usable(meshBox)) out.union(meshBox);
        geometry.dispose();
      }
    }
    if (usable(this.arrived))
      out.union(oneBox.copy(this.arrived).applyMatrix4(this.root.matrixWorld));
  }

  /** By layers of three, not by `visible`: that would hide what hangs below a mesh as well. */
  private refresh(): void {
    for (const { mesh, link } of this.visuals) {
      if (this.isShown(link)) mesh.layers.enable(0);
      else mesh.layers.disable(0);
    }
    for (const { points } of this.clouds) points.visible = this.visible && this.showClouds;
  }
}

/** A box that a damaged file has not filled with NaN or infinity. */
function usable(box: Box3): boolean {
  const { min, max } = box;
  const numbers = [min.x, min.y, min.z, max.x, max.y, max.z];
  return !box.isEmpty() && numbers.every((x) => Number.isFinite(x) && Math.abs(x) < 1e7);
}

const meshBox = new Box3();
const oneBox = new Box3();

function addMesh(out: Box3, mesh: Mesh): void {
  const local = boundsOf(mesh);
  if (local && usable(meshBox.copy(local).applyMatrix4(mesh.matrixWorld))) out.union(meshBox);
}

/** The box around a mesh in its own axes, worked out once. */
function boundsOf({ geometry }: Mesh): Box3 | null {
  if (!geometry.boundingBox) geometry.computeBoundingBox();
  return geometry.boundingBox;
}

function collectVisuals(scene: Object3D, links: ReadonlyMap<Object3D, string>): Visual[] {
  const found: Visual[] = [];
  const walk = (object: Object3D, above: string | undefined): void => {
    const link = links.get(object) ?? above;
    if (object instanceof Mesh && link !== undefined && hasExtent(object))
      found.push({ mesh: object, link });
    for (const child of object.children) walk(child, link);
  };
  walk(scene, undefined);
  return found;
}

/** Of what has no size at all, nothing is ever seen. */
function hasExtent(mesh: Mesh): boolean {
  const box = boundsOf(mesh);
  return box !== null && !box.isEmpty() && !box.min.equals(box.max);
}

function trianglesOf({ geometry }: Mesh): number {
  return Math.floor((geometry.index?.count ?? geometry.attributes.position?.count ?? 0) / 3);
}

/** No paint is darker (linear); below it, light shows no shape. */
const darkest = 0.022;

/** Lets black parts be seen as bodies: what is darker than any paint gets its colour. */
function liftBlack({ material }: Mesh): void {
  for (const one of [material].flat()) {
    const { color, map } = one as MeshStandardMaterial;
    if (map || !color || Math.max(color.r, color.g, color.b) >= darkest) continue;
    color.setRGB(darkest, darkest, darkest);
  }
}

/** Bones shorter than this share of the robot are frames in one place. */
const short = 0.02;
const [from, to] = [new Vector3(), new Vector3()];

/** How far the link of a joint is from the link before it. */
function boneLength(model: Robot, { parentLink, childLink }: RobotJoint): number {
  const [parent, child] = [model.links.get(parentLink)?.node, model.links.get(childLink)?.node];
  if (!parent || !child) return 0;
  from.setFromMatrixPosition(parent.matrixWorld);
  return from.distanceTo(to.setFromMatrixPosition(child.matrixWorld));
}

/** What is shown of a robot without any shapes; bones without length would be a dot. */
function bonesOf({ model, sphere }: Actor): ReadonlySet<StandIn> {
  const hasBones = [...model.joints.values()].some(
    (joint) => boneLength(model, joint) > short * sphere.radius,
  );
  return new Set(hasBones ? ["skeleton"] : ["frames"]);
}

/** What has to be shown of a robot so that it can be seen: visuals that are missing are no robot. */
function standInsOf(actor: Actor): ReadonlySet<StandIn> {
  const { model, visuals, complete, sphere } = actor;
  if (visuals.length === 0) {
    // Where files are missing, collisions have nothing to show either.
    const collides = [...model.links.values()].some(({ collisions }) =>
      collisions.some(({ mesh, shape }) => mesh !== undefined || shapeGeometry(shape)),
    );
    return complete && collides ? new Set(["collisions"]) : bonesOf(actor);
  }
  let [bare, total] = [0, 0];
  for (const joint of model.joints.values()) {
    const length = boneLength(model, joint);
    if (length < short * sphere.radius) continue;
    total += length;
    if (!actor.hasVisual(joint.parentLink) && !actor.hasVisual(joint.childLink)) bare += length;
  }
  return new Set(bare > 0.5 * total ? ["skeleton"] : []);
}
