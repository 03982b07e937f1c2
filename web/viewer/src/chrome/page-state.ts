/** Pose, camera and layers in the address of the page, so that a link shows what its sender saw. */
import { layerNames, parseCamera, printCamera } from "three-robot-kinematics/stage";
import { parsePose, poseToCompact } from "../pose/text.js";
import type { Viewer } from "../viewer.js";

/** The address of this page with what it shows. */
export function stateLink(viewer: Viewer, address: string): string {
  const url = new URL(address);
  const state = new URLSearchParams();
  state.set("camera", printCamera(viewer.stage.camera));
  state.set("layers", [...viewer.layers.value].join(" "));
  const pose = viewer.robot.value?.model.getJointValues();
  if (pose && pose.size > 0) state.set("pose", poseToCompact(pose));
  url.hash = state.toString();
  return url.href;
}

/** Takes over what the address asks for, once there is a robot; what cannot be read is told. */
export function followAddress(viewer: Viewer, hash: string): void {
  const state = new URLSearchParams(hash.replace(/^#/, ""));
  const [camera, layers, pose] = ["camera", "layers", "pose"].map((name) => state.get(name));
  if (!camera && layers == null && !pose) return;
  let done = false;
  viewer.robot.watch((robot) => {
    if (done || !robot?.complete) return;
    done = true;
    try {
      if (camera) viewer.stage.camera = parseCamera(camera);
      if (layers != null) {
        const on = new Set(layers.split(" "));
        for (const layer of layerNames) viewer.stage.setLayer(layer, on.has(layer));
      }
      if (pose) queueMicrotask(() => viewer.moveAll(parsePose(pose), "address"));
    } catch (error) {
      viewer.notices.show(
        "warning",
        `The address asks for what cannot be shown: ${(error as Error).message}`,
      );
    }
  });
}
