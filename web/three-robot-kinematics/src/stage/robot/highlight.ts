/** Showing which link is pointed at or chosen: its materials glow. */
import { Color, type Material, type MeshStandardMaterial } from "three";
import { hues } from "../scene/palette.js";
import type { Actor } from "./actor.js";

export type Glow = "hover" | "select";

const strength = { hover: 0.22, select: 0.42 } as const;
const glow = { hover: new Color(hues.hover), select: new Color(hues.select) } as const;

/** Materials that glow, made once of each material of a robot. */
export class Highlight {
  private readonly plain = new Map<object, Material | Material[]>();
  private readonly glowing = new Map<Material, Partial<Record<Glow, Material>>>();

  constructor(private readonly actor: Actor) {
    for (const { mesh } of actor.visuals) this.plain.set(mesh, mesh.material);
  }

  /** Lets some links glow, and no others. */
  apply(glows: ReadonlyMap<string, Glow>): void {
    for (const { mesh, link } of this.actor.visuals) {
      const plain = this.plain.get(mesh) as Material | Material[];
      const kind = glows.get(link);
      mesh.material = kind
        ? Array.isArray(plain)
          ? plain.map((one) => this.variant(one, kind))
          : this.variant(plain, kind)
        : plain;
    }
  }

  setWireframe(on: boolean): void {
    const set = (material: Material): void => {
      (material as MeshStandardMaterial).wireframe = on;
    };
    for (const plain of this.plain.values()) for (const one of [plain].flat()) set(one);
    for (const variants of this.glowing.values())
      for (const one of Object.values(variants)) set(one);
  }

  dispose(): void {
    for (const variants of this.glowing.values()) {
      for (const one of Object.values(variants)) one.dispose();
    }
    this.apply(new Map());
  }

  private variant(material: Material, kind: Glow): Material {
    const variants = this.glowing.get(material) ?? {};
    this.glowing.set(material, variants);
    let variant = variants[kind];
    if (!variant) {
      variant = material.clone();
      const { color, emissive } = variant as Partial<MeshStandardMaterial>;
      color?.lerp(glow[kind], strength[kind]);
      emissive?.lerp(glow[kind], 0.5 * strength[kind]);
      variants[kind] = variant;
    }
    return variant;
  }
}
