/** All joints that the user decides, one after the other: up, down, and back to where they rest. */
import { type Dof, type JointValue, kindOf, type Robot } from "../../index.js";
import type { SampledMotion } from "../types.js";

/** How long each takes [s]. */
const turn = 2;
/** How far a joint goes that has no limits [rad, m]. */
const free = { rotation: Math.PI, screw: Math.PI, translation: 0.1 } as const;

interface Swing {
  readonly joint: string;
  readonly rest: number;
  readonly lower: number;
  readonly upper: number;
}

/** A motion that shows what moves: each joint in turn, there and back. */
export class DemoMotion implements SampledMotion {
  readonly duration: number;
  private readonly swings: readonly Swing[];
  private readonly values = new Map<string, JointValue>();

  constructor(model: Robot) {
    this.swings = [...model.joints.values()].flatMap(({ name, role, type, dofs }) => {
      const [dof] = dofs;
      if (role !== "independent" || dofs.length !== 1 || !dof || kindOf(type)?.orientation)
        return [];
      return [swingOf(name, dof)];
    });
    this.duration = turn * this.swings.length;
  }

  sample(time: number): ReadonlyMap<string, JointValue> {
    const at = Math.min(this.swings.length - 1, Math.floor(time / turn));
    this.swings.forEach(({ joint, rest, lower, upper }, i) => {
      const share = i === at ? time / turn - at : 0;
      this.values.set(joint, swing(rest, lower, upper, share));
    });
    return this.values;
  }
}

function swingOf(joint: string, { motion, limit, default: rest }: Dof): Swing {
  const { lower = rest - free[motion], upper = rest + free[motion] } = limit;
  return { joint, rest, lower: Math.min(lower, rest), upper: Math.max(upper, rest) };
}

/** From rest to the one end, to the other, and back, starting and stopping softly. */
function swing(rest: number, lower: number, upper: number, share: number): number {
  const stops = [rest, upper, lower, rest];
  const at = Math.min(2, Math.floor(3 * share));
  const part = 3 * share - at;
  const soft = part * part * (3 - 2 * part);
  const [from, to] = [stops[at] as number, stops[at + 1] as number];
  return from + soft * (to - from);
}
