import {
  type BufferGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
} from "three";
import { Picker } from "../pick/pick.js";
import type { Actor } from "../robot/actor.js";
import { hues } from "../scene/palette.js";
import type { LayerHandlers, RobotLayer } from "./layer.js";
import { shapeGeometry } from "./shapes.js";

interface Body {
  readonly mesh: Mesh;
  readonly node: Object3D;
  readonly link: string;
}

/** What robots touch with: simple shapes and meshes, translucent. Meshes arrive one by one. */
export function collisionsLayer(
  actor: Actor,
  { changed, failed, lacking, forest }: LayerHandlers,
): RobotLayer {
  const object = new Group();
  const material = new MeshStandardMaterial({
    color: hues.collision,
    roughness: 0.9,
    transparent: true,
    opacity: 0.38,
    side: DoubleSide,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -1,
  });
  const bodies: Body[] = [];
  const picker = new Picker(forest);
  let gone = false;
  const add = (geometry: BufferGeometry, node: Object3D, link: string, inner?: Object3D): void => {
    const mesh = new Mesh(geometry, material);
    mesh.matrixAutoUpdate = false;
    mesh.renderOrder = 1;
    inner?.updateMatrix();
    mesh.userData.inner = inner?.matrix;
    bodies.push({ mesh, node, link });
    object.add(mesh);
  };
  const load = async (index: number, node: Object3D, link: string): Promise<void> => {
    const loaded = await actor.loadMesh(index);
    if (gone) return;
    loaded.traverse((child) => {
      if (child instanceof Mesh)
        add(child.geometry, node, link, child === loaded ? undefined : child);
    });
    changed();
  };
  const faults: string[] = [];
  const loading: Promise<unknown>[] = [];
  for (const { name, collisions } of actor.model.links.values()) {
    for (const { node, mesh, shape } of collisions) {
      const geometry = shapeGeometry(shape);
      if (geometry) add(geometry, node, name);
      else if (mesh !== undefined) {
        // A damaged mesh is left out: the rest can still be seen.
        const fault = (error: Error) => faults.push(`that of ${name}: ${error.message}`);
        loading.push(load(mesh, node, name).catch(fault));
      }
    }
  }
  void Promise.all(loading).then(() => {
    if (gone || faults.length === 0) return;
    // Where they only take the place of visuals, those are what is missing.
    if (!actor.standIns.has("collisions")) failed(notShown(faults));
    else if (bodies.length === 0) lacking(actor);
  });
  return {
    object,
    over: false,
    update: () => {
      for (let i = 0; i < bodies.length; i++) {
        const { mesh, node, link } = bodies[i] as Body;
        mesh.visible = !actor.hidden.has(link);
        mesh.matrix.copy(node.matrixWorld);
        if (mesh.userData.inner) mesh.matrix.multiply(mesh.userData.inner);
        mesh.matrixWorldNeedsUpdate = true;
      }
    },
    // Robots are pointed at by their visuals, where they have any to see.
    pick: (ray) => {
      let best: { kind: "link"; name: string; distance: number } | undefined;
      for (const { mesh, link } of bodies) {
        if (!mesh.visible || (actor.hasVisual(link) && actor.isShown(link))) continue;
        const hit = picker.castMesh(mesh, ray, best?.distance ?? Number.POSITIVE_INFINITY);
        if (hit) best = { kind: "link", name: link, distance: hit.distance };
      }
      return best;
    },
    dispose: () => {
      gone = true;
      material.dispose();
      for (const { mesh } of bodies) mesh.geometry.dispose();
    },
  };
}

function notShown([first, ...others]: readonly string[]): string {
  if (others.length === 0) return `A collision mesh cannot be shown, ${first}`;
  return `${others.length + 1} collision meshes cannot be shown, among them ${first}`;
}
