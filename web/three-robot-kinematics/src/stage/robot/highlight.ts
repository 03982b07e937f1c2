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

  /** Materials as the file has them, of links that were made transparent. */
  private readonly whole = new Map<object, Material | Material[]>();
  private readonly thinned = new Set<Material>();

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

  /** Lets a link be seen through: 1 is as the file has it. */
  setOpacity(link: string, share: number): void {
    for (const { mesh, link: own } of this.actor.visuals) {
      if (own !== link) continue;
      const whole = this.whole.get(mesh) ?? (this.plain.get(mesh) as Material | Material[]);
      this.whole.set(mesh, whole);
      this.plain.set(mesh, share >= 1 ? whole : [whole].flat().map((one) => this.thin(one, share)));
      if (share < 1 && !Array.isArray(whole)) {
        this.plain.set(mesh, (this.plain.get(mesh) as Material[])[0] as Material);
      }
    }
  }

  setWireframe(on: boolean): void {
    const set = (material: Material): void => {
      (material as MeshStandardMaterial).wireframe = on;
    };
    for (const known of [this.plain, this.whole])
      for (const plain of known.values()) for (const one of [plain].flat()) set(one);
    for (const variants of this.glowing.values())
      for (const one of Object.values(variants)) set(one);
  }

  dispose(): void {
    for (const variants of this.glowing.values()) {
      for (const one of Object.values(variants)) one.dispose();
    }
    for (const [mesh, whole] of this.whole) this.plain.set(mesh, whole);
    this.apply(new Map());
    for (const one of this.thinned) one.dispose();
  }

  private thin(material: Material, share: number): Material {
    const thin = material.clone();
    thin.transparent = true;
    thin.opacity = share * material.opacity;
    thin.depthWrite = share > 0.6;
    this.thinned.add(thin);
    return thin;
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
