/** The axes that a robot's frames have in the scene. */
import type { Quaternion, Vector } from "../basis.js";
import { quaternionFromUrdf, vectorFromUrdf } from "../basis.js";

/**
 * `"gltf"`: every frame has glTF's axes, as in the files that fourbar writes; code that places things on
 * links serves robots from either. `"urdf"`: frames keep URDF's axes, and the root node turns z up into
 * y up.
 */
export type Axes = "gltf" | "urdf";

export interface Basis {
  /** What files that fourbar writes call it. */
  readonly name: "gltf" | "root";
  readonly vector: (v: Vector) => Vector;
  readonly quaternion: (q: Quaternion) => Quaternion;
  /** How the root node is turned. */
  readonly root: Quaternion;
  /** How shapes, which have URDF's axes, are turned below the frames. */
  readonly shape: Quaternion;
}

/** From URDF's axes to glTF's: (x, y, z) becomes (y, z, x). */
const turn: Quaternion = [-0.5, -0.5, -0.5, 0.5];
const none: Quaternion = [0, 0, 0, 1];

export const bases: Readonly<Record<Axes, Basis>> = {
  gltf: {
    name: "gltf",
    vector: vectorFromUrdf,
    quaternion: quaternionFromUrdf,
    root: none,
    shape: turn,
  },
  urdf: { name: "root", vector: (v) => v, quaternion: (q) => q, root: turn, shape: none },
};
