import { type Frames, POSE_SIZE } from "./frames.js";

const axis = new Float64Array(3);

/**
 * How a point that a DOF carries moves with it: writes the axis to `out[0..2]` (zero for a
 * translation, which turns nothing) and dp/dq [m/rad or 1] to `out[3..5]`, both in root axes.
 */
export function pointMotion(
  frames: Frames,
  dof: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  frames.axisInRoot(dof, axis);
  const a = axis[0] as number;
  const b = axis[1] as number;
  const c = axis[2] as number;
  const slide = frames.slides[dof] as number;
  if (!frames.turns[dof]) {
    out.fill(0, 0, 3);
    out[3] = a;
    out[4] = b;
    out[5] = c;
    return;
  }
  const at = POSE_SIZE * (frames.frameOf[dof] as number) + 9;
  const u = x - (frames.poses[at] as number);
  const v = y - (frames.poses[at + 1] as number);
  const w = z - (frames.poses[at + 2] as number);
  out[0] = a;
  out[1] = b;
  out[2] = c;
  out[3] = b * w - c * v + a * slide;
  out[4] = c * u - a * w + b * slide;
  out[5] = a * v - b * u + c * slide;
}
