import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
} from "three";
import { vectorFromUrdf } from "../../index.js";
import type { Actor } from "../robot/actor.js";
import { hues } from "../scene/palette.js";
import type { Uncovered } from "../types.js";
import type { RobotLayer } from "./layer.js";

interface Patch {
  readonly mesh: Mesh;
  readonly node: Object3D;
  readonly link: string;
}

/** What of the visuals sticks out of the collision shapes. */
export function coverageLayer(actor: Actor): RobotLayer {
  const object = new Group();
  const material = new MeshLambertMaterial({
    color: hues.uncovered,
    emissive: hues.uncovered,
    emissiveIntensity: 0.35,
    side: DoubleSide,
    polygonOffset: true,
    // Visuals may be rounded by more than what a depth buffer can tell apart.
    polygonOffsetFactor: -4,
    polygonOffsetUnits: -100,
  });
  let shown: Uncovered | null = null;
  let patches: Patch[] = [];
  const clear = (): void => {
    for (const { mesh } of patches) mesh.geometry.dispose();
    object.clear();
    patches = [];
  };
  const build = (uncovered: Uncovered): void => {
    for (const [link, positions] of uncovered) {
      const node = actor.model.links.get(link)?.node;
      if (!node || positions.length === 0) continue;
      const mesh = new Mesh(geometryOf(positions, actor.urdfAxes), material);
      mesh.matrixAutoUpdate = false;
      patches.push({ mesh, node, link });
      object.add(mesh);
    }
  };
  return {
    object,
    over: false,
    update: () => {
      if (actor.uncovered !== shown) {
        shown = actor.uncovered;
        clear();
        if (shown) build(shown);
      }
      for (const { mesh, node, link } of patches) {
        mesh.visible = !actor.hidden.has(link);
        mesh.matrix.copy(node.matrixWorld);
        mesh.matrixWorldNeedsUpdate = true;
      }
    },
    dispose: () => {
      clear();
      material.dispose();
    },
  };
}

/** Triangles of URDF coordinates, each with a normal of its own. */
function geometryOf(positions: Float32Array, urdfAxes: boolean): BufferGeometry {
  const turned = new Float32Array(positions);
  for (let i = 0; !urdfAxes && i + 2 < turned.length; i += 3) {
    const [x, y, z] = [turned[i], turned[i + 1], turned[i + 2]] as [number, number, number];
    turned.set(vectorFromUrdf([x, y, z]), i);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(turned, 3));
  geometry.computeVertexNormals();
  return geometry;
}
