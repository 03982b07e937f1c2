import { NeutralToneMapping, WebGLRenderer } from "three";

/** A renderer for a canvas; throws with a message for people where the browser has no WebGL 2. */
export function makeRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  let renderer: WebGLRenderer;
  try {
    renderer = new WebGLRenderer({
      canvas,
      antialias: true,
      alpha: true,
      powerPreference: "high-performance",
    });
  } catch {
    throw new Error("This browser cannot show 3D: WebGL 2 is disabled or not available.");
  }
  renderer.setClearColor(0, 0);
  // Asking for errors waits for each shader to be compiled, one after the other.
  renderer.debug.checkShaderErrors = false;
  // Khronos' neutral curve: colours of materials stay what they are, only highlights are compressed.
  renderer.toneMapping = NeutralToneMapping;
  renderer.shadowMap.enabled = true;
  // Shadows are drawn anew when something has moved, and not when only the camera has.
  renderer.shadowMap.autoUpdate = false;
  return renderer;
}
