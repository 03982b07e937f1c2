/** Dense linear algebra for small systems: row-major Float64Arrays, nothing allocated. */
import { page } from "./numerics.js";

/** out[i] += x. */
export function add(out: Float64Array, i: number, x: number): void {
  out[i] = (out[i] as number) + x;
}

/** out = JᵀJ, for J with the given rows and columns; `out` is columns x columns. */
export function gram(J: Float64Array, rows: number, columns: number, out: Float64Array): void {
  out.fill(0, 0, columns * columns);
  for (let r = 0; r < rows; r++) {
    const row = r * columns;
    for (let i = 0; i < columns; i++) {
      const a = J[row + i] as number;
      if (a === 0) continue;
      for (let j = 0; j <= i; j++) add(out, i * columns + j, a * (J[row + j] as number));
    }
  }
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < i; j++) out[j * columns + i] = out[i * columns + j] as number;
  }
}

/** out = Jᵀx. */
export function multiplyTransposed(
  J: Float64Array,
  rows: number,
  columns: number,
  x: Float64Array,
  out: Float64Array,
): void {
  out.fill(0, 0, columns);
  for (let r = 0; r < rows; r++) {
    const factor = x[r] as number;
    if (factor === 0) continue;
    for (let i = 0; i < columns; i++) add(out, i, factor * (J[r * columns + i] as number));
  }
}

/**
 * Factors a symmetric positive definite n x n matrix into LLᵀ, writing L over its lower triangle.
 * Returns false, with the matrix spoilt, if it is not positive definite.
 */
export function factor(A: Float64Array, n: number): boolean {
  for (let j = 0; j < n; j++) {
    let diagonal = A[j * n + j] as number;
    for (let k = 0; k < j; k++) diagonal -= (A[j * n + k] as number) ** 2;
    if (!(diagonal > 0)) return false;
    const root = Math.sqrt(diagonal);
    A[j * n + j] = root;
    for (let i = j + 1; i < n; i++) {
      let sum = A[i * n + j] as number;
      for (let k = 0; k < j; k++) sum -= (A[i * n + k] as number) * (A[j * n + k] as number);
      A[i * n + j] = sum / root;
    }
  }
  return true;
}

/** Solves LLᵀx = b in place, for b the n numbers of `x` from `start`. */
export function substitute(L: Float64Array, n: number, x: Float64Array, start = 0): void {
  for (let i = 0; i < n; i++) {
    let sum = x[start + i] as number;
    for (let k = 0; k < i; k++) sum -= (L[i * n + k] as number) * (x[start + k] as number);
    x[start + i] = sum / (L[i * n + i] as number);
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[start + i] as number;
    for (let k = i + 1; k < n; k++) sum -= (L[k * n + i] as number) * (x[start + k] as number);
    x[start + i] = sum / (L[i * n + i] as number);
  }
}

/** The largest diagonal entry of an n x n matrix. */
export function largestDiagonal(A: Float64Array, n: number): number {
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, A[i * n + i] as number);
  return largest;
}

/** The largest magnitude among the first n entries. */
export function largest(x: Float64Array, n: number): number {
  let found = 0;
  for (let i = 0; i < n; i++) found = Math.max(found, Math.abs(x[i] as number));
  return found;
}

/** Of the columns that have at least this share of the longest remainder, the last is picked. */
const goodShare = 0.3;

/**
 * Picks columns of J (rows x columns) that span its range, by Gram-Schmidt with pivoting. `order` gives
 * the classes of preference: all columns of a lower class are tried first. Among columns that do
 * about as well the last is picked, so that joints near the root stay independent. Spoils J.
 */
export function spanningColumns(
  J: Float64Array,
  rows: number,
  columns: number,
  order: readonly number[],
): number[] {
  const picked: number[] = [];
  const at = (r: number, c: number) => J[r * columns + c] as number;
  const dot = (a: number, b: number) => {
    let sum = 0;
    for (let r = 0; r < rows; r++) sum += at(r, a) * at(r, b);
    return sum;
  };
  const all = order.map((_, c) => c);
  const least = page.columnShare * Math.max(0, ...all.map((c) => Math.sqrt(dot(c, c))));
  for (const wanted of [...new Set(order)].sort((a, b) => a - b)) {
    for (;;) {
      const open = all.filter((c) => order[c] === wanted && !picked.includes(c));
      const lengths = open.map((c) => Math.sqrt(dot(c, c)));
      const longest = Math.max(0, ...lengths);
      if (longest <= least) break;
      const good = open.filter((_, i) => (lengths[i] as number) >= goodShare * longest);
      const best = good.at(-1) as number;
      picked.push(best);
      const square = dot(best, best);
      for (const c of all) {
        if (picked.includes(c)) continue;
        const share = dot(best, c) / square;
        for (let r = 0; r < rows; r++) add(J, r * columns + c, -share * at(r, best));
      }
    }
  }
  return picked;
}
