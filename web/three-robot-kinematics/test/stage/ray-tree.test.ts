import {
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
import { RayTree } from "../../src/stage/pick/ray-tree.js";

const knot = new TorusKnotGeometry(1, 0.3, 128, 24);

describe.each([
  ["with an index", knot],
  ["without one", knot.toNonIndexed()],
  ["of a ball", new SphereGeometry(1.2, 40, 20)],
])("casting rays at a mesh %s", (_, geometry) => {
  it("meets what three.js meets, ray after ray", () => {
    const tree = new RayTree(geometry);
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
        expect(hit?.distance).toBeCloseTo(expected.distance, 9);
      } else expect(hit).toBeUndefined();
    }
    expect(hits).toBeGreaterThan(50);
  });
});

describe("casting rays", () => {
  it("measures in lengths of the direction", () => {
    const tree = new RayTree(new SphereGeometry(1, 64, 32));
    const hit = tree.cast(new Ray(new Vector3(0.1, 0.1, 5), new Vector3(0, 0, -0.5)));
    expect(5 - 0.5 * (hit?.distance ?? 0)).toBeCloseTo(Math.sqrt(1 - 0.02), 2);
  });

  it("sees nothing beyond the distance that is asked about", () => {
    const tree = new RayTree(new SphereGeometry(1, 32, 16));
    const ray = new Ray(new Vector3(0.1, 0.1, 5), new Vector3(0, 0, -1));
    expect(tree.cast(ray, 3)).toBeUndefined();
  });

  it("copes with an empty mesh and with triangles of no size", () => {
    const ray = new Ray(new Vector3(), new Vector3(0, 0, 1));
    expect(new RayTree(new BufferGeometry()).cast(ray)).toBeUndefined();
    const points = Array.from({ length: 100 }, () => new Vector3(0, 0, 1));
    const flat = new BufferGeometry().setFromPoints(points);
    expect(new RayTree(flat).cast(ray)).toBeUndefined();
  });
});
