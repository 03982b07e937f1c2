/** PNG files of eight bits per channel, read and written. */
import { crc32, deflateSync, inflateSync } from "node:zlib";

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel, row by row. */
  readonly pixels: Uint8Array;
}

const signature = Buffer.from("89504e470d0a1a0a", "hex");

export function readPng(file: Buffer): Picture {
  if (!file.subarray(0, 8).equals(signature)) throw new Error("This is no PNG file.");
  const parts: Buffer[] = [];
  let [width, height, channels] = [0, 0, 4];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const name = file.toString("latin1", at + 4, at + 8);
    const data = file.subarray(at + 8, at + 8 + length);
    if (name === "IHDR") {
      [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
      channels = data[9] === 2 ? 3 : 4;
      if (data[8] !== 8 || (data[9] !== 2 && data[9] !== 6) || data[12] !== 0)
        throw new Error("Only RGB and RGBA of eight bits are read.");
    } else if (name === "IDAT") parts.push(data);
    at += length + 12;
  }
  const rows = unfilter(inflateSync(Buffer.concat(parts)), width * channels, height, channels);
  if (channels === 4) return { width, height, pixels: rows };
  const pixels = new Uint8Array(4 * width * height).fill(255);
  for (let k = 0; k < width * height; k++) pixels.set(rows.subarray(3 * k, 3 * k + 3), 4 * k);
  return { width, height, pixels };
}

function unfilter(data: Buffer, stride: number, height: number, step: number): Uint8Array {
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= step ? (rows[at - step] as number) : 0;
      const up = y > 0 ? (rows[at - stride] as number) : 0;
      const corner = x >= step && y > 0 ? (rows[at - stride - step] as number) : 0;
      const raw = data[y * (stride + 1) + 1 + x] as number;
      if (filter === 0) rows[at] = raw;
      else if (filter === 1) rows[at] = raw + left;
      else if (filter === 2) rows[at] = raw + up;
      else if (filter === 3) rows[at] = raw + ((left + up) >> 1);
      else rows[at] = raw + paeth(left, up, corner);
    }
  }
  return rows;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

export function writePng({ width, height, pixels }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const rows = Buffer.alloc((4 * width + 1) * height);
  for (let y = 0; y < height; y++)
    rows.set(pixels.subarray(4 * width * y, 4 * width * (y + 1)), (4 * width + 1) * y + 1);
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", "")];
  return Buffer.concat([signature, ...parts]);
}

function chunk(name: string, data: Buffer | ""): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), Buffer.from(data)]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(body.length - 4, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
