/** Views as text: a name, or numbers in degrees and metres. */
import type { CameraPose, Position, View } from "../types.js";
import { directions } from "./views.js";

const degree = Math.PI / 180;

/**
 * Reads `iso` or another view's name, `AZIMUTH ELEVATION`, either with a distance behind it, and that
 * with the point looked at: `40 25 1.8 0 0 0.5`. Throws an Error that says what was expected.
 */
export function parseCamera(text: string): Partial<CameraPose> {
  const words = text.trim().split(/[\s,]+/);
  const named = directions[words[0] as View] as (typeof directions)[View] | undefined;
  if (named && words.length === 1) return { azimuth: named[0], elevation: named[1] };
  const numbers = words.map(Number);
  const [azimuth = 0, elevation = 0, distance, ...target] = numbers;
  const fits = [2, 3, 6].includes(numbers.length) && numbers.every(Number.isFinite);
  if (!fits || Math.abs(elevation) > 90 || (distance !== undefined && !(distance > 0))) {
    throw new Error(
      `unknown camera '${text}'; expected one of: ${Object.keys(directions).join(", ")}, or azimuth and elevation in degrees, then a distance in m and the point looked at`,
    );
  }
  return {
    azimuth: azimuth * degree,
    elevation: elevation * degree,
    ...(distance === undefined ? {} : { distance }),
    ...(target.length === 3 ? { target: target as unknown as Position } : {}),
  };
}

/** A view as `parseCamera` reads it. */
export function printCamera({ azimuth, elevation, distance, target }: CameraPose): string {
  const turn = ((((azimuth / degree) % 360) + 540) % 360) - 180;
  return [turn.toFixed(2), (elevation / degree).toFixed(2), ...[distance, ...target].map(short)]
    .map(Number)
    .join(" ");
}

function short(metres: number): string {
  return metres.toPrecision(5);
}
