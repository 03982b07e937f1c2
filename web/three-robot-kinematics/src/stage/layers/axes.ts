import { Color, Group, MeshLambertMaterial, Quaternion, Vector3 } from "three";
import type { RobotJoint } from "../../index.js";
import type { Actor } from "../robot/actor.js";
import { hues } from "../scene/palette.js";
import { slidingGlyph, turningGlyph } from "./glyphs.js";
import { type Instance, Instances, placed } from "./instances.js";
import type { RobotLayer } from "./layer.js";
import { glyphSizes } from "./sizes.js";

const up = new Vector3(0, 1, 0);

/** The axes of joints: round arrows for what turns, straight ones for what slides. */
export function axesLayer(actor: Actor, joints?: readonly RobotJoint[]): RobotLayer {
  const sizes = glyphSizes(actor);
  const shown = joints ?? [...actor.model.joints.values()];
  const names = { rotation: [] as string[], translation: [] as string[] };
  const items = { rotation: [] as Instance[], translation: [] as Instance[] };
  const axis = new Vector3();
  for (const joint of shown) {
    const size = 1.1 * (sizes.get(joint.childLink) as number);
    joint.dofs.forEach((dof, k) => {
      const node = joint.dofNodes[k];
      if (!node) return;
      const turn = new Quaternion().setFromUnitVectors(up, axis.fromArray(dof.axis));
      const glyph = dof.motion === "translation" ? "translation" : "rotation";
      items[glyph].push({ node, local: placed(size, turn), colour: colourOf(joint) });
      names[glyph].push(joint.name);
    });
  }
  const turning = new Instances(turningGlyph(), new MeshLambertMaterial(), items.rotation);
  const sliding = new Instances(slidingGlyph(), new MeshLambertMaterial(), items.translation);
  return {
    object: new Group().add(turning, sliding),
    over: true,
    update: () => {
      turning.follow();
      sliding.follow();
    },
    pick: (ray) => {
      const [a, b] = [turning.castRay(ray), sliding.castRay(ray)];
      const hit = a && (!b || a.distance <= b.distance) ? a : b;
      if (!hit) return undefined;
      const name = (hit === a ? names.rotation : names.translation)[hit.index] as string;
      return { kind: "joint", name, distance: hit.distance };
    },
    dispose: () => {
      turning.dispose();
      sliding.dispose();
    },
  };
}

/** By what decides where the joint is; its glyph tells whether it turns or slides. */
function colourOf({ role }: RobotJoint): Color {
  return new Color(hues[role]);
}
