// Decodes the compressed views of a GLB file with meshoptimizer's own decoder; prints them.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const require = createRequire(new URL("../../../web/package.json", import.meta.url));
const { MeshoptDecoder } = require("meshoptimizer");
await MeshoptDecoder.ready;

const data = await readFile(process.argv[2]);
const size = data.readUInt32LE(12);
const root = JSON.parse(data.subarray(20, 20 + size));
const binary = new Uint8Array(data.subarray(28 + size));
const views = root.bufferViews.map((view) => {
  const packed = view.extensions?.EXT_meshopt_compression;
  if (!packed) return null;
  const target = new Uint8Array(packed.count * packed.byteStride);
  const source = binary.subarray(packed.byteOffset, packed.byteOffset + packed.byteLength);
  MeshoptDecoder.decodeGltfBuffer(target, packed.count, packed.byteStride, source, packed.mode);
  return Buffer.from(target).toString("base64");
});
console.log(JSON.stringify(views));
