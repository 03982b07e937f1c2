import type { Quaternion, Vector } from "../basis.js";
import type { CollisionData, Inertial, LinkData } from "./data.js";
import type { Place } from "./place.js";

/** Reads one entry of `links[]`. */
export function readLink(place: Place, nodeCount: number): LinkData | undefined {
  if (!place.object()) return undefined;
  const name = place.field("name").text();
  const node = place.field("node").index(nodeCount, "node");
  const visualNodes = readNodes(place.field("visualNodes"), nodeCount);
  const collisionNodes = readNodes(place.field("collisionNodes"), nodeCount);
  const collisions = place
    .field("collisions")
    .items()
    .flatMap((item) => {
      const collision = readCollision(item, nodeCount);
      return collision ? [collision] : [];
    });
  const inertial = readInertial(place.field("inertial"));
  if (name === undefined || node === undefined) return undefined;
  return { name, node, visualNodes, collisionNodes, collisions, inertial };
}

/** Reads a list of node indices. */
export function readNodes(place: Place, nodeCount: number): number[] {
  return place.items().flatMap((item) => {
    const node = item.index(nodeCount, "node");
    return node === undefined ? [] : [node];
  });
}

function readCollision(place: Place, nodeCount: number): CollisionData | undefined {
  if (!place.object()) return undefined;
  const node = place.field("node").index(nodeCount, "node");
  const mesh = place.field("mesh").optional();
  if (node === undefined) return undefined;
  return { node, mesh, shape: place.field("shape").value };
}

function readInertial(place: Place): Inertial | undefined {
  if (place.absent || !place.object()) return undefined;
  const mass = place.field("mass").number();
  const centerOfMass = tuple(place.field("centerOfMass"), [0, 0, 0]);
  const inertiaDiagonal = tuple(place.field("inertiaDiagonal"), [0, 0, 0]);
  const inertiaOrientation = tuple(place.field("inertiaOrientation"), [0, 0, 0, 1]);
  if (mass === undefined || !centerOfMass || !inertiaDiagonal || !inertiaOrientation) {
    return undefined;
  }
  return {
    mass,
    centerOfMass: centerOfMass as unknown as Vector,
    inertiaDiagonal: inertiaDiagonal as unknown as Vector,
    inertiaOrientation: inertiaOrientation as unknown as Quaternion,
  };
}

/** As many numbers as the default has. */
function tuple(place: Place, missing: readonly number[]): readonly number[] | undefined {
  if (place.absent) return missing;
  const items = place.items();
  if (items.length !== missing.length) {
    return place.report("WRONG_LENGTH", `expected ${missing.length} numbers`);
  }
  const numbers = items.map((item) => item.number());
  return numbers.includes(undefined) ? undefined : (numbers as number[]);
}
