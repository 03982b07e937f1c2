import { Vector2, type WebGLRenderer } from "three";

/** Largest side of a picture [px]: what every graphics card can do. */
const largest = 8192;

/** The size of a screenshot: as asked for, the other side in proportion, never too large. */
export function pictureSize(
  width: number | undefined,
  height: number | undefined,
  canvas: { readonly width: number; readonly height: number },
): { width: number; height: number } {
  const aspect = canvas.width / canvas.height;
  let wide = width ?? (height === undefined ? canvas.width : height * aspect);
  let high = height ?? (width === undefined ? canvas.height : width / aspect);
  const share = Math.min(1, largest / Math.max(wide, high));
  wide = Math.max(1, Math.round(wide * share));
  high = Math.max(1, Math.round(high * share));
  return { width: wide, height: high };
}

/**
 * Draws one picture of another size and copies it before the page is shown the next frame. `draw` draws
 * it, `write` adds what is not drawn by the renderer.
 */
export async function takePicture(
  renderer: WebGLRenderer,
  { width, height }: { width: number; height: number },
  draw: () => void,
  write: (context: CanvasRenderingContext2D) => void,
): Promise<Blob> {
  const before = renderer.getSize(new Vector2());
  const ratio = renderer.getPixelRatio();
  const picture = document.createElement("canvas");
  picture.width = width;
  picture.height = height;
  const context = picture.getContext("2d");
  if (!context) throw new Error("This browser cannot take screenshots.");
  try {
    renderer.setPixelRatio(1);
    renderer.setSize(width, height, false);
    draw();
    context.drawImage(renderer.domElement, 0, 0, width, height);
    write(context);
  } finally {
    renderer.setPixelRatio(ratio);
    renderer.setSize(before.x, before.y, false);
  }
  return new Promise((resolve, reject) => {
    picture.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be encoded."))),
      "image/png",
    );
  });
}
