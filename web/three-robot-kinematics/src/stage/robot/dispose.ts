import { type BufferGeometry, type Material, type Object3D, Texture } from "three";

/** Frees all that the graphics card and the image decoder hold of an object and what is below it. */
export function disposeScene(object: Object3D): void {
  object.traverse((child) => {
    const { geometry, material } = child as {
      geometry?: BufferGeometry;
      material?: Material | Material[];
    };
    geometry?.dispose();
    for (const one of Array.isArray(material) ? material : material ? [material] : []) {
      disposeMaterial(one);
    }
    (child as { dispose?: () => void }).dispose?.();
  });
}

function disposeMaterial(material: Material): void {
  for (const value of Object.values(material)) {
    if (!(value instanceof Texture)) continue;
    value.dispose();
    const image: unknown = value.source.data;
    if (typeof ImageBitmap !== "undefined" && image instanceof ImageBitmap) image.close();
  }
  material.dispose();
}
