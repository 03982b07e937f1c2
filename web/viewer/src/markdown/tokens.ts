/** The Markdown that rule pages use: headings, paragraphs, code, lists, emphasis. */

export type Inline =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "code"; readonly text: string }
  | { readonly type: "strong"; readonly text: string }
  | { readonly type: "emphasis"; readonly text: string };

export type Block =
  | { readonly type: "heading"; readonly level: number; readonly content: readonly Inline[] }
  | { readonly type: "paragraph"; readonly content: readonly Inline[] }
  | { readonly type: "code"; readonly language: string; readonly text: string }
  | {
      readonly type: "list";
      readonly ordered: boolean;
      readonly items: readonly (readonly Inline[])[];
    };

const FENCE = /^(```+|~~~+)\s*([\w-]*)/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^\s*(?:[-*+]|(\d+)[.)])\s+(.*)$/;

export function readMarkdown(text: string): Block[] {
  const lines = text.split(/\r\n|\n|\r/);
  const blocks: Block[] = [];
  let i = 0;
  while (i < lines.length) {
    const line = lines[i] as string;
    const fence = FENCE.exec(line);
    const heading = HEADING.exec(line);
    if (line.trim() === "") i += 1;
    else if (fence) {
      const [, mark = "```", language = ""] = fence;
      const end = lines.findIndex((next, k) => k > i && next.startsWith(mark));
      const last = end < 0 ? lines.length : end;
      blocks.push({ type: "code", language, text: lines.slice(i + 1, last).join("\n") });
      i = last + 1;
    } else if (heading) {
      const [, marks = "#", content = ""] = heading;
      blocks.push({ type: "heading", level: marks.length, content: readInline(content) });
      i += 1;
    } else if (ITEM.test(line)) {
      const ordered = ITEM.exec(line)?.[1] !== undefined;
      const items: string[] = [];
      for (; i < lines.length && (lines[i] as string).trim() !== ""; i++) {
        const item = ITEM.exec(lines[i] as string);
        if (item) items.push(item[2] ?? "");
        else items.push(`${items.pop() ?? ""} ${(lines[i] as string).trim()}`);
      }
      blocks.push({ type: "list", ordered, items: items.map(readInline) });
    } else {
      const start = i;
      while (i < lines.length && !startsBlock(lines[i] as string)) i += 1;
      const joined = lines.slice(start, i).map((part) => part.trim());
      blocks.push({ type: "paragraph", content: readInline(joined.join(" ")) });
    }
  }
  return blocks;
}

function startsBlock(line: string): boolean {
  return line.trim() === "" || FENCE.test(line) || HEADING.test(line) || ITEM.test(line);
}

const MARKS = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\([^)]*\)/g;

/** Links keep their text only: the page opens nothing. */
export function readInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let last = 0;
  for (const match of text.matchAll(MARKS)) {
    if (match.index > last) parts.push({ type: "text", text: text.slice(last, match.index) });
    const [, code, strong, emphasis, link] = match;
    if (code !== undefined) parts.push({ type: "code", text: code });
    else if (strong !== undefined) parts.push({ type: "strong", text: strong });
    else if (emphasis !== undefined) parts.push({ type: "emphasis", text: emphasis });
    else parts.push({ type: "text", text: link ?? "" });
    last = match.index + match[0].length;
  }
  if (last < text.length) parts.push({ type: "text", text: text.slice(last) });
  return parts;
}
