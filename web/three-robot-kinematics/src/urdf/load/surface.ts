/** What shapes look like: the description's colours and textures, or those of the mesh file. */
import {
  type BufferGeometry,
  type Color,
  type LoadingManager,
  type Material,
  type MaterialParameters,
  MeshPhongMaterial,
  MeshStandardMaterial,
  SRGBColorSpace,
  type Texture,
  TextureLoader,
} from "three";
import type { Material as Described } from "../model.js";
import { isReference } from "../references.js";

export type SurfaceMaterial = MeshStandardMaterial | MeshPhongMaterial;

/** As the files that fourbar writes have it: light grey, and not shiny. */
const unstated = [0.75, 0.75, 0.75, 1] as const;
const roughness = 0.8;

/**
 * `"standard"` is lit by a scene's surroundings as well as by its lamps. `"phong"` is lit by lamps only;
 * its shader is ready sooner, which counts where there is no graphics card.
 */
export type Shading = "standard" | "phong";

export class Surfaces {
  private readonly made = new Map<string, SurfaceMaterial>();
  private readonly textures = new Map<string, Promise<Texture>>();

  constructor(
    private readonly defined: ReadonlyMap<string, Described>,
    private readonly manager: LoadingManager,
    private readonly shading: Shading,
  ) {}

  /** The description's material of a shape, each distinct one once; `failed` hears of a missing image. */
  get(
    material: Described | undefined,
    geometry: BufferGeometry,
    failed: (filename: string, reason: string) => void,
  ): SurfaceMaterial {
    const meant =
      material && isReference(material) ? (this.defined.get(material.name) ?? material) : material;
    const hasCoordinates = geometry.hasAttribute("uv");
    const image = hasCoordinates ? meant?.texture : undefined;
    if (meant?.texture && !hasCoordinates) failed(meant.texture.filename, "");
    const colored = geometry.hasAttribute("color");
    const key = JSON.stringify([meant?.color, image?.url, colored]);
    const known = this.made.get(key);
    if (known) return known;
    const [red, green, blue, alpha] = meant?.color ?? (image ? [1, 1, 1, 1] : unstated);
    const made = this.fresh({
      name: meant?.name ?? "",
      opacity: alpha,
      transparent: alpha < 1,
      // Vertices of some STL files bring their own colours, if nothing else does.
      vertexColors: colored && meant?.color === undefined,
    });
    made.color.setRGB(red, green, blue, SRGBColorSpace);
    if (made.vertexColors) made.color.set(0xffffff);
    this.made.set(key, made);
    if (image) {
      void this.texture(image.url).then(
        (texture) => {
          made.map = texture;
          made.needsUpdate = true;
        },
        () => failed(image.filename, "the image cannot be loaded"),
      );
    }
    return made;
  }

  /** All images that are on their way. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.textures.values());
  }

  private texture(url: string | undefined): Promise<Texture> {
    if (url === undefined) return Promise.reject(new Error("the package is not known"));
    const loading =
      this.textures.get(url) ??
      new TextureLoader(this.manager).loadAsync(url).then((texture) => {
        texture.colorSpace = SRGBColorSpace;
        return texture;
      });
    this.textures.set(url, loading);
    return loading;
  }

  /** A mesh file's own material, lit like all others. */
  own(material: Material): Material {
    if (material instanceof MeshStandardMaterial && this.shading === "standard") return material;
    const {
      color,
      map = null,
      emissive,
    } = material as Partial<{
      color: Color;
      map: Texture | null;
      emissive: Color;
    }>;
    const { name, opacity, transparent, side, vertexColors } = material;
    const made = this.fresh({ name, map, opacity, transparent, side, vertexColors });
    if (color) made.color.copy(color);
    if (emissive) made.emissive.copy(emissive);
    // A black factor would hide the image: exporters write it for "image only".
    if (map && made.color.getHex() === 0) made.color.set(0xffffff);
    return made;
  }

  private fresh(looks: MaterialParameters & { map?: Texture | null }): SurfaceMaterial {
    return this.shading === "standard"
      ? new MeshStandardMaterial({ ...looks, roughness, metalness: 0 })
      : new MeshPhongMaterial({ ...looks, shininess: 15 });
  }
}
