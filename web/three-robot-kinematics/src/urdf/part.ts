/** Typed access to one element: reports what is wrong, and goes on. */
import type { Quaternion, Vector } from "../basis.js";
import type { Details, Document } from "./document.js";
import { step } from "./finding.js";
import { insteadOf } from "./instead.js";
import type { Pose } from "./model.js";
import { didYouMean, nearest } from "./nearest.js";
import { parseNumbers } from "./numbers.js";
import { rpyOfQuaternion } from "./rotation.js";
import * as rules from "./rules.js";
import { type Element, valuePlace } from "./xml.js";

/** No attribute of URDF has more than six numbers; a hostile one may have millions. */
const longestNumbers = 4096;

const zero: Vector = [0, 0, 0];
export const xAxis: Vector = [1, 0, 0];
export const identity: Pose = { xyz: zero, rpy: zero };

const none: ReadonlySet<string> = new Set();

/** The names that an element may have: `words("xyz rpy")`. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

const quaternion = "quat_xyzw";
const originNames = words("xyz rpy");
const axisNames = words("xyz");

/** What controls or simulates a robot and is not part of it. */
export const control = words("transmission ros2_control sensor gazebo");

/** Elements without which the robot is as it was meant. */
const spared = new Set([...control, "self_collision_checking"]);

/**
 * What an element may hold: `single` children once (the first that is not empty counts), `several` any
 * number of times. All else is reported.
 */
export interface Shape {
  readonly attributes?: ReadonlySet<string>;
  readonly single?: ReadonlySet<string>;
  readonly several?: ReadonlySet<string>;
}

export class Part {
  readonly found = new Map<string, Element>();

  constructor(
    readonly document: Document,
    readonly element: Element,
    readonly path: string,
    { attributes = none, single = none, several = none }: Shape,
  ) {
    this.unknownAttributes(element, attributes);
    const unknown: Element[] = [];
    for (const child of element.children) {
      if (single.has(child.tag)) {
        if (this.found.has(child.tag)) this.duplicate(child);
        else this.found.set(child.tag, child);
      } else if (!several.has(child.tag)) unknown.push(child);
    }
    if (unknown.length === 0) return;
    const known = new Set([...single, ...several]);
    for (const child of unknown) this.unknownElement(child, known, element.tag);
  }

  /** A part inside this one. */
  inside(element: Element, shape: Shape, number?: number): Part {
    return new Part(this.document, element, `${this.path}.${step(element.tag, number)}`, shape);
  }

  /** The child of that tag, with what is unknown inside it reported. */
  leaf(tag: string, attributes: ReadonlySet<string>): Element | undefined {
    const child = this.found.get(tag);
    if (child) {
      this.unknownAttributes(child, attributes);
      for (const inner of child.children) {
        const meant = attributes.has(inner.tag) && !child.attributes.has(inner.tag);
        this.unknownElement(inner, none, tag, meant);
      }
    }
    return child;
  }

  /** As `leaf`, for a child that must be there. */
  required(tag: string, attributes: ReadonlySet<string>): Element | undefined {
    if (!this.found.has(tag)) this.missingChild(tag);
    return this.leaf(tag, attributes);
  }

  // Values

  /** A text attribute that must be there. */
  text(element: Element | undefined, attribute: string): string | undefined {
    const value = element?.attributes.get(attribute);
    if (element && value === undefined) this.missing(element, attribute);
    return value;
  }

  /** `count` finite numbers; undefined where they are absent or cannot be read. */
  numbers(element: Element, attribute: string, count: number): readonly number[] | undefined {
    const values = this.parsed(element, attribute);
    if (!values) return undefined;
    if (values.length !== count) return this.wrongCount(element, attribute, count, values);
    return values.every(Number.isFinite) ? values : this.notFinite(element, attribute);
  }

  vector3(element: Element, attribute: string): Vector | undefined {
    return this.numbers(element, attribute, 3) as Vector | undefined;
  }

  /** One number; `infinite` ones are let through where they have a meaning. */
  number(element: Element, attribute: string, infinite = false): number | undefined {
    const values = this.parsed(element, attribute);
    if (!values) return undefined;
    if (values.length !== 1) return this.wrongCount(element, attribute, 1, values)?.[0];
    const [value] = values as [number];
    if (Number.isFinite(value)) return value;
    const allowed = infinite && !Number.isNaN(value);
    this.notFinite(element, attribute, allowed ? "warning" : undefined);
    return allowed ? value : undefined;
  }

  requiredNumber(element: Element | undefined, attribute: string): number | undefined {
    if (this.text(element, attribute) === undefined) return undefined;
    return this.number(element as Element, attribute);
  }

  boolean(element: Element, attribute: string): boolean | undefined {
    const text = element.attributes.get(attribute);
    if (text === undefined) return undefined;
    const word = text.trim().toLowerCase();
    if (word === "true" || word === "1") return true;
    if (word === "false" || word === "0") return false;
    const meant = didYouMean(text.toLowerCase(), ["true", "false"]);
    const message = `'${attribute}' of <${element.tag}> must be true or false, got '${text}'${meant}`;
    this.report(rules.badBoolean, message, element, attribute);
    return undefined;
  }

  /**
   * The numbers in a child's attributes, undefined without the child. `softLowerLimit` of the model is
   * `soft_lower_limit` of the file.
   */
  leafNumbers<K extends string>(
    tag: string,
    keys: readonly K[],
    infinite = false,
  ): Record<K, number | undefined> | undefined {
    const names = keys.map((key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
    const element = this.leaf(tag, new Set(names));
    if (!element) return undefined;
    const values = names.map((name, k) => [keys[k], this.number(element, name, infinite)]);
    return Object.fromEntries(values);
  }

  /** The pose of a child such as `<origin>`; the identity where there is none. */
  origin(tag = "origin"): Pose {
    const element = this.leaf(tag, originNames);
    if (!element) return identity;
    if (!element.attributes.size) this.missing(element, "xyz", true);
    return this.pose(element);
  }

  pose(element: Element): Pose {
    const xyz = this.vector3(element, "xyz") ?? zero;
    const rpy = this.vector3(element, "rpy");
    return { xyz, rpy: this.turned(element, rpy) ?? zero };
  }

  /** The angles of a quaternion, which counts from version 1.1 of URDF on; else those of `rpy`. */
  private turned(element: Element, rpy: Vector | undefined): Vector | undefined {
    if (!element.attributes.has(quaternion)) return rpy;
    const tell = (text: string, severity?: "warning") =>
      this.report(rules.badOrientation, `'${quaternion}' ${text}`, element, quaternion, {
        severity,
      });
    if (Number.parseFloat(this.document.version || "1") < 1.1) {
      tell("needs version 1.1");
      return rpy;
    }
    if (rpy) tell("replaces 'rpy'");
    const values = this.numbers(element, quaternion, 4);
    const length = values && Math.hypot(...values);
    if (length === 0) tell("is zero");
    if (!length) return undefined;
    if (Math.abs(length - 1) > 1e-3) tell("must have length 1", "warning");
    return rpyOfQuaternion(values.map((value) => value / length) as unknown as Quaternion);
  }

  /** The `xyz` of a child element; undefined where either is missing. */
  vector(tag: string): Vector | undefined {
    const element = this.leaf(tag, axisNames);
    if (!element || this.text(element, "xyz") === undefined) return undefined;
    return this.vector3(element, "xyz");
  }

  // Findings

  report(
    rule: rules.Rule,
    message: string,
    element: Element = this.element,
    attribute?: string,
    details: Details = {},
  ): void {
    let { path } = this;
    if (element !== this.element) path += `.${element.tag}`;
    if (attribute !== undefined) path += `.${attribute}`;
    const { document } = this;
    const position = details.span
      ? document.positionOf(...details.span)
      : document.position(element, attribute);
    document.report(rule, message, path, position, details);
  }

  /** Reports a missing attribute, unless it is `optional`, or text that was written in its place. */
  missing(element: Element, attribute: string, optional = false): void {
    const { tag, attributes } = element;
    const text = this.document.contentOf(element);
    if (text) {
      const message = `text inside <${tag}> is ignored; write <${tag} ${attribute}="${text.slice(0, 40)}"/>`;
      const span = this.document.textSpan(element);
      this.report(rules.textNotAttribute, message, element, undefined, { span });
    }
    if (text || optional) return;
    const guess = nearest(attribute, attributes.keys());
    const has = guess === undefined ? "" : `; it has '${guess}'`;
    const message = `<${tag}> must have the attribute '${attribute}'${has}`;
    this.report(rules.missingAttribute, message, element);
  }

  missingChild(tag: string, severity?: rules.Rule["severity"], assumed = ""): void {
    const message = `<${this.element.tag}> must contain <${tag}>${assumed}`;
    this.report(rules.missingElement, message, this.element, undefined, { severity });
  }

  private parsed(element: Element, attribute: string): number[] | undefined {
    const text = element.attributes.get(attribute);
    if (text === undefined) return undefined;
    if (text.length > longestNumbers) {
      const message = `'${attribute}' of <${element.tag}> is too long: at most 4096 characters are read${instead(element, attribute)}`;
      this.report(rules.numberCount, message, element, attribute);
      return undefined;
    }
    const values = parseNumbers(text);
    if (Array.isArray(values)) return values;
    const { start, end } = values;
    const token = text.slice(start, Math.min(end, start + 40));
    const place = valuePlace(this.document.text, element, attribute);
    // References such as &amp; make the text longer than the value.
    const written = place && this.document.text.slice(...place) === text;
    const span = written ? ([place[0] + start, place[0] + end] as const) : undefined;
    const message = `'${token}' is not a number${instead(element, attribute)}`;
    this.report(rules.badNumber, message, element, attribute, { span });
    return undefined;
  }

  /** Reports a wrong count; the first numbers, where there are enough. */
  private wrongCount(
    element: Element,
    attribute: string,
    count: number,
    values: readonly number[],
  ): readonly number[] | undefined {
    const first = values.slice(0, count);
    const used = first.length === count && first.every(Number.isFinite);
    const plural = count === 1 ? "" : "s";
    const some = count === 1 ? "is" : `${count} are`;
    const rest = used ? `; the first ${some} used` : instead(element, attribute);
    const message = `'${attribute}' of <${element.tag}> must have ${count} number${plural}, it has ${values.length}${rest}`;
    this.report(rules.numberCount, message, element, attribute);
    return used ? first : undefined;
  }

  private notFinite(
    element: Element,
    attribute: string,
    severity?: rules.Rule["severity"],
  ): undefined {
    const text = element.attributes.get(attribute)?.slice(0, 40);
    const message = `'${attribute}' of <${element.tag}> must be finite, got ${text}`;
    this.report(rules.notFinite, message, element, attribute, { severity });
  }

  private duplicate(child: Element): void {
    const first = this.found.get(child.tag) as Element;
    const isEmpty = (one: Element) => one.attributes.size === 0 && one.children.length === 0;
    const replaced = isEmpty(first) && !isEmpty(child);
    if (replaced) this.found.set(child.tag, child);
    const message = `duplicate <${child.tag}> in <${this.element.tag}>; this one is ignored`;
    this.report(rules.duplicateElement, message, replaced ? first : child);
  }

  private unknownAttributes(element: Element, known: ReadonlySet<string>): void {
    for (const name of element.attributes.keys()) {
      // Another namespace is somebody's extension, not a slip.
      if (known.has(name) || name.includes(":") || name === "xmlns") continue;
      if (name === quaternion && known === originNames) continue;
      const what = `attribute '${name}' of <${element.tag}>`;
      const guess = this.document.guess(name, known);
      // Where the one that was meant is missing, the robot is not what was written.
      const lacking = guess !== undefined && !element.attributes.has(guess);
      this.unknown(rules.unknownAttribute, what, guess && `'${guess}'`, element, name, lacking);
    }
  }

  /** `meant` is one whose value should be an attribute of its parent. */
  private unknownElement(
    child: Element,
    known: ReadonlySet<string>,
    parent: string,
    meant = false,
  ): void {
    const { tag } = child;
    if (tag.startsWith("xacro:")) {
      const message = `<${tag}> is not expanded: the file is read as plain URDF`;
      const notes = ["Expand it first: fourbar convert robot.xacro robot.urdf"];
      this.report(rules.unexpandedXacro, message, child, undefined, { notes });
    }
    if (tag.includes(":")) return;
    const guess = this.document.guess(tag, known);
    const what = `element <${tag}> in <${parent}>`;
    // Where the one that was meant is missing, the robot is not what was written.
    const lacking = guess ? !this.found.has(guess) && !spared.has(guess) : meant;
    this.unknown(rules.unknownElement, what, guess && `<${guess}>`, child, undefined, lacking);
  }

  private unknown(
    rule: rules.Rule,
    what: string,
    meant: string | undefined,
    element: Element,
    attribute: string | undefined,
    lacking: boolean,
  ): void {
    let severity: rules.Rule["severity"] | undefined = lacking ? "error" : undefined;
    let message = `unknown ${what} is ignored; did you mean ${meant}?`;
    if (!meant) {
      // Deliberate additions repeat on every link: once is enough to know of them.
      const { told } = this.document;
      if (told.has(rule.code + what)) return;
      told.add(rule.code + what);
      severity ??= "info";
      message = `${what} is not part of URDF; it is ignored`;
    }
    this.report(rule, message, element, attribute, { severity });
  }
}

/** The end of a message about a value that cannot be read. */
function instead({ tag }: Element, attribute: string): string {
  const taken = insteadOf(tag, attribute);
  return taken === undefined ? "; it is ignored" : `; ${taken} is used`;
}
