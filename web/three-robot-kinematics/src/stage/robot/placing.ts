/** Where robots stand: on the ground, and beside each other. URDF's y is glTF's x, and its z glTF's y. */
import { Box3 } from "three";
import type { Position } from "../types.js";
import type { Actor } from "./actor.js";

/** Where a robot's lowest point is on the ground. */
export function onGround(actor: Actor): Position {
  const [x, y, z] = actor.position;
  return [x, y, z - boxOf(actor).min.y];
}

/** Beside the others that are seen, along URDF's y, on their ground; undefined without others. */
export function beside(actor: Actor, all: Iterable<Actor>): Position | undefined {
  const others = new Box3();
  for (const other of all)
    if (other !== actor && other.visible) others.union(other.box(new Box3()));
  if (others.isEmpty()) return undefined;
  const own = boxOf(actor);
  const [x, y, z] = actor.position;
  const gap = 0.15 * (own.max.x - own.min.x + others.max.x - others.min.x);
  return [x, y + others.max.x - own.min.x + gap, z - own.min.y + others.min.y];
}

function boxOf(actor: Actor): Box3 {
  actor.root.updateMatrixWorld(true);
  return actor.box(new Box3());
}
