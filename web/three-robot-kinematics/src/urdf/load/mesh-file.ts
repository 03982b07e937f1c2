/**
 * From the bytes of a mesh file to objects in a link's axes. The small loader of STL, the commonest kind, is
 * there from the start; others come with the first file of their kind.
 */
import { Group, Loader, type LoadingManager, type Material, Mesh, type Object3D } from "three";
import { STLLoader } from "three/addons/loaders/STLLoader.js";
import { gltfLoaderFor } from "../../gltf-loader.js";
import * as rules from "../rules.js";
import type { ReadFile } from "./fetch.js";

export interface MeshFile {
  readonly object: Object3D;
  /** Whether a material is the file's own; any other gives way to the description's. */
  readonly owns: (material: Material) => boolean;
  /** A glTF file, whose y is up: `object` is turned about x until z is. */
  readonly isTurned?: boolean | undefined;
}

/** A file that is not a mesh, with the rule that says so. */
export class MeshError extends Error {
  constructor(
    readonly rule: rules.Rule,
    message: string,
  ) {
    super(message);
  }
}

/** Where a mesh is, and how the files beside it are had. */
interface Around {
  readonly folder: string;
  readonly manager: LoadingManager;
  readonly read: ReadFile;
}

type Read = (bytes: ArrayBuffer, around: Around) => Promise<MeshFile>;

/** The loaders of three.js, each fetched once; two files of a kind share it. */
const loaders = {
  dae: () => import("three/addons/loaders/ColladaLoader.js"),
  obj: () => import("three/addons/loaders/OBJLoader.js"),
  mtl: () => import("three/addons/loaders/MTLLoader.js"),
  ply: () => import("three/addons/loaders/PLYLoader.js"),
  gltf: () => import("three/addons/loaders/GLTFLoader.js"),
};

/** Begins to fetch the loader of a file, so that it is there when the file is. */
export function prepare(url: string): void {
  const kind = extensionOf(url);
  const needed = kind === "obj" ? (["obj", "mtl"] as const) : [kind === "glb" ? "gltf" : kind];
  for (const name of needed) {
    // A loader that cannot be had is reported with the file that needs it.
    if (Object.hasOwn(loaders, name)) loaders[name as keyof typeof loaders]().catch(() => {});
  }
}

const formats: Readonly<Record<string, Read>> = {
  stl: readStl,
  dae: readCollada,
  obj: readObj,
  ply: readPly,
  glb: readGltf,
  gltf: readGltf,
};

/** Reads a mesh; throws a `MeshError` where the file is none. */
export async function readMesh(
  bytes: ArrayBuffer,
  url: string,
  manager: LoadingManager,
  readFile: ReadFile,
): Promise<MeshFile> {
  const kind = kindOf(bytes, url);
  const read = formats[kind];
  if (!read) {
    const known = Object.keys(formats).join(", ");
    const message = `meshes of type '${kind}' cannot be shown; expected one of: ${known}`;
    throw new MeshError(rules.meshFormat, message);
  }
  try {
    const folder = url.slice(0, url.lastIndexOf("/") + 1);
    return await read(bytes, { folder, manager, read: readFile });
  } catch (error) {
    if (error instanceof MeshError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new MeshError(rules.meshUnreadable, reason);
  }
}

/** By content where that tells, by name otherwise. */
function kindOf(bytes: ArrayBuffer, url: string): string {
  const start = new TextDecoder("latin1").decode(bytes.slice(0, 1024));
  if (start.startsWith("version https://git-lfs")) {
    const message = "the file is a git-lfs pointer; fetch the real one with: git lfs pull";
    throw new MeshError(rules.meshGitLfs, message);
  }
  if (/^\s*<(!doctype html|html)/i.test(start)) {
    const message = "the server answers with a web page instead of the mesh";
    throw new MeshError(rules.meshWebPage, message);
  }
  if (start.startsWith("glTF")) return "glb";
  if (start.includes("<COLLADA")) return "dae";
  return extensionOf(url);
}

function extensionOf(url: string): string {
  return /\.([a-z0-9]+)(?:[?#].*)?$/i.exec(url)?.[1]?.toLowerCase() ?? "";
}

const noneOwned = () => false;

async function readStl(bytes: ArrayBuffer): Promise<MeshFile> {
  const geometry = new STLLoader().parse(bytes);
  // Some exporters store 0 0 0, and triangles without a normal are black.
  if (!geometry.attributes.normal?.array.some((c) => c !== 0)) geometry.computeVertexNormals();
  return { object: new Mesh(geometry), owns: noneOwned };
}

async function readPly(bytes: ArrayBuffer): Promise<MeshFile> {
  const { PLYLoader } = await loaders.ply();
  const geometry = new PLYLoader().parse(bytes);
  if (!geometry.hasAttribute("normal")) geometry.computeVertexNormals();
  return { object: new Mesh(geometry), owns: noneOwned };
}

async function readCollada(bytes: ArrayBuffer, { folder, manager }: Around): Promise<MeshFile> {
  const { ColladaLoader } = await loaders.dae();
  // In a link's frame z is up, whatever the file says: three.js would turn it, with a warning.
  const text = new TextDecoder().decode(bytes).replace(/>\s*[XZ]_UP\s*</, ">Y_UP<");
  const found = new ColladaLoader(manager).parse(text, folder);
  if (!found) throw new MeshError(rules.meshUnreadable, "the file is not valid COLLADA");
  found.scene.traverse((child) => {
    for (const material of materialsOf(child)) {
      // Exporters that took "transparency" for its opposite wrote many such files.
      if (material.opacity === 0) Object.assign(material, { opacity: 1, transparent: false });
    }
  });
  return { object: found.scene, owns: ({ name }) => name !== Loader.DEFAULT_MATERIAL_NAME };
}

async function readObj(bytes: ArrayBuffer, { folder, manager, read }: Around): Promise<MeshFile> {
  const [{ OBJLoader }, { MTLLoader }] = await Promise.all([loaders.obj(), loaders.mtl()]);
  const text = new TextDecoder().decode(bytes);
  const loader = new OBJLoader(manager);
  const [, library] = /^\s*mtllib\s+(.+?)\s*$/m.exec(text) ?? [];
  const names = new Set<string>();
  if (library) {
    // Without its library the mesh is shown in the description's colours.
    const found = await read(folder + library).catch(() => undefined);
    const materials =
      found && new MTLLoader(manager).parse(new TextDecoder().decode(found), folder);
    if (materials) {
      materials.preload();
      loader.setMaterials(materials);
      for (const name of Object.keys(materials.materials)) names.add(name);
    }
  }
  return { object: loader.parse(text), owns: ({ name }) => names.has(name) };
}

async function readGltf(bytes: ArrayBuffer, { folder, manager }: Around): Promise<MeshFile> {
  const loader = await gltfLoaderFor(bytes, manager);
  const { scene, parser } = await loader.parseAsync(bytes, folder);
  // glTF's y, which is up, becomes the link's z: what RViz and Blender do.
  const object = new Group().add(scene);
  object.rotation.x = Math.PI / 2;
  return {
    object,
    isTurned: true,
    owns: (material) => parser.associations.get(material)?.materials !== undefined,
  };
}

export function materialsOf(object: Object3D): Material[] {
  const { material } = object as { material?: Material | Material[] };
  return Array.isArray(material) ? material : material ? [material] : [];
}
