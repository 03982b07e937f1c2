/** Words at the links that are pinned. */
import { Label, type Labels } from "../layers/labels.js";
import type { Actor } from "../robot/actor.js";
import { hues } from "../scene/palette.js";

export class Pins {
  private readonly shown = new Map<Actor, Map<string, Label>>();

  constructor(private readonly labels: Labels) {}

  /** Brings the labels up to date with the links; none are shown where nothing is pulled. */
  follow(actors: Iterable<Actor>, active: boolean): void {
    for (const actor of actors) {
      const own = this.shown.get(actor) ?? new Map<string, Label>();
      this.shown.set(actor, own);
      for (const [link, label] of own) {
        if (actor.pins.has(link)) continue;
        this.labels.remove(label);
        own.delete(link);
      }
      for (const link of actor.pins) {
        const label = own.get(link) ?? this.make(link);
        own.set(link, label);
        label.hidden = !active || !actor.visible;
        const node = actor.model.links.get(link)?.node;
        if (node) label.at.setFromMatrixPosition(node.matrixWorld);
      }
    }
  }

  /** Forgets a robot that leaves. */
  drop(actor: Actor): void {
    for (const label of this.shown.get(actor)?.values() ?? []) this.labels.remove(label);
    this.shown.delete(actor);
  }

  private make(link: string): Label {
    const label = new Label(`${link} is pinned`, hues.pin);
    label.favour = -8;
    this.labels.add(label);
    return label;
  }
}
