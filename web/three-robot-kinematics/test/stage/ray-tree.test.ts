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
import { Picker } from "../../src/stage/pick/pick.js";
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

describe("a mesh of half a million triangles", () => {
  const large = new SphereGeometry(1, 1000, 251);
  const ray = new Ray(new Vector3(0.1, 0.2, 4), new Vector3(0, 0, -1));
  // Where a ray parallel to z meets the unit ball.
  const distance = 4 - Math.sqrt(1 - 0.01 - 0.04);

  it("is made ready in many small steps, none of which goes over all of it", () => {
    const tree = new RayTree(large);
    let steps = 0;
    while (!tree.ready) {
      let once = true;
      tree.advance(() => {
        const go = once;
        once = false;
        return go;
      });
      steps++;
    }
    // Corners, boxes and five or more halvings of half a million, 16,384 at a time.
    expect(steps).toBeGreaterThan(200);
    expect(tree.cast(ray)?.distance).toBeCloseTo(distance, 4);
  });

  it("is not met by the pointer until it is ready, and then it is", async () => {
    const mesh = new Mesh(large);
    let told: () => void = () => {};
    const ready = new Promise<void>((resolve) => {
      told = resolve;
    });
    const picker = new Picker(() => told());
    expect(picker.castMesh(mesh, ray, 100)).toBeUndefined();
    await ready;
    expect(picker.castMesh(mesh, ray, 100)?.distance).toBeCloseTo(distance, 4);
  });
});
