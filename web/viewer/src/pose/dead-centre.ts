/**
 * At a dead centre a dependent joint cannot push the driven ones: they could go either way. A small
 * step of a driven joint leads out, after which the dependent one leads again.
 */
import type { Dof, JointValue, Robot } from "three-robot-kinematics";

/** How far a driven joint is moved [rad and m]; less where it has little room. */
const STEPS = { rotation: 0.03, translation: 0.003, screw: 0.03 } as const;
const SHARE = 0.05;
/** A driven joint that moves the dependent one by less has nothing to do with it [rad or m]. */
const UNMOVED = 1e-9;

type Move = (values: ReadonlyMap<string, JointValue>) => void;

/** Brings a joint nearer to `wanted` by way of a driven joint; says whether it could. */
export function leaveDeadCentre(model: Robot, name: string, wanted: number, move: Move): boolean {
  const joint = model.joints.get(name);
  if (joint?.role !== "dependent" || typeof joint.value !== "number") return false;
  const start = model.getJointValues();
  const gap = () => Math.abs(wanted - (joint.value as number));
  const before = gap();
  const stuck = joint.value;
  for (const driven of model.joints.values()) {
    const [dof] = driven.dofs;
    const { value } = driven;
    if (driven.role !== "independent" || typeof value !== "number" || !dof) continue;
    for (const sign of [1, -1]) {
      move(new Map([[driven.name, value + sign * stepOf(dof)]]));
      if (Math.abs(joint.value - stuck) > UNMOVED) {
        move(new Map([[name, wanted]]));
        if (gap() < before - 1e-6) return true;
      }
      move(start);
    }
  }
  return false;
}

function stepOf({ motion, limit: { lower, upper } }: Dof): number {
  const room = (upper ?? Number.POSITIVE_INFINITY) - (lower ?? Number.NEGATIVE_INFINITY);
  return Math.min(STEPS[motion], SHARE * room);
}
