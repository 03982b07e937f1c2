/** All that follows robots about: layers, glyphs of what is chosen, measured points, and their labels. */
import type { Scene } from "three";
import { Forest } from "../pick/forest.js";
import type { Actor } from "../robot/actor.js";
import { Copies } from "../robot/copies.js";
import { Spotlight } from "../robot/spotlight.js";
import type { Palette } from "../scene/palette.js";
import { Handle } from "../tools/handle.js";
import { Measure } from "../tools/measure.js";
import { Pins } from "../tools/pins.js";
import { Edges } from "../tools/snap.js";
import type { Layer } from "../types.js";
import { Labels } from "./labels.js";
import { LayerSet } from "./layer-set.js";
import { Marks } from "./marks.js";

export interface AttachmentHandlers {
  /** Something has to be drawn anew. */
  changed(): void;
  /** There is another measurement. */
  measured(): void;
  /** Something cannot be shown; with a message for people. */
  failed(message: string): void;
  /** A robot is larger than it was thought to be. */
  grown(): void;
}

export class Attachments {
  readonly labels: Labels;
  readonly layers: LayerSet;
  readonly spotlight: Spotlight;
  readonly measure: Measure;
  readonly handle = new Handle();
  readonly pins: Pins;
  readonly marks: Marks;
  readonly forest = new Forest();
  private readonly edges = new Edges();
  private readonly moved = new Set<Actor>();
  private readonly actors = new Map<Actor, Copies>();
  /** Whether links have other materials than at the last frame. */
  private repainted = false;

  /** What is drawn over the robots goes into `overlay`, all else into `scene`, labels into `host`. */
  constructor(
    host: HTMLElement,
    private readonly scene: Scene,
    overlay: Scene,
    private readonly on: AttachmentHandlers,
    actors: () => ReadonlyMap<string, Actor>,
  ) {
    this.labels = new Labels(host);
    this.layers = new LayerSet(scene, overlay, this.labels, {
      forest: this.forest,
      edges: this.edges,
      changed: () => {
        for (const actor of this.actors.keys()) this.follow(actor);
      },
      failed: (message) => on.failed(message),
      lacking: (actor) => {
        actor.lackCollisions();
        this.layers.refresh(actor);
        this.follow(actor);
      },
      grown: (actor, around) => {
        actor.takeCollisions(around);
        on.grown();
      },
    });
    this.spotlight = new Spotlight(overlay, () => {
      this.repainted = true;
    });
    this.measure = new Measure(this.labels, this.forest, this.edges);
    this.marks = new Marks(this.labels, actors);
    this.pins = new Pins(this.labels);
    overlay.add(this.measure, this.marks, this.handle);
  }

  add(actor: Actor): void {
    const copies = new Copies(actor);
    this.scene.add(copies);
    this.actors.set(actor, copies);
    this.layers.add(actor);
    this.spotlight.add(actor, this.layers.has("wireframe"));
    this.follow(actor);
    // A skeleton is only the beginning.
    if (actor.complete) for (const { mesh } of actor.visuals) this.forest.anticipate(mesh.geometry);
  }

  remove(actor: Actor): void {
    this.actors.get(actor)?.dispose();
    this.actors.delete(actor);
    this.moved.delete(actor);
    this.layers.remove(actor);
    this.spotlight.remove(actor);
    this.handle.drop(actor);
    this.pins.drop(actor);
    if (this.measure.drop(actor.root)) this.on.measured();
  }

  /** Switches a layer; returns whether that changed anything. */
  setLayer(name: Layer, on: boolean): boolean {
    if (!this.layers.set(name, on)) return false;
    if (name === "wireframe") this.spotlight.setWireframe(on);
    if (name === "visuals") this.repainted = true;
    return true;
  }

  paint(palette: Palette): void {
    this.labels.paint(palette);
    this.layers.paint(palette);
  }

  /** A robot has moved: all that is on it will follow at the next frame. */
  follow(actor: Actor): void {
    this.moved.add(actor);
    this.on.changed();
  }

  /** Brings everything up to date; returns whether a robot had moved. */
  refresh(): boolean {
    if (this.repainted) for (const copies of this.actors.values()) copies.follow();
    this.repainted = false;
    if (this.measure.waiting) {
      this.measure.update();
      this.on.measured();
    }
    if (this.moved.size === 0) return false;
    this.scene.updateMatrixWorld();
    // Layers may ask for the next frame too, which must not be forgotten with this one.
    const moved = [...this.moved];
    this.moved.clear();
    for (const actor of moved) {
      this.layers.update(actor);
      this.spotlight.update(actor);
      this.actors.get(actor)?.follow();
    }
    if (!this.measure.empty) {
      this.measure.update();
      this.on.measured();
    }
    return true;
  }

  dispose(): void {
    this.measure.dispose();
    this.handle.dispose();
    this.marks.dispose();
    this.labels.dispose();
    this.forest.dispose();
  }
}
