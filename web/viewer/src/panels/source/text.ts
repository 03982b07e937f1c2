/** The text of a description, and where its parts begin. */

export interface SourcePart {
  readonly kind: string;
  readonly name: string;
  /** Counted from 1. */
  readonly line: number;
}

export interface SourceText {
  readonly text: string | null;
  readonly parts: readonly SourcePart[];
  /** Why there is no text. */
  readonly note: string | null;
}

/** The part that a line belongs to: the last one that begins at it or above. */
export function partAt(parts: readonly SourcePart[], line: number): SourcePart | undefined {
  let best: SourcePart | undefined;
  for (const part of parts) if (part.line <= line && part.line >= (best?.line ?? 0)) best = part;
  return best;
}

/** First and last line of a part: up to its end tag, or to the end of its own empty tag. */
export function linesOf(lines: readonly string[], { kind, line }: SourcePart): [number, number] {
  const tag = /<([\w:.-]+)/.exec(lines[line - 1] ?? "")?.[1] ?? kind;
  const end = new RegExp(`</${tag.replace(/[.]/g, "\\.")}\\s*>`);
  let open = true;
  for (let k = line - 1; k < lines.length; k++) {
    const text = lines[k] ?? "";
    if (end.test(text)) return [line, k + 1];
    if (open && text.includes(">")) {
      if (text.slice(0, text.indexOf(">")).endsWith("/")) return [line, k + 1];
      open = false;
    }
  }
  return [line, line];
}
