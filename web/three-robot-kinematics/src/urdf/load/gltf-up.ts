/** Which axis is up in the glTF meshes of a description: what its other shapes agree with. */
import { Box3, Euler, Group, Matrix4, Mesh, type Object3D, Quaternion, Vector3 } from "three";
import { step } from "../finding.js";
import type { Collision, Geometry, Link, Pose, RobotModel, Visual } from "../model.js";
import type { MeshFile } from "./mesh-file.js";
import { primitive } from "./primitives.js";

export type Up = "y" | "z";
/** Which axis of glTF meshes points up; `"auto"` finds out by comparing them with the other shapes. */
export type GltfUp = "auto" | Up;

export interface UpAgreement {
  readonly up: Up;
  readonly message: string;
  /** The first shape whose mesh is a glTF file. */
  readonly link: string;
  readonly part: string;
}

type ReadTurned = (url: string) => Promise<MeshFile | undefined>;

/** How far a link's glTF visuals are off, turned and unturned, as a share of its diagonal. */
type Misfit = readonly [turned: number, unturned: number];

/** Unturned meshes have to fit twice as well: the standard has y up, and close calls are its. */
const CLEARLY = 0.5;
/** And better by this share of a link's diagonal: meshes that look alike both ways decide nothing. */
const LEAST = 0.02;
/** Links that are looked at; files of one robot come from one exporter. */
const MOST_LINKS = 16;

/**
 * The axis that fits the robot's other shapes; undefined without glTF meshes to compare. Collision shapes of
 * other formats come first: their boxes are to be those of the visuals. Without any, a link is to reach the
 * parts around it: its own origin, those of the joints it carries, and its centre of mass.
 */
export async function agreedUp(
  model: RobotModel,
  read: ReadTurned,
): Promise<UpAgreement | undefined> {
  const first = firstGltf(model);
  if (!first) return undefined;
  const bodies = [...model.links.values()].filter(({ visuals }) => visuals.some(isGltf));
  let by = "collision shapes";
  let fits = await some(bodies, (link) => collisionMisfit(link, read));
  if (fits.length === 0) {
    by = "neighbouring parts";
    fits = await some(bodies, (link) => landmarkMisfit(model, link, read));
  }
  if (fits.length === 0) return undefined;
  const mean = (k: 0 | 1) => fits.reduce((sum, fit) => sum + fit[k], 0) / fits.length;
  const [turned, unturned] = [mean(0), mean(1)];
  const up = unturned < CLEARLY * turned && turned - unturned > LEAST ? "z" : "y";
  const percent = (share: number) => `${(100 * share).toFixed(0)}%`;
  const message =
    `glTF meshes fit the ${by} only with z up, so they are not turned: off by ` +
    `${percent(unturned)} of the link's size instead of ${percent(turned)}`;
  return { up, message, ...first };
}

function firstGltf(model: RobotModel): { link: string; part: string } | undefined {
  for (const { name, visuals, collisions } of model.links.values()) {
    for (const [kind, shapes] of [
      ["visual", visuals],
      ["collision", collisions],
    ] as const) {
      const index = shapes.findIndex(isGltf);
      if (index >= 0) return { link: name, part: step(kind, index) };
    }
  }
  return undefined;
}

async function some(
  links: readonly Link[],
  misfit: (link: Link) => Promise<Misfit | undefined>,
): Promise<Misfit[]> {
  const found: Misfit[] = [];
  for (const link of links) {
    const fit = await misfit(link);
    if (fit) found.push(fit);
    if (found.length === MOST_LINKS) break;
  }
  return found;
}

async function collisionMisfit(link: Link, read: ReadTurned): Promise<Misfit | undefined> {
  if (link.collisions.some(isGltf)) return undefined;
  const aim = await boxOf(link.collisions, read, true);
  const both = aim && (await bothWays(link, read));
  const size = aim?.min.distanceTo(aim.max) ?? 0;
  if (!aim || !both || !(size > 0)) return undefined;
  const off = (box: Box3) =>
    Math.max(
      ...[box.min.clone().sub(aim.min), box.max.clone().sub(aim.max)].flatMap((corner) =>
        corner.toArray().map(Math.abs),
      ),
    ) / size;
  return [off(both[0]), off(both[1])];
}

async function landmarkMisfit(
  model: RobotModel,
  link: Link,
  read: ReadTurned,
): Promise<Misfit | undefined> {
  const both = await bothWays(link, read);
  const size = both?.[0].min.distanceTo(both[0].max) ?? 0;
  if (!both || !(size > 0)) return undefined;
  const points: Vector3[] = [];
  for (const joint of model.joints.values()) {
    if (joint.parent === link.name) points.push(new Vector3(...joint.origin.xyz));
    if (joint.child === link.name) points.push(new Vector3());
  }
  if (link.inertial) points.push(new Vector3(...link.inertial.origin.xyz));
  if (points.length === 0) return undefined;
  const gap = (box: Box3) =>
    points.reduce((sum, point) => sum + box.distanceToPoint(point), 0) / points.length / size;
  return [gap(both[0]), gap(both[1])];
}

async function bothWays(link: Link, read: ReadTurned): Promise<[Box3, Box3] | undefined> {
  const turned = await boxOf(link.visuals, read, true);
  const unturned = turned && (await boxOf(link.visuals, read, false));
  return turned && unturned && [turned, unturned];
}

/** The box around shapes in their link's frame; undefined where one of them is unknown. */
async function boxOf(
  shapes: readonly (Visual | Collision)[],
  read: ReadTurned,
  turned: boolean,
): Promise<Box3 | undefined> {
  const box = new Box3();
  for (const { geometry, origin } of shapes) {
    const object = await objectOf(geometry, read, turned);
    if (!object) return undefined;
    const holder = new Group().add(object);
    holder.applyMatrix4(matrixOf(origin));
    box.union(new Box3().setFromObject(holder, true));
  }
  return box.isEmpty() ? undefined : box;
}

async function objectOf(
  geometry: Geometry,
  read: ReadTurned,
  turned: boolean,
): Promise<Object3D | undefined> {
  if (geometry.type !== "mesh") {
    const simple = primitive(geometry);
    return simple && new Mesh(simple);
  }
  const file = geometry.url === undefined ? undefined : await read(geometry.url);
  if (!file) return undefined;
  const object = file.object.clone();
  if (file.isTurned && !turned) object.rotation.set(0, 0, 0);
  const scaled = new Group().add(object);
  scaled.scale.set(...geometry.scale);
  return scaled;
}

function matrixOf({ xyz, rpy }: Pose): Matrix4 {
  const turn = new Quaternion().setFromEuler(new Euler(...rpy, "ZYX"));
  return new Matrix4().compose(new Vector3(...xyz), turn, new Vector3(1, 1, 1));
}

function isGltf({ geometry }: Visual | Collision): boolean {
  return geometry.type === "mesh" && /\.(glb|gltf)$/i.test(geometry.filename);
}
