import type { Box3, Object3D, Ray } from "three";
import type { Forest } from "../pick/forest.js";
import type { Actor } from "../robot/actor.js";
import type { Palette } from "../scene/palette.js";
import type { Edges } from "../tools/snap.js";
import type { PartKind } from "../types.js";
import type { Label } from "./labels.js";

/** Something that is shown of one robot, made when it is first asked for. */
export interface RobotLayer {
  /** Goes into the scene, or over it where `over`. */
  readonly object: Object3D;
  /** Drawn over the robot, not hidden inside it. */
  readonly over: boolean;
  /** Follows the robot; world matrices of its nodes are up to date. Makes no garbage. */
  update(): void;
  paint?(palette: Palette): void;
  /** The part of the robot under a ray, if the layer has something to point at. */
  pick?(ray: Ray): { kind: PartKind; name: string; distance: number } | undefined;
  dispose(): void;
}

/** What happens to a layer after it was made. */
export interface LayerHandlers {
  /** The trees of meshes, for rays. */
  readonly forest: Forest;
  /** The sharp edges of meshes. */
  readonly edges: Edges;
  /** There is more to see. */
  changed(): void;
  /** Something cannot be shown; with a message for people. */
  failed(message: string): void;
  /** No collision shape of a robot can be shown. */
  lacking(actor: Actor): void;
  /** Collision meshes have arrived in the place of visuals; the box is around them [m, world axes]. */
  grown(actor: Actor, around: Box3): void;
}

/** A layer that writes as well. */
export interface LabelledLayer extends RobotLayer {
  readonly labels: readonly Label[];
}
