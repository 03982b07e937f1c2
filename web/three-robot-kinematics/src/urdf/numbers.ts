/** Numbers in an attribute, as URDF files write them. */

export interface BadNumber {
  readonly start: number;
  readonly end: number;
}

const literal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const word = /^([+-]?)(?:(nan)|inf|infinity)$/i;

/** All numbers of a text, or the place of the first token that is none. */
export function parseNumbers(text: string): number[] | BadNumber {
  const values: number[] = [];
  for (const { 0: token, index } of text.matchAll(/[^ \t\r\n]+/g)) {
    const value = literal.test(token) ? Number(token) : special(token);
    if (value === undefined) return { start: index, end: index + token.length };
    values.push(value);
  }
  return values;
}

function special(token: string): number | undefined {
  const [, sign, nan] = word.exec(token) ?? [];
  if (sign === undefined) return undefined;
  if (nan) return Number.NaN;
  return sign === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
