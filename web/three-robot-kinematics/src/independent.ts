import type { ModelData } from "./extension/data.js";
import type { Issue } from "./extension/issue.js";
import type { Mechanism } from "./kinematics/mechanism.js";
import type { Island } from "./solve/island.js";
import { chooseDependent } from "./solve/islands.js";

/** Decides for every island what depends on what; warns where the file's choice cannot be had. */
export function chooseIndependent(
  model: ModelData,
  mechanism: Mechanism,
  islands: readonly Island[],
  size: number,
): Issue[] {
  const { leaders } = mechanism.coordinates;
  const jointOf = model.joints.flatMap((joint, i) => joint.dofs.map(() => i));
  const said = Array.from(leaders, (dof) => model.joints[jointOf[dof] as number]?.independent);
  const odd = islands.flatMap((island) => chooseDependent(island, said, size));
  const joints = new Set(odd.map((coordinate) => jointOf[leaders[coordinate] as number] as number));
  return [...joints].map((i) => ({
    code: "INDEPENDENT_CHOICE",
    severity: "warning",
    pointer: `${model.pointer}/joints/${i}/independent`,
    message:
      "the joints that are not independent cannot close the loops alone; this one follows too",
  }));
}
