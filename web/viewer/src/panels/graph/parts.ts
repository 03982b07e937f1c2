/** What the shapes of the graph drawing stand for. Their titles say so: names in boxes may be cut short. */

export interface NamedPart {
  readonly kind: "link" | "joint" | "loop";
  readonly name: string;
}

/** The names that a robot has. */
export interface Names {
  readonly links: { has(name: string): boolean };
  readonly joints: { has(name: string): boolean };
  readonly loops: { has(name: string): boolean; keys(): Iterable<string> };
}

/** "body 3: NAME", "joint NAME (type): A to B", "loop NAME (type): A to B", "A → B (JOINT OR LOOP)". */
export function partOfTitle(title: string, names: Names): NamedPart | undefined {
  const body = /^body \d+: (.*)$/s.exec(title)?.[1];
  if (body !== undefined) return names.links.has(body) ? { kind: "link", name: body } : undefined;
  const name =
    /^(?:joint|loop) (.*) \([a-z]+\): /s.exec(title)?.[1] ?? / → .* \((.*)\)$/s.exec(title)?.[1];
  if (name === undefined) return undefined;
  if (!title.startsWith("loop ") && names.joints.has(name)) return { kind: "joint", name };
  return names.loops.has(name) ? { kind: "loop", name } : undefined;
}

/** A line inside the box of a cluster: a body by its number, or "loop NAME", "mimic NAME". */
export function partOfLine(
  { number, text }: { readonly number: string | null; readonly text: string },
  bodies: ReadonlyMap<string, string>,
  names: Names,
): NamedPart | undefined {
  const body = number === null ? undefined : bodies.get(number);
  if (body !== undefined) return partOfTitle(`body ${number}: ${body}`, names);
  const [kind, name = ""] = text.split(/ (.*)/s, 2);
  if (kind === "mimic" && names.joints.has(name)) return { kind: "joint", name };
  if (kind !== "loop") return undefined;
  // Of long names the middle is left out.
  const [start = "", end = ""] = name.split("…");
  const whole = names.loops.has(name)
    ? name
    : [...names.loops.keys()].find((loop) => loop.startsWith(start) && loop.endsWith(end));
  return whole === undefined ? undefined : { kind: "loop", name: whole };
}

/** The names of bodies by their numbers, as titles of the drawing have them. */
export function bodiesOf(titles: Iterable<string>): Map<string, string> {
  const bodies = new Map<string, string>();
  for (const title of titles) {
    const [, number, name] = /^body (\d+): (.*)$/s.exec(title) ?? [];
    if (number !== undefined && name !== undefined) bodies.set(number, name);
  }
  return bodies;
}
