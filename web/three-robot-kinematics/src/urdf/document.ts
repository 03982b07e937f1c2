import { type Finding, type Position, step } from "./finding.js";
import { Lines } from "./lines.js";
import { nearest } from "./nearest.js";
import type { Rule } from "./rules.js";
import { type Element, innerText, valuePlace } from "./xml.js";

export interface Details {
  readonly severity?: Rule["severity"] | undefined;
  readonly notes?: readonly string[];
  /** Offsets, where it is not the start tag or the attribute. */
  readonly span?: readonly [start: number, end: number] | undefined;
}

/** A text and its elements: what all readers of one description share. */
export class Document {
  readonly findings: Finding[] = [];
  /** What has been reported once for all. */
  readonly told = new Set<string>();
  /** The version of URDF that the robot states. */
  version: string | undefined;
  private readonly lines: Lines;
  private readonly named = new Map<string, Element>();
  private readonly guesses = new Map<string, string | undefined>();

  constructor(readonly text: string) {
    this.lines = new Lines(text);
  }

  /** Remembers which element a part of the robot was read from. */
  register(kind: string, name: string | undefined, element: Element): void {
    this.named.set(step(kind, name), element);
  }

  report(
    rule: Rule,
    message: string,
    path: string,
    position: Position | undefined,
    { severity = rule.severity, notes = [] }: Details = {},
  ): void {
    this.findings.push({
      code: rule.code,
      rule: rule.name,
      severity,
      message,
      path,
      position,
      notes,
    });
  }

  /** Reports a finding at offsets of the text. */
  reportAt(rule: Rule, message: string, start: number, end = start + 1): void {
    this.report(rule, message, "", this.lines.position(start, end));
  }

  /** The place of an element's start tag, or of an attribute's value. */
  position(element: Element, attribute?: string): Position {
    const [start, end] =
      (attribute !== undefined && valuePlace(this.text, element, attribute)) ||
      ([element.start, element.open] as const);
    return this.lines.position(start, end);
  }

  positionOf(start: number, end: number): Position {
    return this.lines.position(start, end);
  }

  /** The place of `joint[elbow]` and the elements and the attribute that follow, as far as they exist. */
  find(part: string, ...inside: readonly string[]): Position | undefined {
    const found = this.named.get(part);
    if (!found) return undefined;
    let element = found;
    for (const each of inside) {
      const [, tag, number] = /^(.*?)(?:\[(\d+)\])?$/.exec(each) as unknown as string[];
      const same: Element[] = element.children.filter((one) => one.tag === tag);
      const child = same[Number(number ?? 0)];
      if (!child) return this.position(element, each);
      element = child;
    }
    return this.position(element);
  }

  /** The text between an element's tags, and where it is. */
  contentOf(element: Element): string {
    return element.children.length > 0 ? "" : innerText(this.text, element);
  }

  textSpan({ open, close }: Element): [start: number, end: number] {
    const inner = this.text.slice(open, close);
    const lead = inner.length - inner.trimStart().length;
    return [open + lead, open + inner.trimEnd().length];
  }

  /** The known name that was probably meant; remembered, as slips repeat on every link. */
  guess(name: string, known: ReadonlySet<string>): string | undefined {
    const key = [name, ...known].join("\n");
    if (!this.guesses.has(key)) this.guesses.set(key, nearest(name, [...known].sort()));
    return this.guesses.get(key);
  }
}
