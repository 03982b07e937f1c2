/** The triangles of a mesh as plain numbers. */
import { BufferAttribute, type BufferGeometry } from "three";

export interface Triangles {
  /** x, y, z of all vertices. */
  readonly positions: Float32Array;
  /** The corners of all triangles; null where vertices are in order. */
  readonly index: Uint16Array | Uint32Array | null;
}

/** Vertices that are looked at in one step: a few milliseconds. */
const stride = 16_384;

export function countOf({ index, attributes }: BufferGeometry): number {
  return Math.floor((index?.count ?? attributes.position?.count ?? 0) / 3);
}

/** The geometry's own numbers, or what quantised ones stand for; pauses every few milliseconds. */
export function* readTriangles(geometry: BufferGeometry): Generator<void, Triangles> {
  const array = geometry.index?.array;
  const index = array instanceof Uint16Array || array instanceof Uint32Array ? array : null;
  return {
    positions: yield* readPositions(geometry),
    index: array && !index ? Uint32Array.from(array) : index,
  };
}

function* readPositions({ attributes }: BufferGeometry): Generator<void, Float32Array> {
  const { position } = attributes;
  if (!position) return new Float32Array(0);
  const plain = position instanceof BufferAttribute && !position.normalized;
  if (plain && position.itemSize === 3 && position.array instanceof Float32Array)
    return position.array;
  const numbers = new Float32Array(3 * position.count);
  for (let i = 0; i < position.count; i++) {
    numbers[3 * i] = position.getX(i);
    numbers[3 * i + 1] = position.getY(i);
    numbers[3 * i + 2] = position.getZ(i);
    if (i % stride === stride - 1) yield;
  }
  return numbers;
}

/** Runs steps to their end at once. */
export function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** How long a page may be held up by one piece of work [ms]: a picture at 60 Hz has 16. */
const piece = 8;

/** Runs steps between other things that the page does. */
export function inPieces<T>(steps: Generator<void, T>): Promise<T> {
  return new Promise((resolve) => {
    const go = () => {
      const end = performance.now() + piece;
      while (performance.now() < end) {
        const { done, value } = steps.next();
        if (done) return resolve(value);
      }
      setTimeout(go, 0);
    };
    setTimeout(go, 0);
  });
}
