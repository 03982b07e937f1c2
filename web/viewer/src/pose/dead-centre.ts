/**
 * At a dead centre a dependent joint cannot push the driven ones: they could go either way. A small
 * step of a driven joint leads out, after which the dependent one leads again.
 */
import type { JointValue, RobotModel } from "three-robot-kinematics";

/** [rad and m] */
const STEPS = { rotation: 0.03, translation: 0.003 } as const;

type Move = (values: ReadonlyMap<string, JointValue>) => void;

/** Brings a joint nearer to `wanted` by way of a driven joint; says whether it could. */
export function leaveDeadCentre(
  model: RobotModel,
  name: string,
  wanted: number,
  move: Move,
): boolean {
  const joint = model.joints.get(name);
  if (joint?.role !== "dependent" || typeof joint.value !== "number") return false;
  const start = model.getJointValues();
  const gap = () => Math.abs(wanted - (joint.value as number));
  const before = gap();
  for (const driven of model.joints.values()) {
    const [dof] = driven.dofs;
    const { value } = driven;
    if (driven.role !== "independent" || typeof value !== "number" || !dof) continue;
    for (const sign of [1, -1]) {
      move(new Map([[driven.name, value + sign * STEPS[dof.motion]]]));
      move(new Map([[name, wanted]]));
      if (gap() < before - 1e-6) return true;
      move(start);
    }
  }
  return false;
}
