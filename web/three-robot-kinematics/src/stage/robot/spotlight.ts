/** What is pointed at and what is chosen: links glow, joints and loops show their glyphs. */
import type { Object3D } from "three";
import { axesLayer } from "../layers/axes.js";
import type { RobotLayer } from "../layers/layer.js";
import { limitsLayer } from "../layers/limits.js";
import { loopsLayer } from "../layers/loops.js";
import type { Part } from "../types.js";
import type { Actor } from "./actor.js";
import { type Glow, Highlight } from "./highlight.js";
import { movingJoint } from "./moving.js";

type Role = "hovered" | "selected";

export class Spotlight {
  private readonly parts: Record<Role, Part | null> = { hovered: null, selected: null };
  private readonly highlights = new Map<Actor, Highlight>();
  private readonly glyphs: Record<Role, { actor: Actor; layers: RobotLayer[] } | null> = {
    hovered: null,
    selected: null,
  };

  /** `repainted` is called when links have other materials. */
  constructor(
    private readonly overlay: Object3D,
    private readonly repainted: () => void,
  ) {}

  part(role: Role): Part | null {
    return this.parts[role];
  }

  add(actor: Actor, wireframe: boolean): void {
    const highlight = new Highlight(actor);
    highlight.setWireframe(wireframe);
    this.highlights.set(actor, highlight);
    for (const role of ["hovered", "selected"] as const) {
      if (this.parts[role]?.robot === actor.id) this.point(role, this.parts[role], actor);
    }
  }

  remove(actor: Actor): void {
    for (const role of ["hovered", "selected"] as const) {
      if (this.glyphs[role]?.actor === actor) this.clear(role);
    }
    this.highlights.get(actor)?.dispose();
    this.highlights.delete(actor);
  }

  setOpacity(actor: Actor, link: string, share: number): void {
    const highlight = this.highlights.get(actor);
    highlight?.setOpacity(link, share);
    highlight?.apply(this.glows(actor));
    this.repainted();
  }

  setWireframe(on: boolean): void {
    for (const highlight of this.highlights.values()) highlight.setWireframe(on);
  }

  /** Points at a part of a robot, or at nothing; `actor` is the part's robot. */
  point(role: Role, part: Part | null, actor: Actor | undefined): void {
    this.parts[role] = part;
    this.clear(role);
    if (part && actor) {
      const layers = glyphsOf(part, actor, role === "selected");
      for (const layer of layers) {
        layer.update();
        this.overlay.add(layer.object);
      }
      this.glyphs[role] = { actor, layers };
    }
    for (const [one, highlight] of this.highlights) highlight.apply(this.glows(one));
    this.repainted();
  }

  /** Follows a robot that has moved. */
  update(actor: Actor): void {
    for (const role of ["hovered", "selected"] as const) {
      const glyphs = this.glyphs[role];
      if (glyphs?.actor !== actor) continue;
      for (const layer of glyphs.layers) layer.update();
    }
  }

  /** How each link of a robot glows: what is chosen stays so under the pointer. */
  private glows(actor: Actor): ReadonlyMap<string, Glow> {
    const { hovered, selected } = this.parts;
    const glows = new Map<string, Glow>();
    for (const link of hovered ? linksOf(hovered, actor) : []) glows.set(link, "hover");
    for (const link of selected ? linksOf(selected, actor) : []) glows.set(link, "select");
    return glows;
  }

  private clear(role: Role): void {
    for (const layer of this.glyphs[role]?.layers ?? []) {
      layer.object.removeFromParent();
      layer.dispose();
    }
    this.glyphs[role] = null;
  }
}

/** The links that a part of a robot is shown by. */
function linksOf({ robot, kind, name }: Part, { id, model }: Actor): readonly string[] {
  if (robot !== id) return [];
  if (kind === "link") return [name];
  if (kind === "joint") return [model.joints.get(name)?.childLink ?? ""];
  const loop = model.loops.get(name);
  return loop ? [loop.predecessorLink, loop.successorLink] : [];
}

function glyphsOf({ kind, name }: Part, actor: Actor, withLimits: boolean): RobotLayer[] {
  const { model } = actor;
  if (kind === "loop") {
    const loop = model.loops.get(name);
    return loop ? [loopsLayer(actor, [loop])] : [];
  }
  const joint = kind === "joint" ? model.joints.get(name) : movingJoint(model, name);
  if (!joint || joint.dofs.length === 0) return [];
  const axes = axesLayer(actor, [joint]);
  return withLimits ? [axes, limitsLayer(actor, [joint])] : [axes];
}
