/** How one degree of freedom is shown: its name, quantity and the range of its slider. */
import { type Dof, kindOf, vectorToUrdf } from "../../index.js";
import type { Quantity } from "../units.js";

/** A DOF as a slider shows it. */
export interface ShownDof {
  readonly joint: string;
  readonly index: number;
  /** What tells it from the other DOFs of its joint; "" where there is only one. */
  readonly label: string;
  readonly quantity: Quantity;
  readonly lower: number | undefined;
  readonly upper: number | undefined;
  /** Goes round: the ends of the slider are the same place. */
  readonly wraps: boolean;
  readonly home: number;
}

interface JointFacts {
  readonly name: string;
  readonly type: string;
  readonly dofs: readonly Dof[];
}

/** The DOFs of a joint as sliders show them. */
export function shownDofs({ name, type, dofs }: JointFacts): ShownDof[] {
  return dofs.map((dof, index) => {
    const { lower, upper } = dof.limit;
    const angle = dof.motion !== "translation";
    const free = lower === undefined && upper === undefined;
    return {
      joint: name,
      index,
      label: dofs.length > 1 ? `${angle ? "turn" : "slide"} ${axisName(dof, index)}` : "",
      quantity: angle ? "angle" : "length",
      lower,
      upper,
      wraps: angle && free && (kindOf(type)?.bounds[index] === "endless" || dofs.length > 1),
      home: dof.default,
    };
  });
}

/** x, y or z of URDF's axes; a number where it is none of them. */
function axisName({ axis }: Dof, index: number): string {
  const [x, y, z] = vectorToUrdf(axis).map((entry) => Math.round(entry * 1e6) / 1e6);
  if (Math.abs(x ?? 0) === 1) return "x";
  if (Math.abs(y ?? 0) === 1) return "y";
  if (Math.abs(z ?? 0) === 1) return "z";
  return String(index + 1);
}

/** From where to where a slider goes. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** Ends of the slider: the limits, and room beyond them where they are not kept. */
export function rangeOf(dof: ShownDof, value: number, clamp: boolean): Range {
  const reach = dof.quantity === "angle" ? Math.PI : 1;
  const { lower, upper } = dof;
  if (lower === undefined && upper === undefined) {
    if (dof.wraps) return { min: -Math.PI, max: Math.PI };
    return { min: Math.min(-reach, value), max: Math.max(reach, value) };
  }
  const low = lower ?? Math.min(-reach, (upper as number) - 2 * reach);
  const high = upper ?? Math.max(reach, low + 2 * reach);
  const room = clamp ? 0 : Math.max(0.25 * (high - low), 1e-3);
  return { min: Math.min(low - room, value), max: Math.max(high + room, value) };
}

/** An angle between -π and π. */
export function turnOf(angle: number): number {
  if (angle >= -Math.PI && angle <= Math.PI) return angle;
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

/** Whether a value is outside the limits by more than rounding. */
export function isBeyond({ lower, upper }: ShownDof, value: number): boolean {
  const slack = 1e-6;
  return value < (lower ?? -Infinity) - slack || value > (upper ?? Infinity) + slack;
}
