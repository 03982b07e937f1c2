// Loads a GLB file with @gltf-transform/core; prints the world matrices of all nodes and what the
// animations move.
import { NodeIO } from "../../web/node_modules/@gltf-transform/core/dist/index.js";

const io = new NodeIO();
io.setLogger({ debug() {}, info() {}, warn() {}, error: console.error });
const document = await io.read(process.argv[2]);
const root = document.getRoot();
const nodes = root.listNodes();
const animations = root.listAnimations().map((animation) => ({
  name: animation.getName(),
  channels: animation.listChannels().map((channel) => ({
    node: nodes.indexOf(channel.getTargetNode()),
    path: channel.getTargetPath(),
    keys: channel.getSampler().getInput().getCount(),
  })),
}));
const triangles = root
  .listMeshes()
  .flatMap((mesh) => mesh.listPrimitives())
  .map((primitive) => primitive.getIndices().getCount() / 3);
console.log(
  JSON.stringify({ worlds: nodes.map((node) => node.getWorldMatrix()), animations, triangles }),
);
