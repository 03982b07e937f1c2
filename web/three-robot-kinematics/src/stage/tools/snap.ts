/** What a click near something means: a frame, a joint's axis, the centre of a hole, a corner, an edge. */
import { type BufferGeometry, EdgesGeometry, Line3, type Matrix4, type Ray, Vector3 } from "three";
import type { RobotJoint } from "../../index.js";
import type { Hit } from "../pick/pick.js";
import { countOf } from "../pick/triangles.js";
import { axisOf } from "./turn.js";

export type Snap = "frame" | "axis" | "centre" | "corner" | "edge" | "surface" | "link";

export interface Snapped {
  /** In world axes. */
  readonly point: Vector3;
  readonly snap: Snap;
  /** Whose axis it is. */
  readonly joint?: string;
}

/** Faces that meet at a larger angle have an edge between them [degrees]. */
const SHARP = 25;
/** Edges of larger meshes are not looked for: a click is to be answered at once. */
const MOST_TRIANGLES = 200_000;
/** Points of a rim may be off its circle by this share of the radius. */
const ROUND = 0.03;
/** Fewer edges are a polygon. */
const LEAST_SIDES = 8;

export type Edge = readonly [Vector3, Vector3];

/** The sharp edges of meshes, in their own axes, found when they are first asked for. */
export class Edges {
  private readonly known = new WeakMap<BufferGeometry, readonly Edge[]>();

  of(geometry: BufferGeometry): readonly Edge[] {
    let edges = this.known.get(geometry);
    if (!edges) {
      edges = sharpEdges(geometry);
      this.known.set(geometry, edges);
    }
    return edges;
  }
}

/** Whether a mesh has too many triangles for its edges to be found. */
export function isTooLarge(geometry: BufferGeometry): boolean {
  return countOf(geometry) > MOST_TRIANGLES;
}

export function sharpEdges(geometry: BufferGeometry): Edge[] {
  if (isTooLarge(geometry)) return [];
  const found = new EdgesGeometry(geometry, SHARP);
  const { position } = found.attributes;
  const edges: Edge[] = [];
  for (let k = 0; position && k + 1 < position.count; k += 2)
    edges.push([
      new Vector3().fromBufferAttribute(position, k),
      new Vector3().fromBufferAttribute(position, k + 1),
    ]);
  found.dispose();
  return edges;
}

/** What is meant by a hit, `within` which distance of it [m], of what is near the best first. */
export function snapTo(hit: Hit, ray: Ray, within: number, edges: Edges): Snapped {
  const marked = nearFrame(hit, ray, within) ?? nearAxis(hit, ray, within);
  if (marked) return marked;
  const edge = nearEdge(hit, within, edges);
  // The corners of a rim are many, and only its centre means anything.
  if (edge?.snap === "centre") return edge;
  return nearCorner(hit, within) ?? edge ?? { point: hit.point, snap: "surface" };
}

/** The origin of a link of the robot, drawn or not. */
function nearFrame({ actor }: Hit, ray: Ray, within: number): Snapped | undefined {
  let best: Vector3 | undefined;
  let least = within;
  for (const { node } of actor.model.links.values()) {
    const at = new Vector3().setFromMatrixPosition(node.matrixWorld);
    const distance = ray.distanceToPoint(at);
    if (distance < least) [best, least] = [at, distance];
  }
  return best && { point: best, snap: "frame" };
}

/** The point of a joint's axis that is nearest to the ray. */
function nearAxis({ actor, point }: Hit, ray: Ray, within: number): Snapped | undefined {
  let best: { at: Vector3; joint: string } | undefined;
  let least = within;
  for (const joint of actor.model.joints.values()) {
    for (const { origin, direction } of axesOf(joint)) {
      const at = closestOnLine(origin, direction, ray);
      const distance = ray.distanceToPoint(at);
      // Not the axis of a joint that is somewhere behind.
      if (distance < least && at.distanceTo(point) < 8 * within)
        [best, least] = [{ at, joint: joint.name }, distance];
    }
  }
  return best && { point: best.at, snap: "axis", joint: best.joint };
}

/** Joints of these types move about no line of their own: their axes are those of coordinates. */
const axisless: ReadonlySet<string> = new Set(["fixed", "floating", "spherical"]);

/** The lines that a joint turns about or slides along, in world axes. */
export function axesOf(joint: RobotJoint) {
  if (axisless.has(joint.type)) return [];
  return joint.dofs.map((dof, k) => axisOf(dof, joint.dofNodes[k] as never));
}

/** Where a line comes nearest to a ray. */
export function closestOnLine(origin: Vector3, direction: Vector3, ray: Ray): Vector3 {
  const u = direction.clone().normalize();
  const between = origin.clone().sub(ray.origin);
  const along = u.dot(ray.direction);
  const square = 1 - along * along;
  if (square < 1e-9) return origin.clone();
  const t = (along * between.dot(ray.direction) - between.dot(u)) / square;
  return origin.clone().addScaledVector(u, t);
}

/** The corner of the triangle that was hit. */
function nearCorner({ point, corners }: Hit, within: number): Snapped | undefined {
  const near = corners.filter((corner) => corner.distanceTo(point) < within);
  near.sort((a, b) => a.distanceTo(point) - b.distanceTo(point));
  const [best] = near;
  return best && { point: best.clone(), snap: "corner" };
}

/** The nearest point of a sharp edge; the centre of its circle, if it is part of a rim. */
function nearEdge({ point, mesh }: Hit, within: number, edges: Edges): Snapped | undefined {
  if (!mesh) return undefined;
  const all = edges.of(mesh.geometry);
  const toMesh = mesh.matrixWorld.clone().invert();
  const local = point.clone().applyMatrix4(toMesh);
  const line = new Line3();
  const at = new Vector3();
  let best: { edge: Edge; at: Vector3 } | undefined;
  let least = within;
  for (const edge of all) {
    line.set(edge[0], edge[1]).closestPointToPoint(local, true, at);
    const distance = worldLength(at, local, mesh.matrixWorld);
    if (distance < least) [best, least] = [{ edge, at: at.clone() }, distance];
  }
  if (!best) return undefined;
  const centre = circleCentre(rimOf(all, best.edge));
  return centre
    ? { point: centre.applyMatrix4(mesh.matrixWorld), snap: "centre" }
    : { point: best.at.applyMatrix4(mesh.matrixWorld), snap: "edge" };
}

function worldLength(a: Vector3, b: Vector3, matrix: Matrix4): number {
  return a.clone().applyMatrix4(matrix).distanceTo(b.clone().applyMatrix4(matrix));
}

/** The chain of edges that goes on from one without a sharp bend. */
export function rimOf(all: readonly Edge[], start: Edge): Vector3[] {
  const key = ({ x, y, z }: Vector3) => `${x.toFixed(6)} ${y.toFixed(6)} ${z.toFixed(6)}`;
  const ends = new Map<string, Edge[]>();
  for (const edge of all)
    for (const end of edge) {
      const at = ends.get(key(end));
      if (at) at.push(edge);
      else ends.set(key(end), [edge]);
    }
  const points = [start[0], start[1]];
  let last = start;
  while (points.length <= all.length) {
    const end = points[points.length - 1] as Vector3;
    const way = end.clone().sub(points[points.length - 2] as Vector3);
    let next: Edge | undefined;
    let widest = Math.cos(Math.PI / 3);
    for (const edge of ends.get(key(end)) ?? []) {
      if (edge === last) continue;
      const far = key(edge[0]) === key(end) ? edge[1] : edge[0];
      const turn = Math.cos(way.angleTo(far.clone().sub(end)));
      if (turn > widest) [next, widest] = [edge, turn];
    }
    if (!next) break;
    const far = key(next[0]) === key(end) ? next[1] : next[0];
    if (key(far) === key(start[0])) break;
    points.push(far);
    last = next;
  }
  return points;
}

/** The centre of the circle that points lie on; undefined where they lie on none. */
export function circleCentre(points: readonly Vector3[]): Vector3 | undefined {
  const count = points.length;
  if (count < LEAST_SIDES) return undefined;
  const [a, b, c] = [0, 1, 2].map((k) => points[Math.floor((k * count) / 3)] as Vector3) as [
    Vector3,
    Vector3,
    Vector3,
  ];
  const ab = b.clone().sub(a);
  const ac = c.clone().sub(a);
  const normal = ab.clone().cross(ac);
  const square = normal.lengthSq();
  if (square < 1e-24) return undefined;
  // The circumcentre of three of them.
  const centre = normal
    .clone()
    .cross(ab)
    .multiplyScalar(ac.lengthSq())
    .add(ac.clone().cross(normal).multiplyScalar(ab.lengthSq()))
    .divideScalar(2 * square)
    .add(a);
  const radius = centre.distanceTo(a);
  normal.normalize();
  const round = points.every((point) => {
    const arm = point.clone().sub(centre);
    const off = Math.abs(arm.length() - radius) + Math.abs(arm.dot(normal));
    return off < ROUND * radius;
  });
  return round ? centre : undefined;
}
