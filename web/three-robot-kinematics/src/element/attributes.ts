/** What attributes say; an Error names the one that cannot be read. */
import type { Robot } from "../robot.js";
import { type Layer, layerNames, type Units } from "../stage/index.js";
import { didYouMean } from "../urdf/nearest.js";

/** `name: address, name: address` as a map of packages. */
export function packagesOf(text: string | null): Record<string, string> {
  const pairs = (text ?? "").split(",").map((pair) => /^\s*([^:\s]+)\s*:\s*(\S+)\s*$/.exec(pair));
  return Object.fromEntries(pairs.flatMap((found) => (found ? [[found[1], found[2]]] : [])));
}

/** Values [rad and m] by joint, as JSON has them or as `shoulder: 0.4, elbow: -1.2`. */
export function poseOf(text: string): Map<string, number | number[]> {
  const trimmed = text.trim();
  if (trimmed === "") return new Map();
  if (!trimmed.startsWith("{")) {
    const pairs = trimmed.split(/[,;]/).map((pair): [string, number] => {
      const at = pair.lastIndexOf(":");
      return [pair.slice(0, at).trim(), at < 0 ? Number.NaN : Number(pair.slice(at + 1))];
    });
    if (pairs.every(([name, value]) => name !== "" && Number.isFinite(value)))
      return new Map(pairs);
    throw new Error(`unknown pose '${text}'; expected joint: value, joint: value`);
  }
  let data: unknown;
  try {
    data = JSON.parse(trimmed);
  } catch {
    throw new Error(`unknown pose '${text}'; expected JSON such as {"shoulder": 0.4}`);
  }
  const entries = Object.entries(data as Record<string, unknown>);
  const numbers = (value: unknown) => [value].flat().every((one) => typeof one === "number");
  const odd = entries.find(([, value]) => !numbers(value));
  if (odd) throw new Error(`the pose of joint '${odd[0]}' must be a number or a list of them`);
  return new Map(entries as [string, number | number[]][]);
}

/** The values, where the robot has all their joints. */
export function known<T>(values: ReadonlyMap<string, T>, { joints }: Robot): typeof values {
  const odd = [...values.keys()].find((name) => !joints.has(name));
  if (odd !== undefined)
    throw new Error(`joint '${odd}' of the pose does not exist${didYouMean(odd, joints.keys())}`);
  return values;
}

/** `frames axes -ground`: which layers are switched on and which off. */
export function layersOf(text: string | null): Map<Layer, boolean> {
  const words = (text ?? "").split(/[\s,]+/).filter((word) => word !== "");
  return new Map(
    words.map((word): [Layer, boolean] => {
      const name = word.replace(/^-/, "");
      const layer = layerNames.find((one) => one === name);
      if (!layer)
        throw new Error(`unknown layer '${name}'; expected one of: ${layerNames.join(", ")}`);
      return [layer, word === name];
    }),
  );
}

/** `deg mm`: what positions are written in; rad and m by default. */
export function unitsOf(text: string | null): Units {
  const words = (text ?? "").split(/[\s,]+/).filter((word) => word !== "");
  const odd = words.find((word) => !["rad", "deg", "m", "mm"].includes(word));
  if (odd) throw new Error(`unknown unit '${odd}'; expected one of: rad, deg, m, mm`);
  return {
    angle: words.includes("deg") ? "deg" : "rad",
    length: words.includes("mm") ? "mm" : "m",
  };
}

/** One of some words; the first where there is none. */
export function wordOf<T extends string>(
  attribute: string,
  text: string | null,
  words: readonly T[],
): T {
  const found = words.find((word) => word === (text || words[0]));
  if (!found)
    throw new Error(`unknown ${attribute} '${text}'; expected one of: ${words.join(", ")}`);
  return found;
}
