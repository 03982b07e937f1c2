import type { NodeOf } from "./bind.js";
import { largest } from "./dense.js";
import type { ModelData } from "./extension/data.js";
import type { Constraint } from "./kinematics/constraint.js";
import type { Mechanism } from "./kinematics/mechanism.js";
import type { RobotCoupling, RobotLoop } from "./loop.js";

/** The loops and couplings of a model by name; `constraints` has the loops first. */
export function bindLoops(
  model: ModelData,
  nodeOf: NodeOf,
  mechanism: Mechanism,
  constraints: readonly Constraint[],
): { loops: Map<string, RobotLoop>; couplings: Map<string, RobotCoupling> } {
  const nameOf = (link: number) => model.links[link]?.name as string;
  const rows = constraints.reduce((most, constraint) => Math.max(most, constraint.rows), 0);
  const out = new Float64Array(rows);
  const residualOf = (n: number) => {
    const constraint = constraints[n] as Constraint;
    constraint.evaluate(mechanism, out, 0);
    return largest(out, constraint.rows);
  };
  const loops = model.loops.map((loop, n): [string, RobotLoop] => [
    loop.name,
    {
      name: loop.name,
      type: loop.type,
      predecessorLink: nameOf(loop.predecessorLink),
      successorLink: nameOf(loop.successorLink),
      predecessorNode: nodeOf(loop.predecessorNode),
      successorNode: nodeOf(loop.successorNode),
      get residual() {
        return residualOf(n);
      },
    },
  ]);
  const couplings = model.couplings.map((coupling, n): [string, RobotCoupling] => [
    coupling.name,
    {
      name: coupling.name,
      predecessorLink: nameOf(coupling.predecessorLink),
      successorLink: nameOf(coupling.successorLink),
      ratio: coupling.ratio,
      get residual() {
        return residualOf(model.loops.length + n);
      },
    },
  ]);
  return { loops: new Map(loops), couplings: new Map(couplings) };
}
