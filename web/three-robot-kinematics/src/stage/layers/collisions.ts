import { Box3, Color, DoubleSide, MeshStandardMaterial } from "three";
import { Picker } from "../pick/pick.js";
import type { Actor } from "../robot/actor.js";
import { hues } from "../scene/palette.js";
import { Bodies } from "./bodies.js";
import type { LayerHandlers, RobotLayer } from "./layer.js";

/** Turns of the colour circle from one link to the next: neighbours differ, and few links are alike. */
const golden = 0.618034;

/** What robots touch with, translucent, in a colour for each link. */
export function collisionsLayer(
  actor: Actor,
  { changed, failed, lacking, grown, forest }: LayerHandlers,
): RobotLayer {
  const paints = new Map<string, MeshStandardMaterial>();
  const order = [...actor.model.links.keys()];
  const material = (link: string): MeshStandardMaterial => {
    const known = paints.get(link);
    if (known) return known;
    const made = paintOf(order.indexOf(link));
    paints.set(link, made);
    return made;
  };
  const done = (faults: readonly string[]): void => {
    if (actor.standIns.has("collisions") && object.hasMeshes && object.all.length > 0) {
      object.follow();
      object.updateMatrixWorld(true);
      grown(actor, new Box3().setFromObject(object));
    }
    if (faults.length === 0) return;
    // Where they only take the place of visuals, those are what is missing.
    if (!actor.standIns.has("collisions")) failed(notShown(faults));
    else if (object.all.length === 0) lacking(actor);
  };
  const object = new Bodies(actor, { material, changed, done });
  const picker = new Picker(forest);
  return {
    object,
    over: false,
    update: () => {
      for (const { mesh, link } of object.all) mesh.visible = !actor.hidden.has(link);
      object.follow();
    },
    // Robots are pointed at by their visuals, where they have any to see.
    pick: (ray) => {
      let best: { kind: "link"; name: string; distance: number } | undefined;
      for (const { mesh, link } of object.all) {
        if (!mesh.visible || (actor.hasVisual(link) && actor.isShown(link))) continue;
        const hit = picker.castMesh(mesh, ray, best?.distance ?? Number.POSITIVE_INFINITY);
        if (hit) best = { kind: "link", name: link, distance: hit.distance };
      }
      return best;
    },
    dispose: () => {
      object.dispose();
      for (const paint of paints.values()) paint.dispose();
    },
  };
}

function paintOf(index: number): MeshStandardMaterial {
  const color = new Color(hues.collision);
  if (index > 0) color.offsetHSL((index * golden) % 1, 0, 0);
  return new MeshStandardMaterial({
    color,
    roughness: 0.9,
    transparent: true,
    opacity: 0.42,
    side: DoubleSide,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -1,
  });
}

function notShown([first, ...others]: readonly string[]): string {
  if (others.length === 0) return `A collision mesh cannot be shown, ${first}`;
  return `${others.length + 1} collision meshes cannot be shown, among them ${first}`;
}
