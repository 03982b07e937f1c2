/** How far joints go and where they are: an arc or a bar from limit to limit, and a needle. */
import {
  BufferGeometry,
  Color,
  CylinderGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  SphereGeometry,
  Vector3,
} from "three";
import type { Dof, RobotJoint } from "../../index.js";
import type { Actor } from "../robot/actor.js";
import { hues } from "../scene/palette.js";
import { merged } from "./glyphs.js";
import { Instances } from "./instances.js";
import type { RobotLayer } from "./layer.js";
import { glyphSizes } from "./sizes.js";

/** Parts per turn of an arc. */
const fineness = 96;

/** Points of an arc about +Y, at angles from +Z towards +X [rad]: an inner and an outer one by turns. */
export function arcStrip(lower: number, upper: number, inner: number, outer: number): Float32Array {
  const sweep = Math.min(upper - lower, 2 * Math.PI);
  const parts = Math.max(1, Math.ceil((fineness * sweep) / (2 * Math.PI)));
  const points = new Float32Array(6 * (parts + 1));
  for (let i = 0; i <= parts; i++) {
    const angle = lower + (sweep * i) / parts;
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    points.set([inner * sine, 0, inner * cosine, outer * sine, 0, outer * cosine], 6 * i);
  }
  return points;
}

function stripGeometry(points: Float32Array): BufferGeometry {
  const index: number[] = [];
  for (let i = 0; i + 3 < points.length / 3; i += 2)
    index.push(i, i + 1, i + 2, i + 1, i + 3, i + 2);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  return geometry.setIndex(index);
}

interface Range {
  readonly mesh: Mesh;
  readonly base: Object3D;
  readonly local: Matrix4;
}

export function limitsLayer(actor: Actor, joints?: readonly RobotJoint[]): RobotLayer {
  const sizes = glyphSizes(actor);
  const object = new Group();
  const papers = new Map<string, MeshBasicMaterial>();
  const paperOf = ({ role }: RobotJoint, opacity: number): MeshBasicMaterial => {
    const key = `${role} ${opacity}`;
    const paper =
      papers.get(key) ??
      new MeshBasicMaterial({
        color: hues[role],
        transparent: true,
        opacity,
        side: DoubleSide,
        depthWrite: false,
      });
    papers.set(key, paper);
    return paper;
  };
  const ranges: Range[] = [];
  const needles: { joint: RobotJoint; k: number; node: Object3D; local: Matrix4 }[] = [];
  const marks: typeof needles = [];
  for (const joint of joints ?? actor.model.joints.values()) {
    joint.dofs.forEach((dof, k) => {
      const node = joint.dofNodes[k];
      const base = node?.parent;
      if (!node || !base) return;
      const size = 1.2 * (sizes.get(joint.childLink) as number);
      const local = basis(dof, zeroDirection(actor, joint, k), size);
      if (dof.motion !== "translation") {
        const mesh = new Mesh(fan(dof), paperOf(joint, 0.28));
        ranges.push({ mesh, base, local });
        needles.push({ joint, k, node, local });
      } else {
        const mesh = new Mesh(bar(dof, size), paperOf(joint, 0.55));
        ranges.push({ mesh, base, local });
        marks.push({ joint, k, node, local });
      }
    });
  }
  for (const { mesh } of ranges) {
    mesh.matrixAutoUpdate = false;
    mesh.frustumCulled = false;
    object.add(mesh);
  }
  const needleShape = merged([
    new CylinderGeometry(0.012, 0.012, 1, 8).rotateX(Math.PI / 2).translate(0, 0, 0.5),
    new SphereGeometry(0.04, 12, 8).translate(0, 0, 1),
  ]);
  const needle = new Instances(needleShape, new MeshBasicMaterial(), needles);
  const mark = new Instances(new SphereGeometry(0.09, 16, 10), new MeshBasicMaterial(), marks);
  object.add(needle, mark);
  const stopped = new Color(hues.impossible);
  const free = {
    fixed: new Color(hues.fixed),
    independent: new Color(hues.independent),
    dependent: new Color(hues.dependent),
    mimic: new Color(hues.mimic),
  };
  const tint = (instances: Instances, list: typeof needles): void => {
    for (let i = 0; i < list.length; i++) {
      const { joint, k } = list[i] as (typeof needles)[number];
      const { value } = joint;
      const position = typeof value === "number" ? value : (value[k] as number);
      const dof = joint.dofs[k] as Dof;
      instances.setColorAt(i, atLimit(dof, position) ? stopped : free[joint.role]);
    }
    if (instances.instanceColor) instances.instanceColor.needsUpdate = true;
  };
  return {
    object,
    over: true,
    update: () => {
      for (let i = 0; i < ranges.length; i++) {
        const { mesh, base, local } = ranges[i] as Range;
        mesh.matrix.multiplyMatrices(base.matrixWorld, local);
        mesh.matrixWorldNeedsUpdate = true;
      }
      needle.follow();
      mark.follow();
      tint(needle, needles);
      tint(mark, marks);
    },
    dispose: () => {
      for (const { mesh } of ranges) mesh.geometry.dispose();
      for (const paper of papers.values()) paper.dispose();
      needle.dispose();
      mark.dispose();
    },
  };
}

/** Whether a position is at a limit or beyond it. */
export function atLimit({ limit }: Dof, position: number): boolean {
  const { lower, upper } = limit;
  const near = 1e-3 * Math.min(1, (upper ?? 1) - (lower ?? 0));
  return (
    (lower !== undefined && position <= lower + near) ||
    (upper !== undefined && position >= upper - near)
  );
}

function fan({ limit: { lower, upper } }: Dof): BufferGeometry {
  if (lower === undefined || upper === undefined) {
    return stripGeometry(arcStrip(0, 2 * Math.PI, 0.94, 1));
  }
  return stripGeometry(arcStrip(lower, upper, 0.25, 1));
}

/** A rod from limit to limit with a disc at each; without limits, of twice the size of a glyph. */
function bar({ limit: { lower, upper } }: Dof, size: number): BufferGeometry {
  const [from, to] = [(lower ?? -size) / size, (upper ?? size) / size];
  const parts: BufferGeometry[] = [
    new CylinderGeometry(0.02, 0.02, Math.max(1e-6, to - from), 8).translate(0, (from + to) / 2, 0),
  ];
  if (lower !== undefined) {
    parts.push(new CylinderGeometry(0.1, 0.1, 0.02, 16).translate(0, from, 0));
  }
  if (upper !== undefined) {
    parts.push(new CylinderGeometry(0.1, 0.1, 0.02, 16).translate(0, to, 0));
  }
  return merged(parts);
}

/** The frame of a range: +Y along the axis, +Z where the needle points at zero. */
function basis(dof: Dof, zero: Vector3, size: number): Matrix4 {
  const y = new Vector3().fromArray(dof.axis);
  const x = new Vector3().crossVectors(y, zero);
  return new Matrix4().makeBasis(x, y, zero).scale(new Vector3(size, size, size));
}

const world = new Matrix4();
const at = new Vector3();

/** Where the child link lies from the joint when the joint is at zero, at right angles to its axis. */
function zeroDirection(actor: Actor, joint: RobotJoint, k: number): Vector3 {
  const dof = joint.dofs[k] as Dof;
  const node = joint.dofNodes[k] as Object3D;
  const axis = new Vector3().fromArray(dof.axis);
  const away = new Vector3();
  world.copy(node.matrixWorld).invert();
  for (const other of actor.model.joints.values()) {
    if (other.parentLink !== joint.childLink) continue;
    away.add(at.setFromMatrixPosition(other.originNode.matrixWorld).applyMatrix4(world));
  }
  for (const { mesh, link } of actor.visuals) {
    if (link !== joint.childLink || away.length() > 0.02 * actor.sphere.radius) continue;
    if (!mesh.geometry.boundingBox) mesh.geometry.computeBoundingBox();
    mesh.geometry.boundingBox?.getCenter(at).applyMatrix4(mesh.matrixWorld).applyMatrix4(world);
    away.add(at);
  }
  away.addScaledVector(axis, -away.dot(axis));
  if (!(away.length() > 1e-3 * actor.sphere.radius)) {
    away.set(Math.abs(axis.x) < 0.9 ? 1 : 0, Math.abs(axis.x) < 0.9 ? 0 : 1, 0);
    away.addScaledVector(axis, -away.dot(axis));
  }
  // `away` is in the moving node's axes, which at zero are those of its parent.
  return away.normalize();
}
