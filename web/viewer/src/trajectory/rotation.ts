/** Angles about three nested axes, R = Rx Ry Rz, of a quaternion (x, y, z, w) of any length. */
export function eulerFromQuaternion(quaternion: ArrayLike<number>): [number, number, number] {
  const [a, b, c, d] = Array.from(quaternion) as [number, number, number, number];
  const length = Math.hypot(a, b, c, d) || 1;
  const [x, y, z, w] = [a / length, b / length, c / length, d / length];
  const sine = 2 * (x * z + w * y);
  if (Math.abs(sine) > 1 - 1e-12) {
    // The first and last axis fall together: the first takes the whole turn.
    return [2 * Math.atan2(x, w), (Math.sign(sine) * Math.PI) / 2, 0];
  }
  return [
    Math.atan2(2 * (w * x - y * z), 1 - 2 * (x * x + y * y)),
    Math.asin(sine),
    Math.atan2(2 * (w * z - x * y), 1 - 2 * (y * y + z * z)),
  ];
}

/** Takes jumps of whole turns out of one column. */
export function unwrap(values: Float64Array, column: number, width: number): void {
  const turn = 2 * Math.PI;
  for (let i = column + width; i < values.length; i += width) {
    const step = (values[i] as number) - (values[i - width] as number);
    (values[i] as number) -= turn * Math.round(step / turn);
  }
}
