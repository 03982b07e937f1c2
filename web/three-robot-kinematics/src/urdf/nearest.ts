/** The closest known name to one that is not known, for "did you mean". */

const most = 2000;
const longest = 200;
const leastSimilar = 0.65;
const leastSimilarPiece = 0.6;

/** The most similar of the known names (Ratcliff and Obershelp), or undefined if none is similar. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const candidates = [...known].slice(0, most);
  const lowered = name.toLowerCase();
  const same = candidates.find((candidate) => candidate.toLowerCase() === lowered);
  if (same !== undefined || name.length >= longest) return same;
  const pieces = candidates.filter((one) => name && (one.includes(name) || name.includes(one)));
  return best(name, candidates, leastSimilar) ?? best(name, pieces, leastSimilarPiece);
}

/** The most similar of some names, if it is at least that similar. */
function best(name: string, candidates: readonly string[], least: number): string | undefined {
  let found: string | undefined;
  let score = least;
  for (const candidate of candidates) {
    const length = candidate.length + name.length;
    // No more characters can agree than the shorter one has.
    if ((2 * Math.min(candidate.length, name.length)) / length < score) continue;
    const similar = (2 * agreeing(candidate, name)) / length;
    if (similar > score || (similar === score && (found === undefined || candidate > found))) {
      [found, score] = [candidate, similar];
    }
  }
  return found;
}

export function didYouMean(name: string, known: Iterable<string>): string {
  const guess = nearest(name, known);
  return guess === undefined ? "" : `; did you mean '${guess}'?`;
}

/** How many characters agree: in the longest common piece, and in what is before and behind it. */
function agreeing(a: string, b: string): number {
  let [size, inA, inB] = [0, 0, 0];
  let previous = new Uint16Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    const current = new Uint16Array(b.length + 1);
    for (let j = 0; j < b.length; j++) {
      if (a[i] !== b[j]) continue;
      const run = (previous[j] as number) + 1;
      current[j + 1] = run;
      if (run > size) [size, inA, inB] = [run, i + 1 - run, j + 1 - run];
    }
    previous = current;
  }
  if (size === 0) return 0;
  return (
    size +
    agreeing(a.slice(0, inA), b.slice(0, inB)) +
    agreeing(a.slice(inA + size), b.slice(inB + size))
  );
}
