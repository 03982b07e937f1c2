/** What of a description is not in the picture. */

/** A finding, as far as it matters here: `path` is a place such as `link[arm].visual[0]`. */
export interface PartFinding {
  readonly severity: string;
  readonly path: string | null;
}

/** The parts of a robot as it is shown. */
export interface ShownParts {
  readonly links: { has(name: string): boolean };
  readonly joints: { has(name: string): boolean };
}

/** The part of a robot that a path begins with. */
export function partOfPath(path: string | null): { kind: string; name: string } | null {
  const [, kind, name] = /^(link|joint|loop|coupling)\[([^\]]*)\]/.exec(path ?? "") ?? [];
  return kind !== undefined && name !== undefined ? { kind, name } : null;
}

/**
 * What is not in the picture: links and joints that were left out of the `declared` ones or have an
 * error that kept them from being read, and links without some of their shapes. Null where all is.
 */
export function missingText(
  findings: readonly PartFinding[],
  declared: readonly { readonly kind: string; readonly name: string }[] = [],
  shown?: ShownParts,
): string | null {
  const errors = findings.filter(({ severity }) => severity === "error");
  const named = [...declared, ...errors.flatMap(({ path }) => partOfPath(path) ?? [])];
  const texts: string[] = [];
  for (const kind of ["link", "joint"] as const) {
    const kept = shown?.[`${kind}s`];
    const own = named.filter((part) => part.kind === kind && kept && !kept.has(part.name));
    const gone = [...new Set(own.map(({ name }) => name))];
    if (gone.length > 0) texts.push(`${counted(gone, kind)} left out: ${listed(gone)}`);
  }
  const visual = errors.filter(({ path }) => /^link\[.*\.visual/.test(path ?? ""));
  const bare = [...new Set(visual.flatMap(({ path }) => partOfPath(path)?.name ?? []))].filter(
    (name) => shown?.links.has(name) !== false,
  );
  if (bare.length > 0)
    texts.push(`${counted(bare, "link")} shown without all shapes: ${listed(bare)}`);
  return texts.join("; ") || null;
}

function counted(names: readonly string[], word: string): string {
  return `${names.length} ${word}${names.length === 1 ? "" : "s"}`;
}

function listed(names: readonly string[]): string {
  const more = names.length > 4 ? ` and ${names.length - 4} more` : "";
  return `${names.slice(0, 4).join(", ")}${more}`;
}
