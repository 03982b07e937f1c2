/** `<robot-viewer>` for a page of one's own, with what is seen here. */
import {
  type CameraPose,
  type Layer,
  layerNames,
  layersAtFirst,
  printCamera,
} from "three-robot-kinematics/stage";
import { type Pose, poseToCompact } from "../pose/text.js";

export interface SeenRobot {
  readonly name: string;
  readonly camera: CameraPose;
  readonly layers: ReadonlySet<Layer>;
  /** Of the joints that are driven: what follows from them is solved again. */
  readonly driven: Pose;
}

export function elementText({ name, camera, layers, driven }: SeenRobot): string {
  const differing = layerNames.filter((layer) => layers.has(layer) !== layersAtFirst.has(layer));
  const words = differing.map((layer) => (layers.has(layer) ? layer : `-${layer}`));
  const attributes = [`src="${encodeURI(name)}.glb"`, `camera="${printCamera(camera)}"`];
  if (words.length > 0) attributes.push(`layers="${words.join(" ")}"`);
  if (driven.size > 0)
    attributes.push(
      `pose='${poseToCompact(driven).replaceAll("&", "&amp;").replaceAll("'", "&#39;")}'`,
    );
  return `<script type="module" src="robot-viewer.js"></script>\n<robot-viewer ${attributes.join(" ")} controls style="height: 30rem"></robot-viewer>`;
}
