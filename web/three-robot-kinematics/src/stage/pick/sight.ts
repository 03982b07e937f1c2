/** What a ray meets first: a robot's meshes, or the glyphs of a layer. */
import type { Ray } from "three";
import type { LayerSet } from "../layers/layer-set.js";
import type { Marks } from "../layers/marks.js";
import type { Actor } from "../robot/actor.js";
import { movingJoint } from "../robot/moving.js";
import type { Part } from "../types.js";
import type { Cameras } from "../view/cameras.js";
import type { Forest } from "./forest.js";
import { type Hit, Picker } from "./pick.js";

export class Sight {
  private readonly picker: Picker;

  constructor(
    private readonly actors: ReadonlyMap<string, Actor>,
    private readonly layers: LayerSet,
    private readonly marks: Marks,
    private readonly cameras: Cameras,
    /** Meshes whose trees are not made yet are not met. */
    readonly forest: Forest,
  ) {
    this.picker = new Picker(forest);
  }

  /** The link to take hold of: by its meshes, or by a glyph that stands for it. */
  link(ray: Ray): Hit | undefined {
    const hit = this.target(ray) ?? this.picker.pick(this.actors.values(), ray);
    if (hit) return hit;
    const glyph = this.layers.pick(ray, false) ?? this.layers.pick(ray, true);
    if (glyph?.kind !== "link") return undefined;
    const { actor, name, distance } = glyph;
    const point = ray.at(distance, ray.origin.clone());
    return { actor, link: name, distance, point, corners: [] };
  }

  /** The target to take hold of: drawn over all else. */
  target(ray: Ray): Hit | undefined {
    return this.marks.pick(ray, this.cameras);
  }

  /** The part to point at; glyphs that are drawn over all else come first. */
  part(ray: Ray): Part | null {
    const glyph = this.layers.pick(ray, true);
    if (glyph) return { robot: glyph.actor.id, kind: glyph.kind, name: glyph.name };
    const hit = this.link(ray);
    return hit ? { robot: hit.actor.id, kind: "link", name: hit.link } : null;
  }

  /** Whether a part is a link that can be moved. */
  moves(part: Part | null): boolean {
    const model = part?.kind === "link" ? this.actors.get(part.robot)?.model : undefined;
    return model !== undefined && movingJoint(model, part?.name ?? "") !== undefined;
  }
}
