/** A three.js loader that decodes what the file at hand is compressed with. */
import type { LoadingManager } from "three";
import type { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

const GLB_MAGIC = 0x46546c67;

/**
 * A loader for these bytes. The decoder of compressed meshes is WebAssembly, which pages with a
 * strict Content-Security-Policy forbid: it is touched only for files that need it.
 */
export async function gltfLoaderFor(
  bytes: ArrayBuffer,
  manager?: LoadingManager,
): Promise<GLTFLoader> {
  const { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js");
  const loader = new GLTFLoader(manager);
  if (jsonOf(bytes).includes("_meshopt_compression")) {
    const { MeshoptDecoder } = await import("three/addons/libs/meshopt_decoder.module.js");
    loader.setMeshoptDecoder(MeshoptDecoder);
  }
  return loader;
}

/** The document as text: the first chunk of a GLB, or all of a `.gltf`. */
function jsonOf(bytes: ArrayBuffer): string {
  const view = new DataView(bytes);
  const binary = bytes.byteLength >= 20 && view.getUint32(0, true) === GLB_MAGIC;
  const end = binary ? Math.min(20 + view.getUint32(12, true), bytes.byteLength) : undefined;
  return new TextDecoder().decode(bytes.slice(binary ? 20 : 0, end));
}
