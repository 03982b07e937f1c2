import type { Inertial, Vector } from "../../index.js";

/**
 * Half axes [m] of the ellipsoid of uniform density with the same mass and moments: from
 * Ix = m (b² + c²) / 5 and so on, a² = 5 (Iy + Iz - Ix) / (2 m). `possible` is false where no body has
 * such moments; what has no real length is then 0.
 */
export function equivalentEllipsoid({ mass, inertiaDiagonal }: Inertial): {
  axes: Vector;
  possible: boolean;
} {
  const [x, y, z] = inertiaDiagonal;
  const sums = [y + z - x, z + x - y, x + y - z];
  const slack = -1e-6 * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  const possible = mass > 0 && sums.every((sum) => sum >= slack);
  const axes = sums.map((sum) => (mass > 0 ? Math.sqrt((2.5 * Math.max(0, sum)) / mass) : 0));
  return { axes: axes as unknown as Vector, possible };
}
