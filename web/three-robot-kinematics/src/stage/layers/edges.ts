import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Mesh,
} from "three";
import type { Actor } from "../robot/actor.js";
import { type Edge, type Edges, isTooLarge } from "../tools/snap.js";
import type { LayerHandlers, RobotLayer } from "./layer.js";

interface Outline {
  readonly lines: LineSegments;
  readonly mesh: Mesh;
  readonly link: string;
}

/** The sharp edges of visuals, over their surfaces. */
export function edgesLayer(actor: Actor, { edges }: LayerHandlers): RobotLayer {
  const object = new Group();
  const material = new LineBasicMaterial({ transparent: true, opacity: 0.55 });
  const shapes = new Map<BufferGeometry, BufferGeometry>();
  const outlines: Outline[] = [];
  for (const { mesh, link } of actor.visuals) {
    if (isTooLarge(mesh.geometry)) continue;
    let shape = shapes.get(mesh.geometry);
    if (!shape) {
      shape = linesOf(edges, mesh.geometry);
      shapes.set(mesh.geometry, shape);
    }
    const lines = new LineSegments(shape, material);
    lines.matrixAutoUpdate = false;
    lines.frustumCulled = false;
    outlines.push({ lines, mesh, link });
    object.add(lines);
  }
  return {
    object,
    over: false,
    paint: ({ label }) => material.color.set(label),
    update: () => {
      for (let i = 0; i < outlines.length; i++) {
        const { lines, mesh, link } = outlines[i] as Outline;
        lines.visible = actor.visible && !actor.hidden.has(link);
        lines.matrix.copy(mesh.matrixWorld);
        lines.matrixWorldNeedsUpdate = true;
      }
    },
    dispose: () => {
      material.dispose();
      for (const shape of shapes.values()) shape.dispose();
    },
  };
}

function linesOf(edges: Edges, geometry: BufferGeometry): BufferGeometry {
  const found: readonly Edge[] = edges.of(geometry);
  const numbers = new Float32Array(6 * found.length);
  found.forEach(([a, b], n) => {
    a.toArray(numbers, 6 * n);
    b.toArray(numbers, 6 * n + 3);
  });
  return new BufferGeometry().setAttribute("position", new BufferAttribute(numbers, 3));
}
