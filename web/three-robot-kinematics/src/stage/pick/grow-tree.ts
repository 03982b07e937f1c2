/** A tree of boxes over the triangles of a mesh, as flat arrays that workers can hand over. */
export interface Tree {
  /** Smallest and largest x, y, z of each node; the first node is the root. */
  readonly boxes: Float32Array<ArrayBuffer>;
  /** Of a leaf, the first of its triangles in `order`; of others, the first of two children. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** Triangles of a leaf; 0 for others. */
  readonly counts: Uint32Array<ArrayBuffer>;
  /** Triangles, those of a leaf together. */
  readonly order: Uint32Array<ArrayBuffer>;
}

/**
 * Makes a tree, and pauses every few milliseconds. A node is halved across the longest side of its cell; its
 * triangles go to the half that their centres are in.
 *
 * Workers get this function as its own text: it uses nothing from outside.
 *
 * `index` has the corners of the triangles; null where vertices are in order.
 */
export function* growTree(
  positions: Float32Array,
  index: Uint16Array | Uint32Array | null,
): Generator<void, Tree> {
  const [leafSize, deepest, stride] = [10, 60, 32_768];
  const vertices = Math.floor(positions.length / 3);
  const total = Math.floor((index ? index.length : vertices) / 3);
  const last = vertices - 1;
  /** Where a corner is; one that a damaged file has beyond the last vertex is there. */
  const place = (corner: number): number =>
    3 * (index ? Math.min(index[corner] as number, last) : corner);

  // Three times the centres, and the cell that they are in.
  const centres = new Float32Array(3 * total);
  const order = new Uint32Array(total);
  const cells = new Float64Array(6 * (deepest + 3));
  cells.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3, 6);
  for (let i = 0; i < total; i++) {
    order[i] = i;
    const [a, b, c] = [place(3 * i), place(3 * i + 1), place(3 * i + 2)];
    for (let k = 0; k < 3; k++) {
      const x =
        (positions[a + k] as number) + (positions[b + k] as number) + (positions[c + k] as number);
      centres[3 * i + k] = x;
      if (x < (cells[k] as number)) cells[k] = x;
      if (x > (cells[3 + k] as number)) cells[3 + k] = x;
    }
    if (i % stride === stride - 1) yield;
  }

  let room = 1024;
  let starts = new Uint32Array(room);
  let counts = new Uint32Array(room);
  let nodes = 1;
  let seen = 0;
  // The cell of the n-th of these is the n-th of `cells`.
  const waiting = [{ node: 0, from: 0, to: total, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, from, to, depth } = next;
    starts[node] = from;
    counts[node] = to - from;
    if (to - from <= leafSize || depth >= deepest) continue;
    const cell = 6 * waiting.length;
    let [axis, longest] = [0, -1];
    for (let k = 0; k < 3; k++) {
      const side = (cells[cell + 3 + k] as number) - (cells[cell + k] as number);
      if (side > longest) [axis, longest] = [k, side];
    }
    const middle = 0.5 * ((cells[cell + axis] as number) + (cells[cell + 3 + axis] as number));
    let [i, j] = [from, to - 1];
    while (i <= j) {
      const triangle = order[i] as number;
      if ((centres[3 * triangle + axis] as number) < middle) i++;
      else {
        order[i] = order[j] as number;
        order[j--] = triangle;
      }
      if (++seen % stride === 0) yield;
    }
    cells.copyWithin(cell + 6, cell, cell + 6);
    if (i === from || i === to) {
      // All in one half: it is halved in turn.
      cells[cell + (i === from ? 0 : 3) + axis] = middle;
      waiting.push({ node, from, to, depth: depth + 1 });
      continue;
    }
    if (nodes + 2 > room) {
      room *= 2;
      const [oldStarts, oldCounts] = [starts, counts];
      starts = new Uint32Array(room);
      counts = new Uint32Array(room);
      starts.set(oldStarts);
      counts.set(oldCounts);
    }
    starts[node] = nodes;
    counts[node] = 0;
    cells[cell + 3 + axis] = middle;
    cells[cell + 6 + axis] = middle;
    waiting.push({ node: nodes, from, to: i, depth: depth + 1 });
    waiting.push({ node: nodes + 1, from: i, to, depth: depth + 1 });
    nodes += 2;
  }

  // Children come after their parents.
  const boxes = new Float32Array(6 * nodes);
  for (let node = nodes - 1; node >= 0; node--) {
    const [start, count] = [starts[node] as number, counts[node] as number];
    const box = 6 * node;
    if (count === 0 && total > 0) {
      for (let k = 0; k < 6; k++) {
        const [x, y] = [boxes[6 * start + k] as number, boxes[6 * start + 6 + k] as number];
        boxes[box + k] = k < 3 ? Math.min(x, y) : Math.max(x, y);
      }
      continue;
    }
    boxes.fill(Number.POSITIVE_INFINITY, box, box + 3);
    boxes.fill(Number.NEGATIVE_INFINITY, box + 3, box + 6);
    for (let n = start; n < start + count; n++) {
      for (let corner = 0; corner < 3; corner++) {
        const at = place(3 * (order[n] as number) + corner);
        for (let k = 0; k < 3; k++) {
          const x = positions[at + k] as number;
          if (x < (boxes[box + k] as number)) boxes[box + k] = x;
          if (x > (boxes[box + 3 + k] as number)) boxes[box + 3 + k] = x;
        }
      }
      if (++seen % stride === 0) yield;
    }
  }
  return { boxes, starts: starts.slice(0, nodes), counts: counts.slice(0, nodes), order };
}
