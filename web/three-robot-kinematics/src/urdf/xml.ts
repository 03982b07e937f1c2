/**
 * XML as a tree whose elements know where they were written.
 *
 * DOMParser has no positions and does not exist in workers and in Node.js; a robot needs little of XML,
 * so this scanner reads elements and attributes, and refuses what would make it slow or unsafe.
 */

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

export type FaultKind = "syntax" | "doctype" | "depth" | "elements";

/** Why a text is not read. */
export class XmlFault extends Error {
  constructor(
    readonly kind: FaultKind,
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

/** More than any robot has; a hostile file has more. */
export const deepest = 200;
export const mostElements = 1_000_000;

const spaces = /[ \t\r\n]*/y;
const name = /[:A-Z_a-z\u0080-\ufffd][-.:\w\u0080-\ufffd]*/y;
const equals = /[ \t\r\n]*=[ \t\r\n]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow them
const control = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const reference = /&(?:#([0-9]+)|#x([0-9a-fA-F]+)|([^\s;&<]+));|&/g;
const named: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};

/** The root element of a document; throws an `XmlFault` where it is refused. */
export function scan(text: string): Element {
  return new Scanner(text).run();
}

/** The text between an element's tags, trimmed, with references and CDATA resolved. */
export function innerText(text: string, { open, close }: Element): string {
  return text
    .slice(open, close)
    .replace(
      /<!\[CDATA\[(.*?)\]\]>|<!--.*?-->|<\?.*?\?>|<[^>]*>|([^<]+)/gs,
      (_, data: string | undefined, plain: string | undefined) =>
        data ?? (plain === undefined ? "" : decode(plain, 0)),
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

/** Resolves character references; `at` is where the text begins in the document. */
function decode(text: string, at: number): string {
  if (!text.includes("&")) return text;
  return text.replace(reference, (whole, decimal, hexadecimal, word, offset: number) => {
    const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : 0;
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    const known = Object.hasOwn(named, word ?? "") ? named[word] : undefined;
    if (known !== undefined) return known;
    const what = whole === "&" ? "'&' must be written as &amp;" : `undefined entity ${whole}`;
    throw new XmlFault("syntax", what, at + offset);
  });
}

class Scanner {
  private at = 0;
  private count = 0;
  private root: OpenElement | undefined;
  private readonly stack: OpenElement[] = [];

  constructor(private readonly text: string) {}

  run(): Element {
    const { text } = this;
    const bad = control.exec(text);
    if (bad) this.fail("invalid character", bad.index);
    while (this.at < text.length) {
      const next = text.indexOf("<", this.at);
      this.content(this.at, next < 0 ? text.length : next);
      if (next < 0) break;
      this.at = next;
      if (text.startsWith("<!--", next)) this.skip("-->", 4, "unclosed comment");
      else if (text.startsWith("<![CDATA[", next) && this.stack.length > 0)
        this.skip("]]>", 9, "unclosed CDATA section");
      else if (text.startsWith("<!DOCTYPE", next)) throw new XmlFault("doctype", "", next);
      else if (text.startsWith("<?", next)) this.instruction();
      else if (text.startsWith("</", next)) this.endTag();
      else this.startTag();
    }
    const open = this.stack.at(-1);
    if (open) this.fail(`<${open.tag}> is not closed`, open.start);
    return this.root ?? this.fail("no element found", text.length);
  }

  private fail(message: string, at = this.at): never {
    const inside = this.stack.at(-1);
    throw new XmlFault("syntax", inside ? `${message} (inside <${inside.tag}>)` : message, at);
  }

  private skip(end: string, length: number, unclosed: string): void {
    const found = this.text.indexOf(end, this.at + length);
    if (found < 0) this.fail(unclosed);
    this.at = found + end.length;
  }

  private instruction(): void {
    if (/\?xml\s/iy.test(this.text.slice(this.at + 1, this.at + 6))) {
      this.fail("the XML declaration must be the first thing in the file");
    }
    this.skip("?>", 2, "unclosed processing instruction");
  }

  /** Text between tags: it is not kept, but it has to be well-formed. */
  private content(from: number, to: number): void {
    if (from === to) return;
    const text = this.text.slice(from, to);
    if (this.stack.length > 0) {
      decode(text, from);
    } else {
      const junk = text.search(/[^ \t\r\n]/);
      if (junk >= 0) this.fail("text outside of the root element", from + junk);
    }
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private startTag(): void {
    const start = this.at++;
    if (this.root && this.stack.length === 0) this.fail("a second root element", start);
    const tag = this.take(name) ?? this.fail("invalid tag", start);
    const attributes = new Map<string, string>();
    for (;;) {
      const space = this.take(spaces);
      if (this.text.startsWith(">", this.at) || this.text.startsWith("/>", this.at)) break;
      if (!space) this.fail(this.at < this.text.length ? "invalid tag" : "unclosed tag");
      this.attribute(attributes);
    }
    const empty = this.text[this.at] === "/";
    this.at += empty ? 2 : 1;
    if (++this.count > mostElements) throw new XmlFault("elements", "", start);
    if (this.stack.length >= deepest) throw new XmlFault("depth", "", start);
    const element = { tag, attributes, children: [], start, open: this.at, close: this.at };
    this.stack.at(-1)?.children.push(element);
    this.root ??= element;
    if (!empty) this.stack.push(element);
  }

  private attribute(attributes: Map<string, string>): void {
    const start = this.at;
    const key =
      this.take(name) ?? this.fail(start < this.text.length ? "invalid tag" : "unclosed tag");
    if (this.take(equals) === undefined) this.fail(`attribute '${key}' has no value`);
    const quote = this.text[this.at];
    if (quote !== '"' && quote !== "'") this.fail(`the value of '${key}' must be in quotes`);
    const end = this.text.indexOf(quote as string, this.at + 1);
    if (end < 0) this.fail("unclosed attribute value");
    const written = this.text.slice(this.at + 1, end);
    const less = written.indexOf("<");
    if (less >= 0) this.fail("'<' must be written as &lt;", this.at + 1 + less);
    if (attributes.has(key)) this.fail(`duplicate attribute '${key}'`, start);
    // A line break in an attribute is a space (XML 1.0, 3.3.3); one written as &#10; stays.
    attributes.set(key, decode(written.replace(/\r\n|[\t\r\n]/g, " "), this.at + 1));
    this.at = end + 1;
  }

  private endTag(): void {
    const start = this.at;
    this.at += 2;
    const tag = this.take(name);
    this.take(spaces);
    const element = this.stack.at(-1);
    if (!element || tag !== element.tag) this.fail(`mismatched tag </${tag ?? ""}>`, start);
    if (this.text[this.at] !== ">") this.fail("invalid tag");
    this.at++;
    element.close = start;
    this.stack.pop();
  }
}
