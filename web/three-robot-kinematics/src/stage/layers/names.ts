import { Box3, Group, Matrix4, type Object3D, Vector3 } from "three";
import type { Actor } from "../robot/actor.js";
import { Label } from "./labels.js";
import type { LabelledLayer } from "./layer.js";

interface Fixed {
  readonly label: Label;
  readonly node: Object3D;
  /** In the node's frame. */
  readonly point: Vector3;
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
