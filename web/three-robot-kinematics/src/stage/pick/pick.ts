/** What is under the pointer. */
import { type BufferGeometry, Matrix4, type Mesh, Ray, Sphere, Vector3 } from "three";
import type { Actor } from "../robot/actor.js";
import { RayTree } from "./ray-tree.js";

export interface Hit {
  readonly actor: Actor;
  readonly link: string;
  /** In world axes [m]. */
  readonly point: Vector3;
  readonly distance: number;
  /** Corners of the triangle that was hit, in world axes; none for glyphs. */
  readonly corners: readonly Vector3[];
  /** The mesh that was hit; none for glyphs. */
  readonly mesh?: Mesh | undefined;
  /** The target that was hit in the link's place. */
  readonly target?: string | undefined;
}

const inverse = new Matrix4();
const local = new Ray();
const sphere = new Sphere();

/** Meshes with more corners are made ready for rays piece by piece. */
const LARGE = 300_000;
/** How long one piece may take [ms]: a picture at 60 Hz has 16. */
const PIECE = 8;

export class Picker {
  private readonly trees = new WeakMap<BufferGeometry, RayTree>();
  private readonly pending = new Set<RayTree>();

  /** `ready` is called when a mesh that a ray passed by can be met now. */
  constructor(private readonly ready: () => void = () => {}) {}

  /** The nearest link that a ray meets, of those whose meshes are drawn. */
  pick(actors: Iterable<Actor>, ray: Ray): Hit | undefined {
    let best: Hit | undefined;
    for (const actor of actors) {
      if (!actor.visible) continue;
      for (const { mesh, link } of actor.visuals) {
        if (!actor.isShown(link)) continue;
        const hit = this.castMesh(mesh, ray, best?.distance ?? Number.POSITIVE_INFINITY);
        if (hit) best = { actor, link, mesh, ...hit };
      }
    }
    return best;
  }

  /** Where a ray first meets a mesh, before `most`; distances are the world's. */
  castMesh(
    mesh: Mesh,
    ray: Ray,
    most: number,
  ): { point: Vector3; distance: number; corners: Vector3[] } | undefined {
    const { geometry, matrixWorld } = mesh;
    if (!geometry.boundingSphere) geometry.computeBoundingSphere();
    if (!geometry.boundingSphere) return undefined;
    sphere.copy(geometry.boundingSphere).applyMatrix4(matrixWorld);
    if (!ray.intersectsSphere(sphere)) return undefined;
    // The direction is not normalised in the mesh's axes, so that distances are those of the world.
    inverse.copy(matrixWorld).invert();
    local.origin.copy(ray.origin).applyMatrix4(inverse);
    local.direction.copy(ray.origin).add(ray.direction).applyMatrix4(inverse).sub(local.origin);
    const tree = this.treeOf(geometry);
    if (!tree.ready && cornersOf(geometry) > LARGE) {
      this.prepare(tree);
      return undefined;
    }
    const hit = tree.cast(local, most);
    if (!hit) return undefined;
    return {
      distance: hit.distance,
      point: ray.at(hit.distance, new Vector3()),
      corners: hit.corners.map((corner) => corner.clone().applyMatrix4(matrixWorld)),
    };
  }

  /** Makes a tree between other things that the page does; a mesh is not met before. */
  private prepare(tree: RayTree): void {
    if (this.pending.has(tree)) return;
    this.pending.add(tree);
    const go = () => {
      const end = performance.now() + PIECE;
      if (!tree.advance(() => performance.now() < end)) {
        setTimeout(go, 0);
        return;
      }
      this.pending.delete(tree);
      this.ready();
    };
    setTimeout(go, 0);
  }

  private treeOf(geometry: BufferGeometry): RayTree {
    let tree = this.trees.get(geometry);
    if (!tree) {
      tree = new RayTree(geometry);
      this.trees.set(geometry, tree);
    }
    return tree;
  }
}

function cornersOf({ index, attributes }: BufferGeometry): number {
  return index?.count ?? attributes.position?.count ?? 0;
}
