import type { CouplingData, JointData } from "./data.js";
import type { Place } from "./place.js";

/** The moving joints from the nearest common ancestor of two links down to each of them. */
export function subchains(
  joints: readonly JointData[],
  { predecessorLink, successorLink }: Pick<CouplingData, "predecessorLink" | "successorLink">,
): [predecessor: number[], successor: number[]] {
  const above = new Map(joints.map((joint, i) => [joint.childLink, i]));
  const [p, s] = [predecessorLink, successorLink].map((end) => {
    const chain: number[] = [];
    for (let i = above.get(end); i !== undefined; ) {
      chain.push(i);
      i = above.get((joints[i] as JointData).parentLink);
    }
    return chain.reverse();
  }) as [number[], number[]];
  const moves = (i: number) => (joints[i] as JointData).dofs.length > 0;
  return [p.filter((i) => !s.includes(i) && moves(i)), s.filter((i) => !p.includes(i) && moves(i))];
}

/** Finds couplings between joints whose positions cannot be added. */
export function checkCouplings(
  places: readonly Place[],
  couplings: readonly CouplingData[],
  joints: readonly JointData[],
): void {
  couplings.forEach((coupling, i) => {
    const place = places[i] as Place;
    const coupled = subchains(joints, coupling).flat();
    const motions = new Set(
      coupled.map((k) => (joints[k] as JointData).dofs.map((dof) => dof.motion).join(" ")),
    );
    if (motions.size > 1) {
      const names = coupled.map((k) => JSON.stringify(joints[k]?.name)).join(", ");
      place.report("COUPLING_MIXED", `the coupling adds joints that move differently: ${names}`);
    } else if (motions.size === 0) {
      place.report("COUPLING_WITHOUT_MOTION", "all joints of the coupling are fixed", "warning");
    }
  });
}
