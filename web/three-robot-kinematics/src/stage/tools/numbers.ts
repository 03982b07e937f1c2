/** What is measured, as numbers and as text. */
import { Vector3 } from "three";

/** The angle at the second of three points [rad]. */
export function angleAt(a: Vector3, b: Vector3, c: Vector3): number {
  return new Vector3().subVectors(a, b).angleTo(new Vector3().subVectors(c, b));
}

/** A length with a unit that suits it and as many digits as matter. */
export function formatLength(metres: number): string {
  const size = Math.abs(metres);
  if (size === 0) return "0 mm";
  if (size < 1) return `${(1000 * metres).toFixed(size < 0.1 ? 2 : 1)} mm`;
  return `${metres.toFixed(size < 10 ? 4 : 3)} m`;
}

/** An angle in degrees. */
export function formatAngle(radians: number): string {
  return `${((180 / Math.PI) * radians).toFixed(1)}°`;
}
