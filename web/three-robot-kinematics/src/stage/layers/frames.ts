import { Group, MeshLambertMaterial, Quaternion } from "three";
import type { Actor } from "../robot/actor.js";
import { triad } from "./glyphs.js";
import { Instances, placed } from "./instances.js";
import type { RobotLayer } from "./layer.js";
import { glyphSizes } from "./sizes.js";

/** The frames of all links, x, y, z in red, green, blue. */
export function framesLayer(actor: Actor): RobotLayer {
  const sizes = glyphSizes(actor);
  const upright = new Quaternion();
  const items = [...actor.model.links.values()].map(({ name, node }) => ({
    node,
    local: placed(sizes.get(name) as number, upright),
  }));
  const material = new MeshLambertMaterial({ vertexColors: true });
  const triads = new Instances(triad(actor.urdfAxes), material, items);
  const object = new Group().add(triads);
  return {
    object,
    over: true,
    update: () => triads.follow(),
    dispose: () => triads.dispose(),
  };
}
