import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  Ray,
  Raycaster,
  SphereGeometry,
  TorusKnotGeometry,
  Vector3,
} from "three";
import { describe, expect, it } from "vitest";
import { Forest } from "../../src/stage/pick/forest.js";
import { growTree } from "../../src/stage/pick/grow-tree.js";
import { Picker } from "../../src/stage/pick/pick.js";
import { RayTree } from "../../src/stage/pick/ray-tree.js";
import { finish, readTriangles } from "../../src/stage/pick/triangles.js";

function treeOf(geometry: BufferGeometry): RayTree {
  const triangles = finish(readTriangles(geometry));
  return new RayTree(finish(growTree(triangles.positions, triangles.index)), triangles);
}

const knot = new TorusKnotGeometry(1, 0.3, 128, 24);

/** As compressed files have them: whole numbers that stand for shares of the largest. */
function quantised(geometry: BufferGeometry): BufferGeometry {
  const { array } = geometry.attributes.position as BufferAttribute;
  const numbers = Int16Array.from(array, (x) => Math.round((x / 2) * 32_767));
  const position = new BufferAttribute(numbers, 3, true);
  return new BufferGeometry().setAttribute("position", position).setIndex(geometry.index);
}

describe.each([
  ["with an index", knot],
  ["without one", knot.toNonIndexed()],
  ["of a ball", new SphereGeometry(1.2, 40, 20)],
  ["with quantised positions", quantised(knot)],
])("casting rays at a mesh %s", (_, geometry) => {
  it("meets what three.js meets, ray after ray", () => {
    const tree = treeOf(geometry);
    const mesh = new Mesh(geometry, new MeshBasicMaterial({ side: DoubleSide }));
    const raycaster = new Raycaster();
    let hits = 0;
    for (let i = 0; i < 300; i++) {
      const origin = new Vector3(4 * Math.sin(i), 4 * Math.cos(2 * i), 4 * Math.sin(3 * i + 1));
      const aim = new Vector3(Math.sin(5 * i), Math.cos(7 * i), Math.sin(11 * i));
      raycaster.ray.set(origin, aim.sub(origin).normalize());
      const [expected] = raycaster.intersectObject(mesh);
      const hit = tree.cast(raycaster.ray);
      if (expected) {
        hits++;
        // Quantised numbers are rounded to single precision here, and not there.
        expect(hit?.distance).toBeCloseTo(expected.distance, 6);
      } else expect(hit).toBeUndefined();
    }
    expect(hits).toBeGreaterThan(50);
  });
});

describe("casting rays", () => {
  it("measures in lengths of the direction", () => {
    const tree = treeOf(new SphereGeometry(1, 64, 32));
    const hit = tree.cast(new Ray(new Vector3(0.1, 0.1, 5), new Vector3(0, 0, -0.5)));
    expect(5 - 0.5 * (hit?.distance ?? 0)).toBeCloseTo(Math.sqrt(1 - 0.02), 2);
  });

  it("sees nothing beyond the distance that is asked about", () => {
    const tree = treeOf(new SphereGeometry(1, 32, 16));
    const ray = new Ray(new Vector3(0.1, 0.1, 5), new Vector3(0, 0, -1));
    expect(tree.cast(ray, 3)).toBeUndefined();
  });

  it("copes with an empty mesh, triangles of no size and corners beyond the last vertex", () => {
    const ray = new Ray(new Vector3(), new Vector3(0, 0, 1));
    expect(treeOf(new BufferGeometry()).cast(ray)).toBeUndefined();
    const points = Array.from({ length: 100 }, () => new Vector3(0, 0, 1));
    const flat = new BufferGeometry().setFromPoints(points);
    expect(treeOf(flat).cast(ray)).toBeUndefined();
    expect(treeOf(flat.clone().setIndex([0, 1, 4_000_000_000])).cast(ray)).toBeUndefined();
  });
});

describe("a mesh of half a million triangles", () => {
  const large = new SphereGeometry(1, 1000, 251);
  const ray = new Ray(new Vector3(0.1, 0.2, 4), new Vector3(0, 0, -1));
  // Where a ray parallel to z meets the unit ball.
  const distance = 4 - Math.sqrt(1 - 0.01 - 0.04);

  it("has its tree made in many small steps, none of which goes over all of it", () => {
    const { positions, index } = finish(readTriangles(large));
    const steps = growTree(positions, index);
    let count = 0;
    while (!steps.next().done) count++;
    // Boxes, and a dozen or more halvings of half a million, 16,384 at a time.
    expect(count).toBeGreaterThan(200);
  });

  it("is not met by the pointer until its tree is there, and then it is", async () => {
    const mesh = new Mesh(large);
    const forest = new Forest();
    const ready = new Promise<void>((resolve) => {
      forest.onReady = resolve;
    });
    const picker = new Picker(forest);
    expect(picker.castMesh(mesh, ray, 100)).toBeUndefined();
    await ready;
    expect(picker.castMesh(mesh, ray, 100)?.distance).toBeCloseTo(distance, 4);
  });

  it("leaves small meshes to be met at once, as many as a frame has time for", () => {
    const forest = new Forest();
    const picker = new Picker(forest);
    const small = () => new Mesh(new SphereGeometry(1, 50, 41));
    const met = () => picker.castMesh(small(), ray, 100) !== undefined;
    // 4,000 triangles each.
    expect([met(), met(), met()]).toEqual([true, true, false]);
    forest.refresh();
    expect(met()).toBe(true);
  });
});
