import type { ConfigurationData, CouplingData, JointData, LoopData, LoopType } from "./data.js";
import { kindOf } from "./kinds.js";
import type { Place } from "./place.js";
import type { Counts } from "./read-joint.js";

/** Reads one entry of `loops[]`. */
export function readLoop(place: Place, counts: Counts): LoopData | undefined {
  if (!place.object()) return undefined;
  const name = place.field("name").text();
  const type = place.field("type").value as LoopType;
  const kind = kindOf(type);
  if (kind === undefined) {
    return place.field("type").report("UNKNOWN_LOOP_TYPE", "unknown loop type");
  }
  const ends = readEnds(place, counts);
  const predecessorNode = place.field("predecessorNode").index(counts.nodes, "node");
  const successorNode = place.field("successorNode").index(counts.nodes, "node");
  const axis = kind.axes === 0 ? ([1, 0, 0] as const) : place.field("axis").direction();
  const axis2 = kind.axes > 1 ? place.field("axis2").direction() : undefined;
  const pitch = kind.lead ? place.field("pitch").number() : undefined;
  if (name === undefined || !ends || predecessorNode === undefined || successorNode === undefined) {
    return undefined;
  }
  if (!axis || (kind.axes > 1 && !axis2)) return undefined;
  if (kind.lead && pitch === undefined) return undefined;
  return { name, type, ...ends, predecessorNode, successorNode, axis, axis2, pitch };
}

/** Reads one entry of `couplings[]`. */
export function readCoupling(place: Place, counts: Counts): CouplingData | undefined {
  if (!place.object()) return undefined;
  const name = place.field("name").text();
  const ends = readEnds(place, counts);
  const ratio = place.field("ratio").number();
  if (ratio === 0) {
    return place.field("ratio").report("ZERO_RATIO", "the ratio must not be 0");
  }
  return name === undefined || ratio === undefined || !ends ? undefined : { name, ...ends, ratio };
}

function readEnds(
  place: Place,
  counts: Counts,
): Pick<LoopData, "predecessorLink" | "successorLink"> | undefined {
  const predecessorLink = place.field("predecessorLink").index(counts.links, "link");
  const successorLink = place.field("successorLink").index(counts.links, "link");
  if (predecessorLink === undefined || successorLink === undefined) return undefined;
  if (predecessorLink === successorLink) {
    return place.report("LOOP_TO_ITSELF", "predecessor and successor are the same link");
  }
  return { predecessorLink, successorLink };
}

/** Reads one entry of `configurations`. */
export function readConfiguration(
  place: Place,
  joints: readonly (JointData | undefined)[],
): ConfigurationData {
  const positions = place.field("jointPositions");
  const items = positions.items();
  if (items.length !== joints.length) {
    positions.report("WRONG_LENGTH", `${items.length} positions for ${joints.length} joints`);
  }
  return items.map((item, i) => {
    if (item.value === null) return null;
    const values = Array.isArray(item.value)
      ? item.items().map((value) => value.number() ?? 0)
      : [item.number() ?? 0];
    const joint = joints[i];
    // A fixed joint has no position; writers put 0 or nothing in its place.
    if (!joint || joint.dofs.length === 0) return null;
    if (values.length === joint.dofs.length) return values;
    item.report("WRONG_LENGTH", `${values.length} numbers for ${joint.dofs.length} dofs`);
    return null;
  });
}
