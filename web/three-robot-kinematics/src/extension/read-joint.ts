import type { Dof, JointData, Limit, MimicData } from "./data.js";
import { kindOf, motions } from "./kinds.js";
import type { Place } from "./place.js";
import { readNodes } from "./read-link.js";

export interface Counts {
  readonly nodes: number;
  readonly links: number;
  readonly joints: number;
}

/** Reads one entry of `joints[]`. */
export function readJoint(place: Place, counts: Counts): JointData | undefined {
  if (!place.object()) return undefined;
  const name = place.field("name").text();
  const type = place.field("type").text();
  const parentLink = place.field("parentLink").index(counts.links, "link");
  const childLink = place.field("childLink").index(counts.links, "link");
  const originNode = place.field("originNode").index(counts.nodes, "node");
  const dofNodes = readNodes(place.field("dofNodes"), counts.nodes);
  const dofs = place
    .field("dofs")
    .items()
    .map((item, k) => readDof(item, kindOf(type)?.bounds[k] === "endless"));
  const mimic = readMimic(place.field("mimic"), counts.joints);
  const independent = place.field("independent").flag();
  const dynamics = place.field("dynamics").numbers();
  const spring = place.field("spring").numbers();
  const safety = place.field("safety").numbers();
  const calibration = place.field("calibration").numbers();
  checkCounts(place, type, dofNodes, dofs);
  if (
    name === undefined ||
    type === undefined ||
    parentLink === undefined ||
    childLink === undefined ||
    originNode === undefined ||
    dofs.includes(undefined)
  ) {
    return undefined;
  }
  return {
    name,
    type,
    parentLink,
    childLink,
    originNode,
    dofNodes,
    dofs: dofs as Dof[],
    mimic,
    independent,
    dynamics,
    spring,
    safety,
    calibration,
  };
}

function checkCounts(
  place: Place,
  type: string | undefined,
  nodes: readonly number[],
  dofs: readonly unknown[],
): void {
  if (nodes.length !== dofs.length) {
    place
      .field("dofNodes")
      .report(
        "DOF_COUNT",
        `${nodes.length} nodes for ${dofs.length} DOFs; there must be one node per DOF`,
      );
  }
  const wanted = kindOf(type)?.chains.map((chain) => chain.length);
  if (wanted && !wanted.includes(dofs.length)) {
    const says = `a ${type} joint must have ${wanted.join(" or ")} DOFs, got ${dofs.length}`;
    place.field("dofs").report("DOF_COUNT", says);
  }
}

function readDof(place: Place, endless: boolean): Dof | undefined {
  if (!place.object()) return undefined;
  const motion = place.field("motion");
  const axis = place.field("axis").direction();
  const limit = readLimit(place.field("limit"), endless);
  const rest = place.field("default").optional() ?? 0;
  const moves = motions.find((known) => known === motion.value);
  if (moves === undefined) {
    const known = motions.map((each) => `"${each}"`).join(" or ");
    return motion.report("UNKNOWN_MOTION", `expected ${known}`);
  }
  if (moves !== "screw") return axis && { motion: moves, axis, limit, default: rest };
  const pitch = place.field("pitch").number();
  if (!axis || pitch === undefined) return undefined;
  return { motion: moves, axis, limit, default: rest, pitch };
}

function readLimit(place: Place, endless: boolean): Limit {
  if (place.absent || !place.object()) return {};
  const [lower, upper] = [place.field("lower").optional(), place.field("upper").optional()];
  if (lower !== undefined && upper !== undefined && lower > upper) {
    place.report("LIMIT_ORDER", `lower ${lower} is above upper ${upper}`);
  }
  const velocity = place.field("velocity").optional();
  const effort = place.field("effort").optional();
  // A continuous joint turns without end; a range that its limit gives is not used.
  return endless ? { velocity, effort } : { lower, upper, velocity, effort };
}

function readMimic(place: Place, jointCount: number): MimicData | undefined {
  if (place.absent || !place.object()) return undefined;
  const joint = place.field("joint").index(jointCount, "joint");
  const multiplier = place.field("multiplier").optional() ?? 1;
  const offset = place.field("offset").optional() ?? 0;
  return joint === undefined ? undefined : { joint, multiplier, offset };
}
