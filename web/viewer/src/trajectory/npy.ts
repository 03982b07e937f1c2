/** Arrays as numpy saves them (format versions 1 to 3). */
import { TrajectoryError } from "./trajectory.js";

export interface NumericArray {
  readonly kind: "numbers";
  readonly shape: readonly number[];
  /** Row by row (C order). */
  readonly values: Float64Array;
}

export interface TextArray {
  readonly kind: "text";
  readonly shape: readonly number[];
  readonly values: readonly string[];
}

export type NpyArray = NumericArray | TextArray;

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

export function isNpy(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, i) => bytes[i] === byte);
}

export function readNpy(name: string, bytes: Uint8Array): NpyArray {
  if (!isNpy(bytes) || bytes.length < 12)
    throw new TrajectoryError(`${name} is not an array saved by numpy (.npy).`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wide = (bytes[6] ?? 1) >= 2;
  const start = wide ? 12 : 10;
  const end = start + (wide ? view.getUint32(8, true) : view.getUint16(8, true));
  const header = new TextDecoder().decode(bytes.subarray(start, end));
  const descr = /'descr'\s*:\s*'([^']*)'/.exec(header)?.[1];
  const fortran = /'fortran_order'\s*:\s*True/.test(header);
  const shape = (/'shape'\s*:\s*\(([^)]*)\)/.exec(header)?.[1] ?? "")
    .split(",")
    .filter((part) => part.trim() !== "")
    .map(Number);
  if (descr === undefined)
    throw new TrajectoryError(`${name} is a record array; expected a plain array of numbers.`);
  const count = shape.reduce((product, size) => product * size, 1);
  const data = new DataView(bytes.buffer, bytes.byteOffset + end, bytes.byteLength - end);
  const type = /^([<>|=])([fiubUS])(\d+)$/.exec(descr);
  if (!type)
    throw new TrajectoryError(
      `${name} holds values of type ${descr}; numbers or text were expected (no pickled objects).`,
    );
  const [, order, letter, digits] = type as unknown as [string, string, string, string];
  const size = Number(digits) * (letter === "U" ? 4 : 1);
  if (!Number.isSafeInteger(count) || count * size > data.byteLength)
    throw new TrajectoryError(`${name} is cut off: ${data.byteLength} of ${count * size} bytes.`);
  const little = order !== ">";
  if (letter === "U" || letter === "S") {
    const values = Array.from({ length: count }, (_, i) =>
      textAt(data, i * size, size, letter === "U", little),
    );
    return { kind: "text", shape, values };
  }
  const read = readerOf(name, letter, size, data, little);
  const values = Float64Array.from({ length: count }, (_, i) => read(i * size));
  return { kind: "numbers", shape, values: fortran ? transposed(values, shape) : values };
}

function readerOf(
  name: string,
  letter: string,
  size: number,
  data: DataView,
  little: boolean,
): (at: number) => number {
  switch (`${letter}${size}`) {
    case "f8":
      return (at) => data.getFloat64(at, little);
    case "f4":
      return (at) => data.getFloat32(at, little);
    case "i8":
      return (at) => Number(data.getBigInt64(at, little));
    case "u8":
      return (at) => Number(data.getBigUint64(at, little));
    case "i4":
      return (at) => data.getInt32(at, little);
    case "u4":
      return (at) => data.getUint32(at, little);
    case "i2":
      return (at) => data.getInt16(at, little);
    case "u2":
      return (at) => data.getUint16(at, little);
    case "i1":
      return (at) => data.getInt8(at);
    case "u1":
    case "b1":
      return (at) => data.getUint8(at);
    default:
      throw new TrajectoryError(
        `${name} holds ${8 * size}-bit values of kind ${letter}; float32 or float64 were expected.`,
      );
  }
}

function textAt(
  data: DataView,
  at: number,
  size: number,
  unicode: boolean,
  little: boolean,
): string {
  let text = "";
  for (let i = 0; i < size; i += unicode ? 4 : 1) {
    const code = unicode ? data.getUint32(at + i, little) : data.getUint8(at + i);
    if (code === 0) break;
    text += code <= 0x10ffff ? String.fromCodePoint(code) : "\uFFFD";
  }
  return text;
}

/** Column order as row order. */
function transposed(values: Float64Array, shape: readonly number[]): Float64Array {
  if (shape.length < 2) return values;
  if (shape.length > 2) throw new TrajectoryError("An array must have at most two dimensions.");
  const [rows, columns] = shape as [number, number];
  const result = new Float64Array(values.length);
  for (let i = 0; i < rows; i++)
    for (let k = 0; k < columns; k++) result[i * columns + k] = values[k * rows + i] as number;
  return result;
}
