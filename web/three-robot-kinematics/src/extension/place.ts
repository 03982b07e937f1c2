/**
 * A value inside a JSON document that nobody has checked yet, and where it stands.
 *
 * Reading never throws: what is not as it should be becomes an issue, and the caller gets
 * `undefined` or an empty list. Only own properties are seen, so a key such as `__proto__` or
 * `constructor` is a key like any other.
 */
import type { Vector } from "../basis.js";
import type { Issue, Severity } from "./issue.js";

export class Place {
  constructor(
    readonly value: unknown,
    readonly pointer: string,
    readonly issues: Issue[],
  ) {}

  get absent(): boolean {
    return this.value === undefined || this.value === null;
  }

  report(code: string, message: string, severity: Severity = "error"): undefined {
    this.issues.push({ code, severity, pointer: this.pointer, message });
    return undefined;
  }

  field(key: string): Place {
    const { value } = this;
    const inside = typeof value === "object" && value !== null && Object.hasOwn(value, key);
    return this.at(key, inside ? (value as Record<string, unknown>)[key] : undefined);
  }

  /** The members of an object, in their order; none if it is something else. */
  entries(): [name: string, place: Place][] {
    if (typeof this.value !== "object" || this.value === null || Array.isArray(this.value)) {
      return [];
    }
    return Object.entries(this.value).map(([key, value]) => [key, this.at(key, value)]);
  }

  /** The items of an array; an absent one has none. */
  items(): Place[] {
    if (this.absent) return [];
    if (!Array.isArray(this.value)) {
      this.wrong("an array");
      return [];
    }
    return this.value.map((value, i) => this.at(String(i), value));
  }

  object(): boolean {
    const found =
      typeof this.value === "object" && this.value !== null && !Array.isArray(this.value);
    if (!found) this.wrong("an object");
    return found;
  }

  text(): string | undefined {
    return typeof this.value === "string" ? this.value : this.wrong("a string");
  }

  number(): number | undefined {
    return Number.isFinite(this.value) ? (this.value as number) : this.wrong("a finite number");
  }

  /** A number that may be left out, or be null. */
  optional(): number | undefined {
    return this.absent ? undefined : this.number();
  }

  flag(): boolean | undefined {
    if (this.absent) return undefined;
    return typeof this.value === "boolean" ? this.value : this.wrong("true or false");
  }

  /** An index into a list of `count` things. */
  index(count: number, what: string): number | undefined {
    if (!Number.isInteger(this.value)) return this.wrong(`the index of a ${what}`);
    const index = this.value as number;
    if (index >= 0 && index < count) return index;
    return this.report(
      "INDEX_OUT_OF_RANGE",
      `${what} ${index} is out of range: the file has ${count}`,
    );
  }

  /** A direction, at length one. */
  direction(): Vector | undefined {
    const parts = Array.isArray(this.value) ? this.value : [];
    if (parts.length !== 3 || !parts.every(Number.isFinite)) return this.wrong("three numbers");
    const [x, y, z] = parts as [number, number, number];
    const length = Math.hypot(x, y, z);
    if (length > 0) return [x / length, y / length, z / length];
    return this.report("ZERO_AXIS", "the axis must not be zero");
  }

  /** All members that are numbers, for what is carried along and not interpreted. */
  numbers(): ReadonlyMap<string, number> | undefined {
    if (this.absent || !this.object()) return undefined;
    return new Map(
      this.entries().flatMap(([name, place]) =>
        typeof place.value === "number" ? [[name, place.value] as const] : [],
      ),
    );
  }

  private at(key: string, value: unknown): Place {
    const token = key.replaceAll("~", "~0").replaceAll("/", "~1");
    return new Place(value, `${this.pointer}/${token}`, this.issues);
  }

  private wrong(wanted: string): undefined {
    const found = this.value === undefined ? "nothing" : JSON.stringify(this.value).slice(0, 60);
    return this.report("WRONG_TYPE", `expected ${wanted}, found ${found}`);
  }
}
