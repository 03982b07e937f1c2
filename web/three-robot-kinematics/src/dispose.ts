import { type BufferGeometry, type Material, type Object3D, Texture } from "three";

/** Frees what the graphics card holds of an object and everything below it. */
export function disposeObject(object: Object3D): void {
  object.traverse((child) => {
    const { geometry, material } = child as {
      geometry?: BufferGeometry;
      material?: Material | Material[];
    };
    geometry?.dispose();
    for (const one of Array.isArray(material) ? material : material ? [material] : []) {
      for (const value of Object.values(one)) if (value instanceof Texture) value.dispose();
      one.dispose();
    }
  });
}
