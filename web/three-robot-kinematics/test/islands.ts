import type { Object3D } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { expect } from "vitest";
import { bindConstraints, bindDofs, bindMechanism } from "../src/bind.js";
import type { ModelData } from "../src/extension/data.js";
import { readExtension } from "../src/extension/read-model.js";
import type { Island } from "../src/solve/island.js";
import { findIslands } from "../src/solve/islands.js";
import type { Json } from "./fixtures.js";

/** The islands of a document's only robot, without the runtime around them. */
export async function islandsOf(gltf: Json): Promise<Island[]> {
  const { models, issues } = readExtension(gltf);
  expect(issues).toEqual([]);
  const model = models[0] as ModelData;
  const loaded = await new GLTFLoader().parseAsync(JSON.stringify(gltf), "");
  const count: number = gltf.nodes.length;
  const nodes: Object3D[] = await Promise.all(
    Array.from({ length: count }, (_, i) => loaded.parser.getDependency("node", i)),
  );
  const nodeOf = (index: number) => nodes[index] as Object3D;
  const mechanism = bindMechanism(model, nodeOf, bindDofs(model, nodeOf));
  return findIslands(mechanism, bindConstraints(model, nodeOf, mechanism));
}

/** Compares with central differences; near half a turn they are good to 1e-7 only. */
export function checkJacobian(island: Island): void {
  const { mechanism, coordinates, rows, columns } = island;
  island.evaluate();
  island.differentiate();
  const exact = island.jacobian.slice();
  const step = 1e-6;
  for (let c = 0; c < columns; c++) {
    const coordinate = coordinates[c] as number;
    const at = mechanism.y[coordinate] as number;
    const [above, below] = [at + step, at - step].map((y) => {
      mechanism.y[coordinate] = y;
      island.evaluate();
      return island.residual.slice();
    }) as [Float64Array, Float64Array];
    mechanism.y[coordinate] = at;
    for (let r = 0; r < rows; r++) {
      const rate = ((above[r] as number) - (below[r] as number)) / (2 * step);
      expect(Math.abs(rate - (exact[r * columns + c] as number))).toBeLessThan(1e-7);
    }
  }
}
