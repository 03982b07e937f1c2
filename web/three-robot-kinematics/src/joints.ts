import type { NodeOf } from "./bind.js";
import type { ModelData } from "./extension/data.js";
import type { JointRole, JointValue, RobotJoint } from "./joint.js";
import type { Mechanism } from "./kinematics/mechanism.js";
import type { Island } from "./solve/island.js";

/** The joints of a model by name, bound to their nodes and to the positions of a mechanism. */
export function bindJoints(
  model: ModelData,
  nodeOf: NodeOf,
  mechanism: Mechanism,
  islands: readonly Island[],
): Map<string, RobotJoint> {
  const dependent = new Set(
    islands.flatMap((island) =>
      Array.from(island.coordinates).filter((_, column) => island.dependent[column]),
    ),
  );
  const { coordinates, q } = mechanism;
  const nameOf = (link: number) => model.links[link]?.name as string;
  return new Map(
    model.joints.map((data, i) => {
      const { mimic, ...joint } = data;
      const first = coordinates.firstDof[i] as number;
      const count = data.dofs.length;
      const role = (): JointRole => {
        if (count === 0) return "fixed";
        if (mimic) return "mimic";
        // A joint with several DOFs is free as soon as one of them is.
        const own = data.dofs.map((_, k) => coordinates.coordinateOf[first + k] as number);
        return own.every((c) => dependent.has(c)) ? "dependent" : "independent";
      };
      return [
        data.name,
        {
          ...joint,
          role: role(),
          parentLink: nameOf(data.parentLink),
          childLink: nameOf(data.childLink),
          originNode: nodeOf(data.originNode),
          dofNodes: data.dofNodes.map(nodeOf),
          mimic: mimic && { ...mimic, joint: model.joints[mimic.joint]?.name as string },
          get value(): JointValue {
            return count === 1
              ? (q[first] as number)
              : Array.from(q.subarray(first, first + count));
          },
        },
      ];
    }),
  );
}
