import { describe, expect, it } from "vitest";
import type { Finding } from "../../src/urdf/finding.js";
import { checkStructure, drake, parseURDF } from "../../src/urdf/index.js";
import * as rules from "../../src/urdf/rules.js";
import type { Json } from "../fixtures.js";
import { type Description, descriptions, shared } from "./descriptions.js";

/** Elements of hardware, sensors and simulators: only the Python reader looks into them. */
const control = /^(transmission|ros2_control|sensor|gazebo)\b/;

/** Where a parser gives up differs; that it does so must not. */
const placeless = new Set(["X001", "X008", "X009"]);

/** As JSON, without what only the browser's model has. */
function plain(value: unknown): Json {
  return JSON.parse(
    JSON.stringify(value, (key, inner) => {
      if (key === "url" || key === "root" || key === "findings") return undefined;
      if (typeof inner === "number" && !Number.isFinite(inner)) return String(inner);
      if (typeof inner === "number") return rounded(inner);
      return inner instanceof Map ? [...inner.values()] : inner;
    }),
  );
}

/** Angles of a quaternion may differ in their last digit. */
function rounded(value: number): number {
  return Number(value.toPrecision(15));
}

/** Python's JSON has no numbers that are not finite either. */
function expected({ model }: Description): Json {
  return JSON.parse(
    JSON.stringify(model, (_, inner) => {
      if (typeof inner === "number") return rounded(inner);
      return inner === null ? undefined : inner;
    }),
  );
}

function ofPython({ findings, model }: Description): string[] {
  return findings
    .filter(({ code, path }) => shared.has(code) && !control.test(path))
    .map(({ code, severity, path, line, column }) =>
      !model && placeless.has(code) ? code : `${code} ${severity} ${path} ${line}:${column}`,
    )
    .sort();
}

function ofBrowser(findings: readonly Finding[], model: unknown): string[] {
  return findings
    .map(({ code, severity, path, position }) => {
      if (!model && placeless.has(code)) return code;
      const place = `${position?.line ?? null}:${position?.column ?? null}`;
      return `${code} ${severity} ${path} ${place}`;
    })
    .sort();
}

/** What numbers are wrong is said in the same words. */
const worded: ReadonlySet<string> = new Set([rules.numberCount.code, rules.badNumber.code]);

function messages(findings: readonly { code: string; message: string; path: string }[]): string[] {
  return findings
    .filter(({ code, path }) => worded.has(code) && !control.test(path))
    .map(({ code, path, message }) => `${code} ${path}: ${message}`)
    .sort();
}

describe("reads what the Python reader reads", () => {
  it("from a few hundred descriptions", () => {
    expect(descriptions.length).toBeGreaterThan(250);
  });

  it.each(descriptions.map((each) => [each.name, each] as const))("%s", (_, description) => {
    const model = parseURDF(description.text, { dialects: [drake] });
    if (description.model) expect(plain(model)).toEqual(expected(description));
    else expect(model.links.size).toBe(0);
    const structure = description.model ? checkStructure(model).findings : [];
    const found = ofBrowser([...model.findings, ...structure], description.model);
    expect(found).toEqual(ofPython(description));
    expect(messages(model.findings)).toEqual(messages(description.findings));
  });

  it("with numbers that are wrong among them", () => {
    const said = new Set(descriptions.flatMap(({ findings }) => findings.map(({ code }) => code)));
    for (const code of worded) expect(said, code).toContain(code);
  });
});
