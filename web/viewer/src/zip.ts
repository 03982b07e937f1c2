/** The few parts of ZIP that robots and .npz files need: stored and deflated members, no encryption. */

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

/** Of all members unpacked [bytes]. */
const LARGEST = 512 * 2 ** 20;

export async function readZip(name: string, bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end < 0) throw new Error(`${name} is not a zip archive, or it is cut off.`);
  const members = new Map<string, Uint8Array>();
  let room = LARGEST;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY)
      throw new Error(`${name} is damaged: its directory cannot be read.`);
    const method = view.getUint16(at + 10, true);
    const packed = view.getUint32(at + 20, true);
    const unpacked = view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const extra = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const local = view.getUint32(at + 42, true);
    const member = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    at += 46 + nameLength + extra;
    room -= unpacked;
    if (room < 0) throw new Error(`${name} unpacks to more than 512 MiB.`);
    if (local + 30 > bytes.length || view.getUint32(local, true) !== LOCAL)
      throw new Error(`${name} is damaged: ${member} cannot be found in it.`);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const data = bytes.subarray(start, start + packed);
    if (data.length !== packed) throw new Error(`${name} is cut off in ${member}.`);
    if (method === 0) members.set(member, data);
    else if (method === 8) members.set(member, await inflate(name, member, data, unpacked));
    else
      throw new Error(`${member} in ${name} uses an unsupported compression method (${method}).`);
  }
  return members;
}

/** The end record stands last, before a comment of at most 65,535 bytes. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= first; at--)
    if (view.getUint32(at, true) === END) return at;
  return -1;
}

async function inflate(
  name: string,
  member: string,
  data: Uint8Array,
  size: number,
): Promise<Uint8Array> {
  const result = new Uint8Array(size);
  let filled = 0;
  try {
    const stream = new Blob([data as BlobPart])
      .stream()
      .pipeThrough(new DecompressionStream("deflate-raw"));
    const reader = stream.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      // The size is what the archive says: a member that unpacks to more is not trusted.
      if (filled + part.value.length > size) throw new Error("too long");
      result.set(part.value, filled);
      filled += part.value.length;
    }
  } catch {
    throw new Error(`${name} is damaged: ${member} cannot be unpacked.`);
  }
  if (filled !== size) throw new Error(`${name} is damaged: ${member} is too short.`);
  return result;
}
