/** How large glyphs are drawn: to the robot's size, and smaller where frames are close together. */
import { Vector3 } from "three";
import type { Actor } from "../robot/actor.js";

/**
 * A size for each link's glyphs [m]: a share of the robot, but not beyond half the way to the nearest
 * other frame on the chain, so that the fingers of a hand keep theirs apart. Frames that all but coincide
 * do not count.
 */
export function glyphSizes(actor: Actor): Map<string, number> {
  const { model, sphere } = actor;
  // Frames that are all there is to see are as large as the robot would be.
  const share = actor.standIns.has("frames") ? 0.8 : 0.16;
  const [most, least] = [share * sphere.radius, 0.055 * sphere.radius];
  const origins = new Map<string, Vector3>();
  for (const { name, node } of model.links.values()) {
    origins.set(name, new Vector3().setFromMatrixPosition(node.matrixWorld));
  }
  const nearest = new Map<string, number>();
  const note = (link: string, distance: number): void => {
    if (distance > 0.05 * sphere.radius) {
      nearest.set(link, Math.min(nearest.get(link) ?? most * 2, distance));
    }
  };
  for (const { parentLink, childLink } of model.joints.values()) {
    const [parent, child] = [origins.get(parentLink), origins.get(childLink)];
    if (!parent || !child) continue;
    const distance = parent.distanceTo(child);
    note(parentLink, distance);
    note(childLink, distance);
  }
  return new Map(
    [...model.links.keys()].map((link) => {
      const wanted = 0.7 * (nearest.get(link) ?? most);
      return [link, Math.min(most, Math.max(least, wanted))];
    }),
  );
}
