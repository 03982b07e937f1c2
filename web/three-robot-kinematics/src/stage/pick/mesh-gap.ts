/** The shortest distance between two sets of meshes, by their trees. */
import { type Matrix4, Vector3 } from "three";
import type { RayTree } from "./ray-tree.js";
import { type Corners, type Gap, nearer } from "./triangle-gap.js";

/** A mesh where it is now. */
export interface Placed {
  readonly tree: RayTree;
  readonly matrix: Matrix4;
}

/** Two triangles, by the numbers of their meshes and their own. */
export type Pair = readonly [meshA: number, a: number, meshB: number, b: number];

export interface MeshGap extends Gap {
  /** Which triangles they are; undefined where there are none. */
  pair: Pair | undefined;
  /** False where there was too much to look at, and something may be nearer. */
  exact: boolean;
}

/** Pairs of nodes that are looked at: some 50 ms at most. */
const mostVisits = 200_000;

const corners = (): Corners => [new Vector3(), new Vector3(), new Vector3()];
const [first, second] = [corners(), corners()];

interface Box {
  /** Centre and half sides in world axes. */
  readonly centre: Float64Array;
  readonly half: Float64Array;
}

const emptyBox = (): Box => ({ centre: new Float64Array(3), half: new Float64Array(3) });
const [boxA, boxB] = [emptyBox(), emptyBox()];

/**
 * `guess` is the pair that was nearest when the meshes were elsewhere: a good bound to start with. What is
 * not nearer than `within` is not looked for.
 */
export function meshGap(
  a: readonly Placed[],
  b: readonly Placed[],
  guess?: Pair,
  within = Number.POSITIVE_INFINITY,
): MeshGap {
  const gap: MeshGap = {
    distance: within,
    from: new Vector3(),
    to: new Vector3(),
    pair: undefined,
    exact: true,
  };
  let visits = 0;

  const test = (pair: Pair): void => {
    const [i, triangle, k, other] = pair;
    const [one, two] = [a[i] as Placed, b[k] as Placed];
    one.tree.cornersOf(triangle, first);
    two.tree.cornersOf(other, second);
    for (const corner of first) corner.applyMatrix4(one.matrix);
    for (const corner of second) corner.applyMatrix4(two.matrix);
    if (nearer(first, second, gap)) gap.pair = pair;
  };
  const between = (i: number, node: number, k: number, other: number): number => {
    placeBox(a[i] as Placed, node, boxA);
    placeBox(b[k] as Placed, other, boxB);
    return boxGap(boxA, boxB);
  };
  const visit = (i: number, node: number, k: number, other: number): void => {
    if (++visits > mostVisits) {
      gap.exact = false;
      return;
    }
    if (!(between(i, node, k, other) < gap.distance)) return;
    const sizes = [size(boxA), size(boxB)] as const;
    const [one, two] = [(a[i] as Placed).tree.tree, (b[k] as Placed).tree.tree];
    const [countA, countB] = [one.counts[node] as number, two.counts[other] as number];
    const [startA, startB] = [one.starts[node] as number, two.starts[other] as number];
    if (countA > 0 && countB > 0) {
      for (let m = startA; m < startA + countA; m++)
        for (let n = startB; n < startB + countB; n++)
          test([i, one.order[m] as number, k, two.order[n] as number]);
      return;
    }
    // The larger one is opened; of its halves, the nearer one first.
    const open = countA === 0 && (countB > 0 || sizes[0] >= sizes[1]);
    const halves = [0, 1].map((n) =>
      open ? ([startA + n, other] as const) : ([node, startB + n] as const),
    );
    const [left, right] = halves.map(([p, q]) => between(i, p, k, q)) as [number, number];
    if (right < left) halves.reverse();
    for (const [p, q] of halves) visit(i, p, k, q);
  };

  if (guess && a[guess[0]] && b[guess[2]]) test(guess);
  a.forEach(({ tree: one }, i) => {
    b.forEach(({ tree: two }, k) => {
      if (one.tree.order.length > 0 && two.tree.order.length > 0) visit(i, 0, k, 0);
    });
  });
  return gap;
}

function placeBox({ tree, matrix }: Placed, node: number, out: Box): void {
  const { boxes } = tree.tree;
  const { elements } = matrix;
  for (let row = 0; row < 3; row++) {
    let [centre, half] = [elements[12 + row] as number, 0];
    for (let k = 0; k < 3; k++) {
      const [low, high] = [boxes[6 * node + k] as number, boxes[6 * node + 3 + k] as number];
      const factor = elements[4 * k + row] as number;
      centre += 0.5 * factor * (low + high);
      half += 0.5 * Math.abs(factor) * (high - low);
    }
    out.centre[row] = centre;
    out.half[row] = half;
  }
}

function boxGap(a: Box, b: Box): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const apart = Math.abs((a.centre[k] as number) - (b.centre[k] as number));
    const side = Math.max(0, apart - (a.half[k] as number) - (b.half[k] as number));
    sum += side * side;
  }
  return Math.sqrt(sum);
}

function size({ half }: Box): number {
  return Math.hypot(half[0] as number, half[1] as number, half[2] as number);
}
