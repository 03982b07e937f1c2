/**
 * A tree of boxes over the triangles of a mesh, for casting rays. It grows where rays go: a node is
 * split when a ray first enters it, so that a robot of a million triangles costs nothing to show, a few
 * milliseconds to point at for the first time, and next to nothing after that.
 */
import { type BufferGeometry, type Ray, Vector3 } from "three";

const leafSize = 12;
const deepest = 60;

interface Node {
  /** Smallest and largest x, y, z. */
  readonly box: Float64Array;
  readonly from: number;
  readonly to: number;
  children: readonly [Node, Node] | "leaf" | undefined;
}

export interface TriangleHit {
  /** Along the ray, in lengths of its direction. */
  distance: number;
  /** The triangle's corners, in the axes of the geometry. */
  readonly corners: readonly [Vector3, Vector3, Vector3];
}

const point = new Vector3();
const corners = [new Vector3(), new Vector3(), new Vector3()] as const;

export class RayTree {
  private readonly root: Node;
  /** Triangles in the order of the tree. */
  private readonly order: Uint32Array;
  private readonly position: BufferGeometry["attributes"][string];
  private readonly index: BufferGeometry["index"];
  private readonly hit: TriangleHit = {
    distance: 0,
    corners: [new Vector3(), new Vector3(), new Vector3()],
  };

  constructor(geometry: BufferGeometry) {
    this.position = geometry.attributes.position as BufferGeometry["attributes"][string];
    this.index = geometry.index;
    const count = Math.floor((this.index?.count ?? this.position?.count ?? 0) / 3);
    this.order = Uint32Array.from({ length: count }, (_, i) => i);
    this.root = this.node(0, count);
  }

  /** The first triangle on a ray before `most`, from either side; the same object every time. */
  cast(ray: Ray, most = Number.POSITIVE_INFINITY): TriangleHit | undefined {
    this.hit.distance = most;
    this.visit(this.root, ray, 0);
    return this.hit.distance < most ? this.hit : undefined;
  }

  private visit(node: Node, ray: Ray, depth: number): void {
    const { box, from, to } = node;
    if (from === to || !(entry(box, ray) < this.hit.distance)) return;
    if (!node.children) node.children = this.split(node, depth);
    if (node.children === "leaf") {
      for (let n = from; n < to; n++) this.test(this.order[n] as number, ray);
      return;
    }
    const [a, b] = node.children;
    const [first, second] = entry(a.box, ray) <= entry(b.box, ray) ? [a, b] : [b, a];
    this.visit(first, ray, depth + 1);
    this.visit(second, ray, depth + 1);
  }

  /** Halves a node where its triangles' centres are in the middle of its longest side. */
  private split({ box, from, to }: Node, depth: number): readonly [Node, Node] | "leaf" {
    if (to - from <= leafSize || depth > deepest) return "leaf";
    const sides = [0, 1, 2].map((k) => (box[3 + k] as number) - (box[k] as number));
    const axis = sides.indexOf(Math.max(...sides));
    const middle = ((box[axis] as number) + (box[3 + axis] as number)) / 2;
    const { order } = this;
    let [i, j] = [from, to - 1];
    while (i <= j) {
      if (this.centre(order[i] as number, axis) < middle) i++;
      else {
        const other = order[j] as number;
        order[j--] = order[i] as number;
        order[i] = other;
      }
    }
    // All on one side: half of them anyway, in any order.
    if (i === from || i === to) i = (from + to) >> 1;
    return [this.node(from, i), this.node(i, to)];
  }

  private node(from: number, to: number): Node {
    const box = new Float64Array(6).fill(Number.POSITIVE_INFINITY);
    box.fill(Number.NEGATIVE_INFINITY, 3);
    for (let n = from; n < to; n++) {
      for (let corner = 0; corner < 3; corner++) {
        const vertex = this.vertex(this.order[n] as number, corner);
        for (let k = 0; k < 3; k++) {
          const x = this.component(vertex, k);
          if (x < (box[k] as number)) box[k] = x;
          if (x > (box[3 + k] as number)) box[3 + k] = x;
        }
      }
    }
    return { box, from, to, children: undefined };
  }

  private vertex(triangle: number, corner: number): number {
    const at = 3 * triangle + corner;
    return this.index ? this.index.getX(at) : at;
  }

  private component(vertex: number, k: number): number {
    const { position } = this;
    if (!position) return Number.NaN;
    return k === 0
      ? position.getX(vertex)
      : k === 1
        ? position.getY(vertex)
        : position.getZ(vertex);
  }

  private centre(triangle: number, k: number): number {
    return (
      (this.component(this.vertex(triangle, 0), k) +
        this.component(this.vertex(triangle, 1), k) +
        this.component(this.vertex(triangle, 2), k)) /
      3
    );
  }

  private test(triangle: number, ray: Ray): void {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = this.vertex(triangle, corner);
      corners[corner as 0 | 1 | 2].set(
        this.component(vertex, 0),
        this.component(vertex, 1),
        this.component(vertex, 2),
      );
    }
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

/** How far along a ray a box begins; infinite if the ray misses it. */
function entry(box: Float64Array, { origin, direction }: Ray): number {
  let near = 0;
  let far = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const o = k === 0 ? origin.x : k === 1 ? origin.y : origin.z;
    const d = k === 0 ? direction.x : k === 1 ? direction.y : direction.z;
    const low = box[k] as number;
    const high = box[3 + k] as number;
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
