/** The line a finding speaks of, with marks below the place. */
import type { FindingInfo } from "../../live/messages.js";

export interface Excerpt {
  readonly text: string;
  readonly marks: string;
}

const WIDEST = 160;

export function excerptOf(diagnostic: FindingInfo): Excerpt | undefined {
  const { source, line, column, endLine, endColumn } = diagnostic;
  if (source === null || source.trim() === "") return undefined;
  const bare = source.trimEnd();
  const indent = bare.length - bare.trimStart().length;
  const first = Math.max((column ?? 1) - 1, indent);
  const end = endLine === line && endColumn !== null ? endColumn - 1 : bare.length;
  const last = Math.min(Math.max(end, first + 1), Math.max(bare.length, first + 1));
  // Long lines are cut so that the place stays in sight.
  const cut = first - indent > WIDEST / 2 ? first - WIDEST / 4 : indent;
  const head = cut > indent ? "…" : "";
  const text = bare.slice(cut, cut + WIDEST);
  const space = head + bare.slice(cut, first);
  const count = Math.max(1, Math.min(last, cut + WIDEST) - first);
  return {
    text: head + text + (bare.length > cut + WIDEST ? "…" : ""),
    marks: space.replace(/[^\t]/g, " ") + "^".repeat(count),
  };
}

/** "file.urdf:3:41" with the last part of the path only. */
export function placeOf({
  file,
  line,
  column,
}: Pick<FindingInfo, "file" | "line" | "column">): string {
  if (file === null) return "";
  const name = file.split(/[\\/]/).pop() ?? file;
  return [name, line, line === null ? null : column].filter((part) => part !== null).join(":");
}
