/**
 * Errors in XML whose meaning is beyond doubt, made harmless without moving a character.
 *
 * Other readers of robots let them pass, so that files have them.
 */

import * as rules from "./rules.js";

/** Allowed in XML, and in no robot: it can take the place of another character. */
const standIn = "\x7f";

// biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for
const starts = /<!--|<!\[CDATA\[|<!DOCTYPE\s|<\?|&|[\0-\x08\x0b\x0c\x0e-\x1f]|<[^!?]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for
const control = /[\0-\x08\x0b\x0c\x0e-\x1f]/g;
const blanked = "control characters are not allowed in XML; they are read as spaces";
const ends: Readonly<Record<string, string>> = { "<!--": "-->", "<![CDATA[": "]]>", "<?": "?>" };
const tag = /<[^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*)*>/y;
/** Without the declarations of its own that make entities. */
const doctype = /<!DOCTYPE[^<>["']*(?:(?:"[^"<]*"|'[^'<]*')[^<>["']*)*>/y;
const reference = /&(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);/y;

/** What was wrong, by which rule, and where it was first. */
export type Faults = Map<string, readonly [rule: rules.Rule, start: number, end: number]>;

/**
 * A text of the same length that can be scanned, if nothing else is wrong with it; `ampersand` is what
 * took the place of `&` in it, empty where nothing could.
 */
export function mend(text: string): [mended: string, faults: Faults, ampersand: string] {
  const faults: Faults = new Map();
  let [mended, done] = ["", 0];
  let [prolog, tagEnd] = [true, 0];
  const note = (message: string, start: number, end: number, rule = rules.notWellFormed) => {
    if (!faults.has(message)) faults.set(message, [rule, start, end]);
  };
  const put = (start: number, end: number, by: string) => {
    mended += text.slice(done, start) + by;
    done = end;
  };
  const comment = (start: number, end: number) => {
    let inner = text.slice(start, end);
    const dashes = `${inner}-`.indexOf("--");
    const at = start + inner.search(control);
    if (dashes >= 0) {
      note("a comment must not contain '--'; it is read all the same", start + dashes, end);
      inner = inner.slice(0, dashes) + inner.slice(dashes).replaceAll("-", " ");
    }
    if (at >= start) note(blanked, at, at + 1);
    put(start, end, inner.replace(control, " "));
  };
  const ampersand = /\x7f|&#(?:0*127|x0*7f);/i.test(text) ? "" : standIn;
  starts.lastIndex = 0;
  for (let found = starts.exec(text); found; found = starts.exec(text)) {
    const { 0: mark, index } = found;
    const closing = ends[mark];
    if (mark[0] === "<" && index < tagEnd) {
      note("'<' must be written as '&lt;' in a value; it is read as '<'", index, index + 1);
      starts.lastIndex = index + 1;
    } else if (closing) {
      const inside = index + mark.length;
      const end = text.indexOf(closing, inside);
      if (end < 0) break;
      if (closing === "-->") comment(inside, end);
      starts.lastIndex = end + closing.length;
    } else if (mark[0] === "<") {
      doctype.lastIndex = index;
      if (prolog && doctype.test(text)) {
        const message = "the document type is ignored; what it refers to is not read";
        const end = doctype.lastIndex;
        note(message, index, end, rules.doctype);
        put(index, end, " ".repeat(end - index));
        starts.lastIndex = end;
      }
      prolog = false;
      tag.lastIndex = index;
      if (tag.test(text)) tagEnd = tag.lastIndex;
    } else if (mark !== "&") {
      note(blanked, index, index + 1);
      put(index, index + 1, " ");
    } else {
      reference.lastIndex = index;
      if (!ampersand || reference.test(text)) continue;
      note("'&' must be written as '&amp;'; it is read as '&'", index, index + 1);
      put(index, index + 1, ampersand);
    }
  }
  return [mended + text.slice(done), faults, ampersand];
}
