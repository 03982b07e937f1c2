/**
 * Poses of the frames between a robot's root node and its links.
 *
 * A frame is a node; its pose is twelve numbers, a rotation by rows and a translation:
 * r00 r01 r02 r10 r11 r12 r20 r21 r22 x y z, in the axes of the root node. They are kept here and not
 * read back from three.js so that closing a loop costs neither objects nor a walk over the scene.
 */
import { Matrix4, type Object3D } from "three";
import type { Dof } from "../extension/data.js";

export const POSE_SIZE = 12;

/** A degree of freedom and the node that it moves. */
export interface BoundDof extends Dof {
  readonly node: Object3D;
}

export class Frames {
  /** Poses of all frames, one after the other; the root's is the identity. */
  readonly poses: Float64Array;
  /** Frame of each DOF. */
  readonly frameOf: Int32Array;
  /** Whether a DOF turns, and how far it goes along its axis [1, or m/rad of a screw]. */
  readonly turns: Uint8Array;
  readonly slides: Float64Array;
  private readonly axes: Float64Array;
  private readonly parents: Int32Array;
  /** What does not move: the whole local pose, or the part of it that the DOF does not overwrite. */
  private readonly rest: Float64Array;
  private readonly dofOf: Int32Array;
  private readonly indices = new Map<Object3D, number>();
  private readonly local = new Float64Array(POSE_SIZE);

  constructor(root: Object3D, targets: Iterable<Object3D>, dofs: readonly BoundDof[]) {
    const nodes = [root];
    this.indices.set(root, 0);
    for (const target of [...dofs.map((dof) => dof.node), ...targets]) {
      const path: Object3D[] = [];
      for (let node = target; !this.indices.has(node); node = node.parent as Object3D)
        path.push(node);
      for (const node of path.reverse()) this.indices.set(node, nodes.push(node) - 1);
    }
    this.parents = Int32Array.from(nodes, (node) =>
      node === root ? 0 : this.indexOf(node.parent),
    );
    this.dofOf = new Int32Array(nodes.length).fill(-1);
    this.frameOf = Int32Array.from(dofs, (dof) => this.indexOf(dof.node));
    this.turns = Uint8Array.from(dofs, (dof) => Number(dof.motion !== "translation"));
    this.slides = Float64Array.from(dofs, slideOf);
    this.axes = Float64Array.from(dofs.flatMap((dof) => [...dof.axis]));
    this.frameOf.forEach((frame, dof) => {
      this.dofOf[frame] = dof;
    });
    this.rest = Float64Array.from(nodes.flatMap(restOf));
    this.poses = new Float64Array(POSE_SIZE * nodes.length);
    this.poses.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  }

  get count(): number {
    return this.parents.length;
  }

  indexOf(node: Object3D | null): number {
    const index = node && this.indices.get(node);
    if (index === null || index === undefined) throw new Error("this node is not a frame");
    return index;
  }

  /** The frames from the first below the root down to `frame`: parents first. */
  ancestry(frame: number): number[] {
    const found: number[] = [];
    for (let i = frame; i !== 0; i = this.parents[i] as number) found.push(i);
    return found.reverse();
  }

  /** The DOFs that move a frame, from the root down. */
  dofsAbove(frame: number): number[] {
    return this.ancestry(frame).flatMap((i) => {
      const dof = this.dofOf[i] as number;
      return dof === -1 ? [] : [dof];
    });
  }

  /** Computes the poses of the given frames at positions q; parents come before children. */
  compute(q: Float64Array, frames: Int32Array): void {
    const { poses, parents, rest, dofOf, local } = this;
    for (let n = 0; n < frames.length; n++) {
      const i = frames[n] as number;
      const dof = dofOf[i] as number;
      if (dof === -1) compose(poses, parents[i] as number, rest, i, poses, i);
      else {
        this.place(dof, i, q);
        compose(poses, parents[i] as number, local, 0, poses, i);
      }
    }
  }

  /** Writes a DOF's axis in root axes to `out[0..2]`; needs the pose of its frame's parent. */
  axisInRoot(dof: number, out: Float64Array): void {
    const parent = POSE_SIZE * (this.parents[this.frameOf[dof] as number] as number);
    const p = this.poses;
    const x = this.axes[3 * dof] as number;
    const y = this.axes[3 * dof + 1] as number;
    const z = this.axes[3 * dof + 2] as number;
    for (let k = 0; k < 3; k++) {
      const row = parent + 3 * k;
      out[k] = (p[row] as number) * x + (p[row + 1] as number) * y + (p[row + 2] as number) * z;
    }
  }

  /** The local pose of a DOF's frame. Takes all of q: a single number would be put on the heap. */
  private place(dof: number, frame: number, q: Float64Array): void {
    const { local, rest, axes } = this;
    const from = POSE_SIZE * frame;
    for (let k = 0; k < POSE_SIZE; k++) local[k] = rest[from + k] as number;
    const x = axes[3 * dof] as number;
    const y = axes[3 * dof + 1] as number;
    const z = axes[3 * dof + 2] as number;
    const position = q[dof] as number;
    const slide = this.slides[dof] as number;
    if (slide !== 0) {
      local[9] = x * position * slide;
      local[10] = y * position * slide;
      local[11] = z * position * slide;
    }
    if (!this.turns[dof]) return;
    // Rodrigues' formula, about a unit axis.
    const sine = Math.sin(position);
    const cosine = Math.cos(position);
    const versine = 1 - cosine;
    local[0] = cosine + versine * x * x;
    local[1] = versine * x * y - sine * z;
    local[2] = versine * x * z + sine * y;
    local[3] = versine * x * y + sine * z;
    local[4] = cosine + versine * y * y;
    local[5] = versine * y * z - sine * x;
    local[6] = versine * x * z - sine * y;
    local[7] = versine * y * z + sine * x;
    local[8] = cosine + versine * z * z;
  }
}

/** How far a DOF goes along its axis per unit of its position: 1, 0, or a screw's lead [m/rad]. */
export function slideOf({ motion, pitch = 0 }: Dof): number {
  if (motion === "translation") return 1;
  return motion === "screw" ? pitch / (2 * Math.PI) : 0;
}

/** T_root_child = T_root_parent * T_parent_child, for poses at the given places of their arrays. */
function compose(
  parents: Float64Array,
  parent: number,
  children: Float64Array,
  child: number,
  out: Float64Array,
  to: number,
): void {
  const p = POSE_SIZE * parent;
  const c = POSE_SIZE * child;
  const o = POSE_SIZE * to;
  for (let i = 0; i < 3; i++) {
    const a = parents[p + 3 * i] as number;
    const b = parents[p + 3 * i + 1] as number;
    const d = parents[p + 3 * i + 2] as number;
    for (let j = 0; j < 3; j++) {
      out[o + 3 * i + j] =
        a * (children[c + j] as number) +
        b * (children[c + 3 + j] as number) +
        d * (children[c + 6 + j] as number);
    }
    out[o + 9 + i] =
      (parents[p + 9 + i] as number) +
      a * (children[c + 9] as number) +
      b * (children[c + 10] as number) +
      d * (children[c + 11] as number);
  }
}

function restOf(node: Object3D): number[] {
  const turn = new Matrix4().makeRotationFromQuaternion(node.quaternion.clone().normalize());
  const [a, b, c, , d, e, f, , g, h, i] = turn.elements; // by columns
  const { x, y, z } = node.position;
  return [a, d, g, b, e, h, c, f, i, x, y, z] as number[];
}
