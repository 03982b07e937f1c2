/**
 * A tree of boxes over the triangles of a mesh, for casting rays. Its upper part is made in steps, between
 * which a page can do other things; below, it grows where rays go: a small node is split when a ray first
 * enters it. A robot of millions of triangles costs nothing to show, and never holds up a page.
 */
import { BufferAttribute, type BufferGeometry, type Ray, Vector3 } from "three";

const leafSize = 12;
const deepest = 60;
/** Larger nodes are split before rays are cast. */
const bough = 3_000;
/** Triangles that are looked at in one step: a few milliseconds. */
const stride = 16_384;

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
  private root: Node = { box: emptyBox(), from: 0, to: 0, children: undefined };
  /** Triangles in the order of the tree. */
  private order = new Uint32Array(0);
  private positions: ArrayLike<number> = [];
  /** First number of the position of each corner of each triangle. */
  private places = new Uint32Array(0);
  private readonly growth: Generator<void>;
  private grown = false;
  private readonly hit: TriangleHit = {
    distance: 0,
    corners: [new Vector3(), new Vector3(), new Vector3()],
  };

  constructor(geometry: BufferGeometry) {
    this.growth = this.growing(geometry);
  }

  /** Whether rays can be cast without further work. */
  get ready(): boolean {
    return this.grown;
  }

  /** Goes on with the upper part while there is time; returns whether it is made. */
  advance(hasTime: () => boolean): boolean {
    while (!this.grown && hasTime()) this.grown = this.growth.next().done ?? false;
    return this.grown;
  }

  /** The first triangle on a ray before `most`, from either side; the same object every time. */
  cast(ray: Ray, most = Number.POSITIVE_INFINITY): TriangleHit | undefined {
    this.advance(() => true);
    this.hit.distance = most;
    this.visit(this.root, ray, 0);
    return this.hit.distance < most ? this.hit : undefined;
  }

  private *growing(geometry: BufferGeometry): Generator<void> {
    this.positions = yield* readPositions(geometry);
    this.places = yield* readPlaces(geometry, this.positions.length / 3);
    const count = this.places.length / 3;
    this.order = new Uint32Array(count);
    const box = emptyBox();
    for (let i = 0; i < count; i++) {
      this.order[i] = i;
      this.grow(box, i);
      if (i % stride === stride - 1) yield;
    }
    this.root = { box, from: 0, to: count, children: undefined };
    const waiting: [Node, number][] = [[this.root, 0]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [node, depth] = next;
      if (node.to - node.from <= bough) continue;
      const children = yield* this.splitting(node, depth);
      node.children = children;
      if (children !== "leaf") waiting.push([children[0], depth + 1], [children[1], depth + 1]);
    }
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

  /** Halves a node where its triangles' centres are on either side of the middle of its longest side. */
  private split(node: Node, depth: number): readonly [Node, Node] | "leaf" {
    const steps = this.splitting(node, depth);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }

  private *splitting(
    { box, from, to }: Node,
    depth: number,
  ): Generator<void, readonly [Node, Node] | "leaf"> {
    if (to - from <= leafSize || depth > deepest) return "leaf";
    const sides = [0, 1, 2].map((k) => (box[3 + k] as number) - (box[k] as number));
    const axis = sides.indexOf(Math.max(...sides));
    const { order, positions, places } = this;
    // Three times the middle, against the sum of three corners.
    const middle = 1.5 * ((box[axis] as number) + (box[3 + axis] as number));
    const [left, right] = [emptyBox(), emptyBox()];
    let [i, j, seen] = [from, to - 1, 0];
    while (i <= j) {
      if (++seen % stride === 0) yield;
      const triangle = order[i] as number;
      const sum =
        (positions[(places[3 * triangle] as number) + axis] as number) +
        (positions[(places[3 * triangle + 1] as number) + axis] as number) +
        (positions[(places[3 * triangle + 2] as number) + axis] as number);
      if (sum < middle) {
        this.grow(left, triangle);
        i++;
      } else {
        this.grow(right, triangle);
        order[i] = order[j] as number;
        order[j--] = triangle;
      }
    }
    // All on one side: they cannot be told apart this way.
    if (i === from || i === to) return "leaf";
    return [
      { box: left, from, to: i, children: undefined },
      { box: right, from: i, to, children: undefined },
    ];
  }

  private grow(box: Float64Array, triangle: number): void {
    const { positions, places } = this;
    for (let corner = 0; corner < 3; corner++) {
      const at = places[3 * triangle + corner] as number;
      for (let k = 0; k < 3; k++) {
        const x = positions[at + k] as number;
        if (x < (box[k] as number)) box[k] = x;
        if (x > (box[3 + k] as number)) box[3 + k] = x;
      }
    }
  }

  private test(triangle: number, ray: Ray): void {
    const { positions, places } = this;
    for (let corner = 0; corner < 3; corner++) {
      corners[corner as 0 | 1 | 2].fromArray(
        positions as number[],
        places[3 * triangle + corner] as number,
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

function emptyBox(): Float64Array {
  return new Float64Array(6).fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
}

/** x, y, z of all vertices: the geometry's own numbers, or what quantised ones stand for. */
function* readPositions({ attributes }: BufferGeometry): Generator<void, ArrayLike<number>> {
  const { position } = attributes;
  if (!position) return [];
  const plain = position instanceof BufferAttribute && !position.normalized;
  if (plain && position.itemSize === 3) return position.array;
  const numbers = new Float32Array(3 * position.count);
  for (let i = 0; i < position.count; i++) {
    numbers[3 * i] = position.getX(i);
    numbers[3 * i + 1] = position.getY(i);
    numbers[3 * i + 2] = position.getZ(i);
    if (i % stride === stride - 1) yield;
  }
  return numbers;
}

/** Where the corners of all triangles are; one that a damaged file has beyond the last vertex is there. */
function* readPlaces(
  { index }: BufferGeometry,
  vertices: number,
): Generator<void, Uint32Array<ArrayBuffer>> {
  const count = 3 * Math.floor((index?.count ?? vertices) / 3);
  const places = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const vertex = index ? index.getX(i) : i;
    places[i] = 3 * Math.min(vertex, vertices - 1);
    if (i % stride === stride - 1) yield;
  }
  return places;
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
