/** The shortest distance between the shapes of two links, followed as they move. */
import type { Forest } from "../pick/forest.js";
import { type MeshGap, meshGap, type Pair, type Placed } from "../pick/mesh-gap.js";
import type { Actor } from "../robot/actor.js";

export interface OneLink {
  readonly actor: Actor;
  readonly link: string;
}

export class LinkGap {
  private guess: Pair | undefined;

  constructor(
    readonly ends: readonly [OneLink, OneLink],
    private readonly forest: Forest,
  ) {}

  /** The gap now; undefined while meshes are made ready. */
  find(): MeshGap | undefined {
    const [a, b] = this.ends.map((end) => this.placed(end));
    if (!a || !b) return undefined;
    const gap = meshGap(a, b, this.guess);
    this.guess = gap.pair;
    return gap;
  }

  private placed({ actor, link }: OneLink): Placed[] | undefined {
    const found: Placed[] = [];
    for (const visual of actor.visuals) {
      if (visual.link !== link) continue;
      const tree = this.forest.of(visual.mesh.geometry);
      if (!tree) return undefined;
      found.push({ tree, matrix: visual.mesh.matrixWorld });
    }
    return found;
  }
}
