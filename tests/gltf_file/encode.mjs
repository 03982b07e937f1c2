// Compresses meshes with meshoptimizer's own encoder, every mode and filter; prints what it wrote
// and what its own decoder makes of it. Input: {triangles, vectors} on standard input.
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { MeshoptDecoder, MeshoptEncoder } = require("meshoptimizer");
await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);

const { triangles, vectors } = JSON.parse(await text(process.stdin));
const base64 = (bytes) => Buffer.from(bytes).toString("base64");
const views = [];

function add(source, count, stride, mode, filter, version = 0) {
  const bytes = new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  // The highest level tries every way to take differences.
  const encoded =
    mode === "ATTRIBUTES"
      ? MeshoptEncoder.encodeVertexBufferLevel(bytes, count, stride, 3, version)
      : MeshoptEncoder.encodeGltfBuffer(bytes, count, stride, mode, version);
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
const colours = quads.map(Math.abs);
const smooth = quads.map((_, i) => Math.sin(0.01 * i) + 1e-3 * quads[i]);
const steps = new Uint16Array(8 * count).map((_, i) => 30000 + 20000 * smooth[i % smooth.length]);
const wide = new Float32Array(64 * count).map((_, i) => smooth[i % smooth.length]);
const noise = new Uint8Array(4 * count).map((_, i) => (2654435761 * (i + 1)) >>> 24);
const still = new Uint32Array(4 * count).map((_, i) => (i >> 10) + 7);
for (const version of [0, 1]) {
  const attributes = (source, stride, filter, rows = count) =>
    add(source, rows, stride, "ATTRIBUTES", filter, version);
  attributes(MeshoptEncoder.encodeFilterOct(quads, count, 4, 8), 4, "OCTAHEDRAL");
  attributes(MeshoptEncoder.encodeFilterOct(quads, count, 8, 12), 8, "OCTAHEDRAL");
  attributes(MeshoptEncoder.encodeFilterQuat(quads, count, 8, 12), 8, "QUATERNION");
  attributes(MeshoptEncoder.encodeFilterExp(quads, count, 16, 15), 16, "EXPONENTIAL");
  attributes(MeshoptEncoder.encodeFilterColor(colours, count, 4, 8), 4, "COLOR");
  attributes(MeshoptEncoder.encodeFilterColor(colours, count, 8, 12), 8, "COLOR");
  attributes(smooth, 16);
  attributes(steps, 16);
  attributes(wide, 256);
  attributes(noise, 4);
  attributes(still, 16);
  for (const rows of [1, 15, 16, 17, 257]) attributes(quads.subarray(0, 3 * rows), 12, undefined, rows);
}
console.log(JSON.stringify(views));
