/** What the Python side read and computed (tests/web/descriptions.py). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as rules from "../../src/urdf/rules.js";
import { fixtures, type Json, type Sample } from "../fixtures.js";

export interface FindingData {
  readonly code: string;
  readonly severity: string;
  readonly path: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
}

export interface Description {
  readonly name: string;
  readonly text: string;
  /** Absent where there is no robot in the text. */
  readonly model?: Json;
  readonly findings: readonly FindingData[];
  readonly samples?: readonly Sample[];
}

export const descriptions: readonly Description[] = readFileSync(
  join(fixtures, "descriptions.jsonl"),
  "utf8",
)
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line));

/** The codes that both sides check. */
export const shared: ReadonlySet<string> = new Set(
  Object.values(rules)
    .map(({ code }) => code)
    .filter((code) => !code.startsWith("A")),
);
