import type { ModelData } from "./extension/data.js";
import type { JointValue } from "./joint.js";

/** Named poses by joint name, without the joints that a pose leaves as they are. */
export function readConfigurations(model: ModelData): Map<string, Map<string, JointValue>> {
  return new Map(
    [...model.configurations].map(([name, positions]) => [
      name,
      new Map(
        model.joints.flatMap((joint, i) => {
          const values = positions[i];
          return values ? [[joint.name, values] as const] : [];
        }),
      ),
    ]),
  );
}
