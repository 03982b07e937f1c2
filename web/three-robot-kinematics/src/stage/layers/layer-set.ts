/** Which layers are on, and what they show of each robot. */
import type { Object3D, Ray } from "three";
import type { Actor } from "../robot/actor.js";
import type { Palette } from "../scene/palette.js";
import { type Layer, layerNames, layersAtFirst, type PartKind } from "../types.js";
import { axesLayer } from "./axes.js";
import { collisionsLayer } from "./collisions.js";
import { contactsLayer } from "./contacts.js";
import { coverageLayer } from "./coverage.js";
import { edgesLayer } from "./edges.js";
import { forcesLayer } from "./forces.js";
import { framesLayer } from "./frames.js";
import { inertiasLayer } from "./inertias.js";
import type { Labels } from "./labels.js";
import type { LabelledLayer, LayerHandlers, RobotLayer } from "./layer.js";
import { limitsLayer } from "./limits.js";
import { loopsLayer } from "./loops.js";
import { massesLayer } from "./masses.js";
import { jointNamesLayer, namesLayer } from "./names.js";
import { skeletonLayer } from "./skeleton.js";

const makers = {
  collisions: collisionsLayer,
  contacts: contactsLayer,
  coverage: coverageLayer,
  edges: edgesLayer,
  frames: framesLayer,
  axes: (actor: Actor) => axesLayer(actor),
  masses: massesLayer,
  inertias: inertiasLayer,
  forces: forcesLayer,
  loops: (actor: Actor) => loopsLayer(actor),
  names: namesLayer,
  jointNames: jointNamesLayer,
  skeleton: skeletonLayer,
  limits: (actor: Actor) => limitsLayer(actor),
} as const satisfies Partial<
  Record<Layer | "jointNames", (actor: Actor, on: LayerHandlers) => RobotLayer>
>;
type DrawnLayer = keyof typeof makers;

export interface LayerHit {
  readonly actor: Actor;
  readonly kind: PartKind;
  readonly name: string;
  readonly distance: number;
}

export class LayerSet {
  private readonly on = new Set<Layer>(layersAtFirst);
  private readonly shown = new Map<Actor, Map<DrawnLayer, RobotLayer>>();
  private palette: Palette | undefined;

  constructor(
    private readonly scene: Object3D,
    private readonly overlay: Object3D,
    private readonly labels: Labels,
    private readonly handlers: LayerHandlers,
  ) {}

  has(name: Layer): boolean {
    return this.on.has(name);
  }

  /** Returns whether anything changed. */
  set(name: Layer, on: boolean): boolean {
    if (!layerNames.includes(name) || this.on.has(name) === on) return false;
    if (on) this.on.add(name);
    else this.on.delete(name);
    for (const actor of this.shown.keys()) this.refresh(actor);
    return true;
  }

  add(actor: Actor): void {
    this.shown.set(actor, new Map());
    this.refresh(actor);
  }

  remove(actor: Actor): void {
    for (const layer of this.shown.get(actor)?.values() ?? []) this.discard(layer);
    this.shown.delete(actor);
  }

  paint(palette: Palette): void {
    this.palette = palette;
    for (const layers of this.shown.values()) {
      for (const layer of layers.values()) layer.paint?.(palette);
    }
  }

  /** Follows a robot that has moved. */
  update(actor: Actor): void {
    for (const layer of this.shown.get(actor)?.values() ?? []) layer.update();
  }

  /** The nearest thing of any layer under a ray; glyphs that are drawn over all else come first. */
  pick(ray: Ray, over: boolean): LayerHit | undefined {
    let best: LayerHit | undefined;
    for (const [actor, layers] of this.shown) {
      for (const layer of layers.values()) {
        if (layer.over !== over) continue;
        const hit = layer.pick?.(ray);
        if (hit && !(hit.distance >= (best?.distance ?? Number.POSITIVE_INFINITY))) {
          best = { actor, ...hit };
        }
      }
    }
    return best;
  }

  /** Makes and discards layers as they are wanted now. */
  refresh(actor: Actor): void {
    const layers = this.shown.get(actor);
    if (!layers) return;
    for (const name of Object.keys(makers) as DrawnLayer[]) {
      const present = layers.get(name);
      const wanted = this.wants(name, actor);
      if (wanted && !present) layers.set(name, this.make(name, actor));
      else if (!wanted && present) {
        this.discard(present);
        layers.delete(name);
      }
    }
    // Lines of the visuals are something to see without their surfaces.
    actor.setVisuals(this.on.has("visuals") || this.on.has("wireframe"));
    actor.setClouds(this.on.has("clouds"));
  }

  /** A robot without visuals shows what it has in their place. */
  private wants(name: DrawnLayer, actor: Actor): boolean {
    if (!actor.visible) return false;
    // With the axes of joints, their names are shown too.
    if (name === "jointNames") return this.on.has("names") && this.on.has("axes");
    if (this.on.has(name)) return true;
    return this.on.has("visuals") && (actor.standIns as ReadonlySet<string>).has(name);
  }

  private make(name: DrawnLayer, actor: Actor): RobotLayer {
    const layer: RobotLayer = makers[name](actor, this.handlers);
    (layer.over ? this.overlay : this.scene).add(layer.object);
    if ("labels" in layer) this.labels.add(...(layer as LabelledLayer).labels);
    if (this.palette) layer.paint?.(this.palette);
    layer.update();
    return layer;
  }

  private discard(layer: RobotLayer): void {
    if ("labels" in layer) this.labels.remove(...(layer as LabelledLayer).labels);
    layer.object.removeFromParent();
    layer.dispose();
  }
}
