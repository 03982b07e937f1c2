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
  { changed, failed, forest }: LayerHandlers,
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
  for (const { name, collisions } of actor.model.links.values()) {
    for (const { node, mesh, shape } of collisions) {
      const geometry = shapeGeometry(shape);
      if (geometry) add(geometry, node, name);
      else if (mesh !== undefined) {
        // A damaged mesh is left out: the rest can still be seen.
        load(mesh, node, name).catch((error: Error) =>
          failed(`A collision mesh of ${name} cannot be shown: ${error.message}`),
        );
      }
    }
  }
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
