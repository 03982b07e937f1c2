/** Casting rays at the triangles of a mesh. */
import { type Ray, Vector3 } from "three";
import type { Tree } from "./grow-tree.js";
import type { Triangles } from "./triangles.js";

export interface TriangleHit {
  /** Along the ray, in lengths of its direction. */
  distance: number;
  /** The triangle's corners, in the axes of the geometry. */
  readonly corners: readonly [Vector3, Vector3, Vector3];
}

const point = new Vector3();
const corners = [new Vector3(), new Vector3(), new Vector3()] as const;

export class RayTree {
  private readonly last: number;
  private readonly hit: TriangleHit = {
    distance: 0,
    corners: [new Vector3(), new Vector3(), new Vector3()],
  };

  constructor(
    readonly tree: Tree,
    private readonly triangles: Triangles,
  ) {
    this.last = Math.floor(triangles.positions.length / 3) - 1;
  }

  /** The first triangle on a ray before `most`, from either side; the same object every time. */
  cast(ray: Ray, most = Number.POSITIVE_INFINITY): TriangleHit | undefined {
    this.hit.distance = most;
    if (this.tree.order.length > 0) this.visit(0, ray);
    return this.hit.distance < most ? this.hit : undefined;
  }

  /** Writes the corners of a triangle to three points. */
  cornersOf(triangle: number, out: readonly [Vector3, Vector3, Vector3]): void {
    const { positions, index } = this.triangles;
    for (let k = 0; k < 3; k++) {
      const vertex = index ? (index[3 * triangle + k] as number) : 3 * triangle + k;
      out[k as 0 | 1 | 2].fromArray(positions, 3 * Math.min(vertex, this.last));
    }
  }

  private visit(node: number, ray: Ray): void {
    const { boxes, starts, counts, order } = this.tree;
    if (!(entry(boxes, node, ray) < this.hit.distance)) return;
    const [start, count] = [starts[node] as number, counts[node] as number];
    if (count > 0) {
      for (let n = start; n < start + count; n++) this.test(order[n] as number, ray);
      return;
    }
    const swapped = entry(boxes, start + 1, ray) < entry(boxes, start, ray);
    this.visit(swapped ? start + 1 : start, ray);
    this.visit(swapped ? start : start + 1, ray);
  }

  private test(triangle: number, ray: Ray): void {
    this.cornersOf(triangle, corners);
    const [a, b, c] = corners;
    if (!ray.intersectTriangle(a, b, c, false, point)) return;
    const distance = point.sub(ray.origin).dot(ray.direction) / ray.direction.lengthSq();
    if (!(distance < this.hit.distance)) return;
    this.hit.distance = distance;
    corners.forEach((from, n) => {
      this.hit.corners[n as 0 | 1 | 2].copy(from);
    });
  }
}

/** How far along a ray a node's box begins; infinite if the ray misses it. */
function entry(boxes: Float32Array, node: number, { origin, direction }: Ray): number {
  let near = 0;
  let far = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const o = k === 0 ? origin.x : k === 1 ? origin.y : origin.z;
    const d = k === 0 ? direction.x : k === 1 ? direction.y : direction.z;
    const low = boxes[6 * node + k] as number;
    const high = boxes[6 * node + 3 + k] as number;
    if (d === 0) {
      if (o < low || o > high) return Number.POSITIVE_INFINITY;
      continue;
    }
    const a = (low - o) / d;
    const b = (high - o) / d;
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  return near <= far ? near : Number.POSITIVE_INFINITY;
}
