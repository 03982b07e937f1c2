/** What is under the pointer. */
import { Matrix4, type Mesh, Ray, Sphere, Vector3 } from "three";
import type { Actor } from "../robot/actor.js";
import type { Forest } from "./forest.js";

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

export class Picker {
  constructor(private readonly forest: Forest) {}

  /** The nearest link that a ray meets, of those whose meshes are drawn and whose trees are made. */
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
    const hit = this.forest.of(geometry)?.cast(local, most);
    if (!hit) return undefined;
    return {
      distance: hit.distance,
      point: ray.at(hit.distance, new Vector3()),
      corners: hit.corners.map((corner) => corner.clone().applyMatrix4(matrixWorld)),
    };
  }
}
