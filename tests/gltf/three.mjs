// Loads a GLB file with three.js as any page would, without knowing the extension; prints the
// world matrices of all nodes at rest and while the first animation plays.
import { readFile } from "node:fs/promises";

const three = new URL("../../web/node_modules/three/", import.meta.url);
const { AnimationMixer } = await import(new URL("build/three.module.js", three));
const { GLTFLoader } = await import(new URL("examples/jsm/loaders/GLTFLoader.js", three));
globalThis.self = globalThis;

const data = await readFile(process.argv[2]);
const buffer = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
const gltf = await new GLTFLoader().parseAsync(buffer, "");
const nodes = new Map();
for (const [object, reference] of gltf.parser.associations) {
  if (reference.nodes !== undefined && object.isObject3D) nodes.set(reference.nodes, object);
}
const matrices = () => {
  gltf.scene.updateMatrixWorld(true);
  const entries = [...nodes].sort(([a], [b]) => a - b);
  return Object.fromEntries(entries.map(([index, node]) => [index, node.matrixWorld.toArray()]));
};
const found = { rest: matrices(), playing: [] };
if (gltf.animations.length > 0) {
  const mixer = new AnimationMixer(gltf.scene);
  mixer.clipAction(gltf.animations[0]).play();
  for (const time of JSON.parse(process.argv[3] ?? "[]")) {
    mixer.setTime(time);
    found.playing.push(matrices());
  }
}
console.log(JSON.stringify(found));
