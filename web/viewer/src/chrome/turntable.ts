/** A film of one turn around the scene. */
import type { Stage } from "three-robot-kinematics/stage";

/** [s], and pictures per second. */
const [duration, rate] = [6, 30];

/** Turns the camera once round and records the picture as WebM; an Error says why it cannot be. */
export async function filmTurn(stage: Stage, canvas: HTMLCanvasElement): Promise<Blob> {
  const type = ["video/webm;codecs=vp9", "video/webm"].find((one) =>
    MediaRecorder.isTypeSupported(one),
  );
  if (!type) throw new Error("This browser cannot record WebM.");
  const recorder = new MediaRecorder(canvas.captureStream(rate), {
    mimeType: type,
    videoBitsPerSecond: 8_000_000,
  });
  const pieces: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
  const ended = new Promise<void>((resolve) => {
    recorder.addEventListener("stop", () => resolve());
  });
  const { camera } = stage;
  recorder.start();
  const start = performance.now();
  await new Promise<void>((resolve) => {
    const turn = () => {
      const share = Math.min(1, (performance.now() - start) / 1000 / duration);
      stage.camera = { ...camera, azimuth: camera.azimuth + 2 * Math.PI * share };
      if (share < 1) requestAnimationFrame(turn);
      else resolve();
    };
    turn();
  });
  recorder.stop();
  await ended;
  stage.camera = camera;
  return new Blob(pieces, { type: "video/webm" });
}
