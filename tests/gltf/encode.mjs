// Compresses meshes with meshoptimizer's own encoder, every mode and filter; prints what it wrote
// and what its own decoder makes of it. Input: {triangles, vertices} on standard input.
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { MeshoptDecoder, MeshoptEncoder } = require("meshoptimizer");
await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);

const { triangles, vectors } = JSON.parse(await text(process.stdin));
const base64 = (bytes) => Buffer.from(bytes).toString("base64");
const views = [];

function add(source, count, stride, mode, filter) {
  const bytes = new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  const encoded = MeshoptEncoder.encodeGltfBuffer(bytes, count, stride, mode, 0);
  const decoded = new Uint8Array(count * stride);
  MeshoptDecoder.decodeGltfBuffer(decoded, count, stride, encoded, mode, filter);
  const record = { count, byteStride: stride, mode, filter: filter ?? "NONE" };
  views.push({ ...record, encoded: base64(encoded), decoded: base64(decoded) });
}

for (const list of triangles) {
  for (const Type of [Uint16Array, Uint32Array]) {
    if (Type === Uint16Array && Math.max(...list) > 65535) continue;
    const source = new Type(list);
    for (const mode of ["TRIANGLES", "INDICES"]) {
      add(source, list.length, Type.BYTES_PER_ELEMENT, mode);
    }
  }
}
const quads = new Float32Array(vectors.flat());
const count = vectors.length;
add(MeshoptEncoder.encodeFilterOct(quads, count, 4, 8), count, 4, "ATTRIBUTES", "OCTAHEDRAL");
add(MeshoptEncoder.encodeFilterOct(quads, count, 8, 12), count, 8, "ATTRIBUTES", "OCTAHEDRAL");
add(MeshoptEncoder.encodeFilterQuat(quads, count, 8, 12), count, 8, "ATTRIBUTES", "QUATERNION");
add(MeshoptEncoder.encodeFilterExp(quads, count, 16, 15), count, 16, "ATTRIBUTES", "EXPONENTIAL");
const wide = new Float32Array(count * 16).map((_, i) => quads[i % quads.length]);
add(wide, count, 64, "ATTRIBUTES");
console.log(JSON.stringify(views));
