/** Poses as text: what is copied to and pasted from the clipboard. */
import type { JointValue } from "three-robot-kinematics";

export type Pose = ReadonlyMap<string, JointValue>;

/** Nine decimals say a nanometre, and hide the noise of solving. */
function neat(value: number): number {
  const rounded = Math.round(value * 1e9) / 1e9;
  return rounded === 0 ? 0 : rounded;
}

function neatValue(value: JointValue): number | number[] {
  return typeof value === "number" ? neat(value) : value.map(neat);
}

export function poseToJson(pose: Pose): string {
  const lines = [...pose].map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(neatValue(value))}`,
  );
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n}`;
}

/** A dict literal. JSON strings are Python strings; numbers are written the same. */
export function poseToPython(pose: Pose): string {
  const lines = [...pose].map(([name, value]) => {
    const neatly = neatValue(value);
    const text = typeof neatly === "number" ? String(neatly) : `[${neatly.join(", ")}]`;
    return `    ${JSON.stringify(name)}: ${text},`;
  });
  return lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n}`;
}

/** On one line, for addresses and attributes. */
export function poseToCompact(pose: Pose): string {
  const entries = [...pose].map(([name, value]) => [name, neatValue(value)]);
  return JSON.stringify(Object.fromEntries(entries));
}

/** A named configuration of an SRDF file. */
export function poseToSrdf(pose: Pose, state = "pose", group = "all"): string {
  const quoted = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const lines = [...pose].map(
    ([name, value]) =>
      `  <joint name="${quoted(name)}" value="${[neatValue(value)].flat().join(" ")}"/>`,
  );
  return `<group_state name="${state}" group="${group}">\n${lines.join("\n")}\n</group_state>`;
}

/** sensor_msgs/JointState as YAML; it has room for one number per joint. */
export function poseToJointState(pose: Pose): string {
  const single = [...pose].filter(([, value]) => typeof value === "number");
  const several = [...pose].filter(([, value]) => typeof value !== "number");
  const names = single.map(([name]) => JSON.stringify(name)).join(", ");
  const values = single.map(([, value]) => neatValue(value)).join(", ");
  const rest = several.map(([name]) => name).join(", ");
  const note = rest === "" ? "" : `\n# left out, as they have several numbers: ${rest}`;
  return `name: [${names}]\nposition: [${values}]${note}`;
}

/** Options of fourbar's commands. */
export function poseToSet(pose: Pose): string {
  return [...pose]
    .map(([name, value]) => {
      const text = `${name}=${[neatValue(value)].flat().join(",")}`;
      return `--set ${/^[\w./=,+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`}`;
    })
    .join(" ");
}

const EXPECTED =
  'expected joint positions by name, such as {"shoulder": 0.4, "elbow": -1.2}, in rad and m';

/** Reads a JSON object or a Python dict literal; an Error says what was expected. */
export function parsePose(text: string): Map<string, number | number[]> {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    try {
      data = JSON.parse(jsonFromPython(text));
    } catch {
      throw new Error(`This is not a pose: ${EXPECTED}.`);
    }
  }
  if (typeof data !== "object" || data === null || Array.isArray(data))
    throw new Error(`This is not a pose: ${EXPECTED}.`);
  const pose = new Map<string, number | number[]>();
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === "number") pose.set(name, value);
    else if (Array.isArray(value) && value.every((entry) => typeof entry === "number"))
      pose.set(name, value);
    else throw new Error(`The pose has no number for "${name}": ${EXPECTED}.`);
  }
  if (pose.size === 0) throw new Error(`The pose is empty: ${EXPECTED}.`);
  return pose;
}

/** Quotes, tuples and trailing commas as JSON has them. */
function jsonFromPython(text: string): string {
  const strings = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
  const held: string[] = [];
  const bare = text.replace(strings, (quoted) => {
    const inner = quoted.slice(1, -1);
    held.push(
      quoted.startsWith("'") ? `"${inner.replace(/\\'/g, "'").replace(/"/g, '\\"')}"` : quoted,
    );
    return `"${held.length - 1}"`;
  });
  return bare
    .replace(/\(/g, "[")
    .replace(/\)/g, "]")
    .replace(/,(\s*[\]}])/g, "$1")
    .replace(/"(\d+)"/g, (_, index: string) => held[Number(index)] ?? "");
}
