/**
 * XML as a tree whose elements know where they were written.
 *
 * DOMParser has no positions and does not exist in workers and in Node.js; a robot needs little of XML,
 * so this scanner reads elements and attributes, and refuses what would make it slow or unsafe.
 */

import * as rules from "./rules.js";

export interface Element {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  /** The offset of its `<`, and the one behind the `>` of its start tag. */
  readonly start: number;
  readonly open: number;
  /** The offset of its end tag's `<`; that of `open` where it has none. */
  readonly close: number;
}

interface OpenElement extends Element {
  readonly children: OpenElement[];
  close: number;
}

/** Why a text is not read. */
export class XmlFault extends Error {
  constructor(
    readonly rule: rules.Rule,
    message: string,
    readonly at: number,
    readonly length = 1,
    /** Whether the root element is complete, and this follows it. */
    readonly follows = false,
  ) {
    super(message);
  }
}

const refused = "document type declarations and entities are refused; remove the DOCTYPE";
export const misplaced = "the XML declaration must be the first thing in the file";

/** More than any robot has; a hostile file has more. */
const deepest = 200;
const mostElements = 1_000_000;

const spaces = /[ \t\r\n]*/y;
const name = /[:A-Z_a-z\u0080-\ufffd][-.:\w\u0080-\ufffd]*/y;
const opening = /[ \t\r\n]*=[ \t\r\n]*["']/y;
const closing = /<\/[^\s<>]*[ \t\r\n]*>/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow them
const control = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const breaks = /\r\n|[\t\r\n]/g;
const reference = /&(?:#([0-9]+)|#x([0-9a-fA-F]+)|([^\s;&<]+));|&/g;
const named: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};

/**
 * The root element of a document; throws an `XmlFault` where it is refused. In attributes of a text
 * that was mended, the character `ampersand` is read as `&`, and `<` is let pass.
 */
export function scan(text: string, ampersand?: string): Element {
  const stack: OpenElement[] = [];
  let root: OpenElement | undefined;
  let [at, count] = [0, 0];

  function fail(message: string, where = at): never {
    const inside = stack.at(-1);
    throw new XmlFault(
      rules.notWellFormed,
      inside ? `${message} (inside <${inside.tag}>)` : message,
      where,
      1,
      root && !inside,
    );
  }

  function skip(end: string, length: number, what: string): void {
    const found = text.indexOf(end, at + length);
    if (found < 0) fail(`unclosed ${what}`);
    at = found + end.length;
  }

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  }

  /** Text between tags: it is not kept, but it has to be well-formed. */
  function content(to: number): void {
    const between = text.slice(at, to);
    if (stack.length > 0) {
      decode(between, at);
    } else {
      const junk = between.search(/[^ \t\r\n\ufffe\uffff]/);
      if (junk >= 0) fail("text outside of the root element", at + junk);
    }
    at = to;
  }

  function startTag(): void {
    const start = at++;
    if (root && stack.length === 0) fail("a second root element", start);
    const tag = take(name) ?? fail("invalid tag", start);
    const attributes = new Map<string, string>();
    for (;;) {
      const space = take(spaces);
      if (text[at] === ">" || (text[at] === "/" && text[at + 1] === ">")) break;
      const key = (space && take(name)) || fail(at < text.length ? "invalid tag" : "unclosed tag");
      attribute(key, attributes);
    }
    const isEmpty = text[at] === "/";
    at += isEmpty ? 2 : 1;
    if (++count > mostElements) {
      throw new XmlFault(rules.tooLarge, `more than ${mostElements} elements`, start);
    }
    if (stack.length >= deepest) {
      throw new XmlFault(rules.tooDeep, `more than ${deepest} nested elements`, start);
    }
    const element = { tag, attributes, children: [], start, open: at, close: at };
    stack.at(-1)?.children.push(element);
    root ??= element;
    if (!isEmpty) stack.push(element);
  }

  function attribute(key: string, attributes: Map<string, string>): void {
    if (attributes.has(key)) fail(`duplicate attribute '${key}'`, at - key.length);
    const quote = take(opening)?.at(-1) ?? fail(`'${key}' must have a value in quotes`);
    const end = text.indexOf(quote, at);
    if (end < 0) fail("unclosed attribute value", at - 1);
    const written = text.slice(at, end);
    const less = written.indexOf("<");
    if (less >= 0 && ampersand === undefined) fail("'<' must be written as &lt;", at + less);
    // A line break in an attribute is a space (XML 1.0, 3.3.3); one written as &#10; stays.
    const value = decode(/[\t\r\n]/.test(written) ? written.replace(breaks, " ") : written, at);
    attributes.set(key, ampersand ? value.replaceAll(ampersand, "&") : value);
    at = end + 1;
  }

  function endTag(): void {
    const start = at;
    const tag = take(closing)?.slice(2, -1).trimEnd();
    const element = stack.at(-1);
    if (!element || tag !== element.tag) {
      const where = element ? ` (inside <${element.tag}>)` : "";
      throw new XmlFault(rules.notWellFormed, `mismatched tag </${tag ?? ""}>${where}`, start);
    }
    element.close = start;
    stack.pop();
  }

  for (;;) {
    const next = text.indexOf("<", at);
    content(next < 0 ? text.length : next);
    if (next < 0) break;
    const mark = text[at + 1];
    if (mark === "/") endTag();
    else if (mark === "?") {
      if (/^<\?xml\s/i.test(text.slice(at, at + 6))) fail(misplaced);
      if (!/[:A-Z_a-z\u0080-\ufffd]/.test(text[at + 2] ?? "")) fail("invalid tag");
      skip("?>", 2, "processing instruction");
    } else if (mark !== "!") startTag();
    else if (text.startsWith("<!--", at)) {
      const dashes = text.indexOf("--", at + 4);
      if (dashes >= 0 && text[dashes + 2] !== ">") fail("'--' inside a comment", dashes);
      skip("-->", 4, "comment");
    } else if (text.startsWith("<![CDATA[", at) && stack.length > 0)
      skip("]]>", 9, "CDATA section");
    else if (text.startsWith("<!DOCTYPE", at) && !root)
      throw new XmlFault(rules.doctype, refused, at, 9);
    else fail("invalid tag");
  }
  const open = stack.at(-1);
  if (open) fail(`<${open.tag}> is not closed`, open.start);
  const bad = control.exec(text);
  if (bad) throw new XmlFault(rules.notWellFormed, "invalid character", bad.index);
  return root ?? fail("no element found");
}

/** The text between an element's tags, trimmed, with references and CDATA resolved. */
export function innerText(text: string, { open, close }: Element): string {
  return text
    .slice(open, close)
    .replace(
      /<!\[CDATA\[(.*?)\]\]>|<!--.*?-->|<\?.*?\?>|<[^>]*>|([^<]+)/gs,
      (_, data: string | undefined, plain: string | undefined) =>
        data ?? (plain === undefined ? "" : decode(plain)),
    )
    .trim();
}

/** Where the value of an attribute is, without its quotes. */
export function valuePlace(
  text: string,
  { start, open }: Element,
  wanted: string,
): [start: number, end: number] | undefined {
  const tag = text.slice(start, open);
  for (const found of tag.matchAll(/\s([^\s=/>"']+)\s*=\s*("[^"]*"|'[^']*')/g)) {
    const [whole, key, value] = found as unknown as [string, string, string];
    if (key !== wanted) continue;
    const end = start + found.index + whole.length;
    return [end - value.length + 1, end - 1];
  }
  return undefined;
}

/** Resolves character references. Others are kept, or refused if told where the text begins. */
function decode(text: string, at?: number): string {
  if (!text.includes("&")) return text;
  return text.replace(reference, (whole, decimal, hexadecimal, word, offset: number) => {
    const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : 0;
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    const known = Object.hasOwn(named, word ?? "") ? named[word] : undefined;
    if (known !== undefined) return known;
    if (at === undefined) return whole;
    const what = whole === "&" ? "'&' must be written as &amp;" : `undefined entity ${whole}`;
    throw new XmlFault(rules.notWellFormed, what, at + offset);
  });
}
