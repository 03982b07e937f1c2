import type { JointData } from "./data.js";
import type { Place } from "./place.js";

/** Finds joints that follow each other in a circle, or with different numbers of DOFs. */
export function checkMimics(places: readonly Place[], joints: readonly JointData[]): void {
  const settled = new Uint8Array(joints.length);
  joints.forEach((joint, start) => {
    if (!joint.mimic) return;
    const place = (places[start] as Place).field("mimic").field("joint");
    const leader = joints[joint.mimic.joint];
    if (leader && leader.dofs.length !== joint.dofs.length) {
      const message = `joint ${JSON.stringify(leader.name)} has ${leader.dofs.length} dofs, its follower ${joint.dofs.length}`;
      place.report("MIMIC_DOFS", message);
    }
    const seen = new Set<number>();
    for (let i = start; !settled[i]; i = joints[i]?.mimic?.joint ?? i) {
      if (seen.has(i)) {
        if (joints[i]?.mimic) {
          const names = [...seen].map((k) => JSON.stringify(joints[k]?.name)).join(" -> ");
          place.report("MIMIC_CYCLE", `joints follow each other in a circle: ${names}`);
        }
        break;
      }
      seen.add(i);
    }
    for (const i of seen) settled[i] = 1;
  });
}
