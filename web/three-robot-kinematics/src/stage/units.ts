/** Quantities in the units people choose; everything else in the program is in rad and m. */

export type Quantity = "angle" | "length";
/** Units of angles. */
export type AngleUnit = "rad" | "deg";
/** Units of lengths. */
export type LengthUnit = "m" | "mm";
/** Units that values are shown in. */
export type Unit = AngleUnit | LengthUnit;

/** Which units are shown for angles and lengths. */
export interface Units {
  readonly angle: AngleUnit;
  readonly length: LengthUnit;
}

interface UnitFacts {
  readonly quantity: Quantity;
  /** One of this unit [rad or m]. */
  readonly size: number;
  readonly digits: number;
  /** What stands behind a number. */
  readonly suffix: string;
  /** What one arrow key moves, in this unit. */
  readonly step: number;
}

const FACTS: Readonly<Record<Unit, UnitFacts>> = {
  rad: { quantity: "angle", size: 1, digits: 3, suffix: " rad", step: 0.01 },
  deg: { quantity: "angle", size: Math.PI / 180, digits: 1, suffix: "°", step: 1 },
  m: { quantity: "length", size: 1, digits: 4, suffix: " m", step: 0.001 },
  mm: { quantity: "length", size: 1e-3, digits: 1, suffix: " mm", step: 1 },
};

const WORDS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ["rad", "rad"],
  ["deg", "deg"],
  ["°", "deg"],
  ["m", "m"],
  ["mm", "mm"],
]);

/** The unit that a quantity is shown in. */
export function unitOf(quantity: Quantity, units: Units): Unit {
  return quantity === "angle" ? units.angle : units.length;
}

/** A value [rad or m] as a plain number in a unit, without a sign on zero. */
export function formatNumber(value: number, unit: Unit): string {
  const { size, digits } = FACTS[unit];
  const text = (value / size).toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text;
}

/** A value [rad or m] with its unit. */
export function formatValue(value: number, unit: Unit): string {
  return formatNumber(value, unit) + FACTS[unit].suffix;
}

/** As `formatValue`, without needless zeros: for limits. */
export function formatShort(value: number, unit: Unit): string {
  return `${Number(formatNumber(value, unit))}${FACTS[unit].suffix.replace(" ", "\u2009")}`;
}

/** What is written after a number in this unit. */
export function suffixOf(unit: Unit): string {
  return FACTS[unit].suffix.trim();
}

/** What one arrow key moves [rad or m]. */
export function stepOf(unit: Unit): number {
  const { step, size } = FACTS[unit];
  return step * size;
}

const NUMBER =
  /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)?\s*(\*?\s*(?:pi|π))?(?:\s*\/\s*(\d+\.?\d*))?\s*(\S*)$/i;

/**
 * Reads what was typed into a field: a number in the field's unit, or with a unit behind it, or a
 * fraction of π ("pi/2", then in rad); sums and differences of these ("30+15"), and steps from where the
 * joint is ("+=5", "-=0.1rad"). Undefined where it is none of them.
 */
export function parseValue(text: string, unit: Unit, present = 0): number | undefined {
  const step = /^\s*([+-])=(.*)$/.exec(text);
  if (step) {
    const by = parseValue(step[2] as string, unit);
    return by === undefined ? undefined : present + (step[1] === "-" ? -by : by);
  }
  // A sign that follows a number or a unit, and not an exponent, joins two terms.
  const terms = text.replaceAll("\u2212", "-").split(/(?<=[\da-zπ°.)]\s*)(?<!\de)(?=[+-])/i);
  if (terms.length === 1) return parseTerm(text, unit);
  let sum = 0;
  for (const term of terms) {
    const value = parseTerm(term.replace(/^\s*([+-])\s*/, "$1"), unit);
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum;
}

function parseTerm(text: string, unit: Unit): number | undefined {
  const trimmed = text
    .trim()
    .replace("\u2212", "-")
    .replace(/^(-?\d+),(\d+)/, "$1.$2");
  const sign = /^[+-](?=\s*(?:pi|π))/i.exec(trimmed)?.[0] ?? "";
  const match = NUMBER.exec(trimmed.slice(sign.length));
  if (!match || trimmed === "") return undefined;
  const [, digits, pi, divisor, word = ""] = match;
  if (digits === undefined && pi === undefined) return undefined;
  const given = word === "" ? undefined : WORDS.get(word.toLowerCase());
  if (word !== "" && given === undefined) return undefined;
  const { quantity } = FACTS[unit];
  const used = given ?? (pi !== undefined ? "rad" : unit);
  if (FACTS[used].quantity !== quantity) return undefined;
  const factor = (pi === undefined ? 1 : Math.PI) / (divisor === undefined ? 1 : Number(divisor));
  const value = (sign === "-" ? -1 : 1) * (digits === undefined ? 1 : Number(digits)) * factor;
  return Number.isFinite(value) ? value * FACTS[used].size : undefined;
}
