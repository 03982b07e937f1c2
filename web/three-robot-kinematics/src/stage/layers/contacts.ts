/** Links of a robot that run into each other: their collision shapes in red, with the names of both. */
import { DoubleSide, MeshBasicMaterial } from "three";
import type { Placed } from "../pick/mesh-gap.js";
import { meshGap } from "../pick/mesh-gap.js";
import type { Actor } from "../robot/actor.js";
import { hues } from "../scene/palette.js";
import { Bodies, type Body } from "./bodies.js";
import { Label } from "./labels.js";
import type { LabelledLayer, LayerHandlers } from "./layer.js";
import { strangers } from "./strangers.js";
import { Turns } from "./turns.js";

/** Of one frame, for looking at pairs of links [ms]. */
const share = 8;
/** Surfaces that are nearer than this touch [m]. */
const touching = 1e-6;
const mostLabels = 12;

export function contactsLayer(
  actor: Actor,
  { changed, failed, forest }: LayerHandlers,
): LabelledLayer {
  const red = new MeshBasicMaterial({
    color: hues.impossible,
    transparent: true,
    opacity: 0.5,
    side: DoubleSide,
    depthTest: false,
  });
  const done = (faults: readonly string[]): void => {
    if (faults.length > 0)
      failed(`Collision meshes are missing, so that contacts may be too: ${faults[0]}`);
    restart();
  };
  const bodies = new Bodies(actor, { material: () => red, changed: () => restart(), done });
  const labels = Array.from({ length: mostLabels }, () => hiddenLabel());
  const pairs = strangers(actor.model);
  const met = new Map<number, Label | undefined>();
  const turns = new Turns(pairs.length);
  let byLink = new Map<string, Body[]>();
  /** Whether a mesh was not ready to be looked at. */
  let waiting = false;

  const restart = (): void => {
    byLink = new Map();
    for (const one of bodies.all) byLink.set(one.link, [...(byLink.get(one.link) ?? []), one]);
    turns.renew();
    changed();
  };
  const placed = (link: string): Placed[] | undefined => {
    const found: Placed[] = [];
    for (const { mesh } of byLink.get(link) ?? []) {
      const tree = forest.of(mesh.geometry);
      if (!tree) return undefined;
      found.push({ tree, matrix: mesh.matrix });
    }
    return found;
  };
  const look = (index: number): void => {
    const [one, other] = pairs[index] as readonly [string, string];
    const [a, b] = [placed(one), placed(other)];
    if (!a || !b) waiting = true;
    const gap = a && b && meshGap(a, b, undefined, touching);
    const before = met.get(index);
    if (!gap?.pair) {
      if (before) before.hidden = true;
      met.delete(index);
      return;
    }
    const label = before ?? labels.find(({ hidden }) => hidden);
    met.set(index, label);
    if (!label) return;
    label.hidden = false;
    label.text = `${one} – ${other}`;
    label.at.copy(gap.from);
  };
  const show = (): void => {
    const links = new Set([...met.keys()].flatMap((index) => [...(pairs[index] ?? [])]));
    for (const { mesh, link } of bodies.all) mesh.visible = links.has(link);
  };
  const before: number[] = [];
  restart();
  return {
    object: bodies,
    over: true,
    labels,
    update: () => {
      bodies.follow();
      if (moved(bodies.all, before) || waiting) turns.renew();
      if (turns.done) return;
      waiting = false;
      const end = performance.now() + share;
      while (!turns.done && performance.now() < end) look(turns.take());
      show();
      // The rest is for the next frame.
      if (!turns.done || waiting) changed();
    },
    dispose: () => {
      bodies.dispose();
      red.dispose();
    },
  };
}

function hiddenLabel(): Label {
  const label = new Label("", hues.impossible);
  label.hidden = true;
  label.favour = -6;
  return label;
}

/** Whether bodies are elsewhere than when this was asked last. */
function moved(bodies: readonly Body[], before: number[]): boolean {
  let differs = before.length !== 16 * bodies.length;
  bodies.forEach(({ mesh }, i) => {
    mesh.matrix.elements.forEach((value, k) => {
      if (before[16 * i + k] !== value) differs = true;
      before[16 * i + k] = value;
    });
  });
  return differs;
}
