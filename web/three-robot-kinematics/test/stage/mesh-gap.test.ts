import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  Euler,
  Matrix4,
  Quaternion,
  SphereGeometry,
  TorusKnotGeometry,
  Vector3,
} from "three";
import { describe, expect, it } from "vitest";
import { growTree } from "../../src/stage/pick/grow-tree.js";
import { meshGap, type Placed } from "../../src/stage/pick/mesh-gap.js";
import { RayTree } from "../../src/stage/pick/ray-tree.js";
import { finish, readTriangles } from "../../src/stage/pick/triangles.js";

function placed(geometry: BufferGeometry, matrix = new Matrix4()): Placed {
  const triangles = finish(readTriangles(geometry));
  const tree = new RayTree(finish(growTree(triangles.positions, triangles.index)), triangles);
  return { tree, matrix };
}

const at = (x: number, y: number, z: number, turn = new Euler(), scale = 1) =>
  new Matrix4().compose(
    new Vector3(x, y, z),
    new Quaternion().setFromEuler(turn),
    new Vector3(scale, scale, scale),
  );

/** Points all over a mesh: no two of them are nearer than the meshes are. */
function* pointsOf({ tree, matrix }: Placed): Generator<Vector3> {
  const corners = [new Vector3(), new Vector3(), new Vector3()] as const;
  for (let n = 0; n < tree.tree.order.length; n++) {
    tree.cornersOf(n, corners);
    for (const corner of corners) yield corner.clone().applyMatrix4(matrix);
    yield new Vector3()
      .add(corners[0])
      .add(corners[1])
      .add(corners[2])
      .divideScalar(3)
      .applyMatrix4(matrix);
  }
}

describe("the distance between meshes", () => {
  it("of two boxes is that between their faces, edges and corners", () => {
    const box = placed(new BoxGeometry(1, 1, 1));
    const far = (...place: [number, number, number]) =>
      meshGap([box], [placed(new BoxGeometry(1, 1, 1), at(...place))]).distance;
    expect(far(3, 0.2, 0.1)).toBeCloseTo(2, 6);
    expect(far(3, 3, 0)).toBeCloseTo(Math.hypot(2, 2), 6);
    expect(far(2, 2, 2)).toBeCloseTo(Math.hypot(1, 1, 1), 6);
  });

  it("of an edge to an edge across it", () => {
    const box = placed(new BoxGeometry(1, 1, 1), at(0, 0, 0, new Euler(0, 0, Math.PI / 4)));
    const other = placed(new BoxGeometry(1, 1, 1), at(3, 0, 0, new Euler(0, Math.PI / 4, 0)));
    const { distance, from, to } = meshGap([box], [other]);
    expect(distance).toBeCloseTo(3 - 2 * Math.SQRT1_2, 6);
    expect(from.toArray()).toEqual([
      expect.closeTo(Math.SQRT1_2, 5),
      expect.closeTo(0, 5),
      expect.closeTo(0, 5),
    ]);
    expect(from.distanceTo(to)).toBeCloseTo(distance, 9);
  });

  it("of scaled balls is that of their centres less their radii", () => {
    const ball = new SphereGeometry(1, 96, 64);
    const gap = meshGap([placed(ball)], [placed(ball, at(1.5, 2, 0, new Euler(), 0.5))]);
    expect(gap.distance).toBeCloseTo(2.5 - 1.5, 2);
    expect(gap.exact).toBe(true);
  });

  it("is nothing where they go through each other", () => {
    const a = placed(new BoxGeometry(1, 1, 1));
    expect(meshGap([a], [placed(new CapsuleGeometry(0.1, 3), at(0, 0, 0))]).distance).toBe(0);
  });

  it("is not larger than between any two points, and is reached", () => {
    const knot = placed(new TorusKnotGeometry(1, 0.2, 64, 10));
    for (let n = 0; n < 6; n++) {
      const other = placed(
        new TorusKnotGeometry(0.6, 0.15, 48, 8, 3, 4),
        at(2.6 * Math.sin(n), 2.6 * Math.cos(n), 0.7 * n - 2, new Euler(n, 2 * n, 3 * n)),
      );
      const gap = meshGap([knot], [other]);
      let least = Number.POSITIVE_INFINITY;
      const far = [...pointsOf(other)];
      for (const p of pointsOf(knot)) for (const q of far) least = Math.min(least, p.distanceTo(q));
      expect(gap.distance).toBeLessThanOrEqual(least + 1e-9);
      // Triangles have sides of about 0.15.
      expect(gap.distance).toBeGreaterThan(least - 0.08);
      expect(gap.from.distanceTo(gap.to)).toBeCloseTo(gap.distance, 9);
      // From where they were, the same is found.
      expect(meshGap([knot], [other], gap.pair).distance).toBe(gap.distance);
    }
  });

  it("is infinite where there is nothing", () => {
    expect(meshGap([], [placed(new BoxGeometry())]).distance).toBe(Number.POSITIVE_INFINITY);
  });
});
