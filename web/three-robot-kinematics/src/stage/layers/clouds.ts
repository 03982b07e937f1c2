/** Points around a robot, each a little ball in its colour, as large as its file has it. */
import { type Object3D, Points, PointsMaterial } from "three";
import type { CloudScale } from "../types.js";

export interface Cloud {
  readonly points: Points;
  /** What its colours mean, where the file has that. */
  readonly scale: CloudScale | undefined;
}

/** Share of the height of the picture that a point has without a size of its own. */
const smallest = 0.004;

/** All points of a scene; those of links as well, where a file has some. */
export function cloudsOf(scene: Object3D): Cloud[] {
  const found: Cloud[] = [];
  scene.traverse((object) => {
    if (!(object instanceof Points)) return;
    const described = descriptionOf(object);
    const size = described?.size;
    const given = typeof size === "number" && size > 0 && Number.isFinite(size) ? size : undefined;
    object.material = ballMaterial(object.geometry.hasAttribute("color"), given);
    found.push({ points: object, scale: described && scaleOf(described) });
  });
  return found;
}

/** What the `extras` of a node have of its cloud. */
function descriptionOf(object: Object3D): Record<string, unknown> | undefined {
  const { fourbar } = object.userData as { fourbar?: { cloud?: unknown } };
  const cloud = fourbar?.cloud;
  return typeof cloud === "object" && cloud !== null
    ? (cloud as Record<string, unknown>)
    : undefined;
}

function scaleOf({ label, low, high, colors }: Record<string, unknown>): CloudScale | undefined {
  if (typeof label !== "string" || typeof low !== "number" || typeof high !== "number")
    return undefined;
  if (!Array.isArray(colors)) return undefined;
  const shown = colors.filter(
    (color): color is string => typeof color === "string" && /^#[0-9a-f]{6}$/.test(color),
  );
  return shown.length > 1 ? { label: label.slice(0, 80), low, high, colors: shown } : undefined;
}

/** Round, darker at the rim, and of a size in metres for both projections. */
function ballMaterial(colored: boolean, size: number | undefined): PointsMaterial {
  const material = new PointsMaterial({ vertexColors: colored, size: size ?? smallest });
  const scaled =
    size === undefined
      ? "gl_PointSize = 2.0 * scale * size;"
      : "gl_PointSize = size * scale * projectionMatrix[1][1] / gl_Position.w;";
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader.replace(
      "#include <logdepthbuf_vertex>",
      `${scaled}\n#include <logdepthbuf_vertex>`,
    );
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <color_fragment>",
      `#include <color_fragment>
      float away = length(2.0 * gl_PointCoord - 1.0);
      if (away > 1.0) discard;
      diffuseColor.rgb *= 0.55 + 0.45 * sqrt(1.0 - away * away);`,
    );
  };
  material.customProgramCacheKey = () => `fourbar-cloud ${size === undefined}`;
  return material;
}
