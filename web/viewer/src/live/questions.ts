/** What Python asks a page: camera, layers and pictures, after setting what it gives. */
import { layerNames, type Position } from "three-robot-kinematics/stage";
import type { Viewer } from "../viewer.js";
import type { AskMessage, CameraInfo, ReplyMessage } from "./messages.js";

/** Characters of a picture that one message may hold. */
const LARGEST = 3_900_000;

export async function answerQuestion(viewer: Viewer, message: AskMessage): Promise<ReplyMessage> {
  const { stage } = viewer;
  let error: string | null = null;
  let picture: string | null = null;
  try {
    if (message.camera) look(viewer, message.camera);
    if (message.layers) setLayers(viewer, message.layers);
    if (message.picture) {
      const { width, height, transparent = false } = message;
      const size = { ...(width ? { width } : {}), ...(height ? { height } : {}) };
      picture = await base64Of(await stage.screenshot({ ...size, transparent }));
      if (picture.length > LARGEST)
        throw new Error("the picture is too large; ask for fewer pixels");
    }
  } catch (problem) {
    picture = null;
    error = (problem as Error).message;
  }
  const { azimuth, elevation, distance, target } = stage.camera;
  const camera: CameraInfo = { azimuth, elevation, distance, target };
  const layers = layerNames.filter((layer) => stage.layer(layer));
  return { type: "reply", id: message.id, camera, layers, picture, error };
}

function look({ stage }: Viewer, { azimuth, elevation, distance, target }: CameraInfo): void {
  stage.camera = {
    azimuth,
    elevation,
    ...(distance === null ? {} : { distance }),
    ...(target === null ? {} : { target: target as Position }),
  };
}

function setLayers(viewer: Viewer, wanted: readonly string[]): void {
  const odd = wanted.find((name) => !layerNames.some((layer) => layer === name));
  if (odd !== undefined)
    throw new Error(`unknown layer '${odd}'; expected one of: ${layerNames.join(", ")}`);
  for (const layer of layerNames) viewer.setLayer(layer, wanted.includes(layer));
}

function base64Of(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,/, "")));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(content);
  });
}
