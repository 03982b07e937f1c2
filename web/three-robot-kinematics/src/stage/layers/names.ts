import { Box3, Group, Matrix4, type Object3D, Vector3 } from "three";
import type { Actor } from "../robot/actor.js";
import { hues } from "../scene/palette.js";
import { Label } from "./labels.js";
import type { LabelledLayer } from "./layer.js";

interface Fixed {
  readonly label: Label;
  readonly node: Object3D;
  /** In the node's frame. */
  readonly point: Vector3;
}

/** How far names step aside where there are many [lines]. */
const leeway = 4;

/** The names of joints, each at its origin, in the colour of its role. */
export function jointNamesLayer(actor: Actor): LabelledLayer {
  const moving = [...actor.model.joints.values()].filter(({ dofs }) => dofs.length > 0);
  const fixed = moving.map(({ name, role, originNode }) => {
    const label = new Label(name, hues[role]);
    return { label, node: originNode, point: new Vector3() };
  });
  return layerOf(fixed);
}

/** The names of links, each where the link can be seen. */
export function namesLayer(actor: Actor): LabelledLayer {
  const box = new Box3();
  const inverse = new Matrix4();
  const fixed: Fixed[] = [...actor.model.links.values()].map(({ name, node }) => {
    const point = new Vector3();
    if (actor.visuals.some(({ link }) => link === name)) {
      actor.linkBox(name, box).getCenter(point);
      point.applyMatrix4(inverse.copy(node.matrixWorld).invert());
    }
    return { label: new Label(name), node, point };
  });
  return layerOf(fixed);
}

function layerOf(fixed: readonly Fixed[]): LabelledLayer {
  for (const { label } of fixed) label.leeway = leeway;
  return {
    object: new Group(),
    over: true,
    labels: fixed.map(({ label }) => label),
    update: () => {
      for (let i = 0; i < fixed.length; i++) {
        const { label, node, point } = fixed[i] as Fixed;
        label.at.copy(point).applyMatrix4(node.matrixWorld);
      }
    },
    dispose: () => {},
  };
}
