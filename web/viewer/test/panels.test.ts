import { isBeyond, rangeOf, shownDofs, turnOf } from "three-robot-kinematics/stage";
import { describe, expect, it } from "vitest";
import type { FindingInfo } from "../src/live/messages.js";
import { excerptOf, placeOf } from "../src/panels/checks/excerpt.js";
import { findingText, groupByRule, matchesFinding } from "../src/panels/checks/groups.js";
import { DEFAULTS, readPreferences } from "../src/preferences.js";

function finding(over: Partial<FindingInfo>): FindingInfo {
  return {
    code: "P431",
    name: "negative-mass",
    severity: "error",
    message: "",
    file: "/a/b/robot.urdf",
    line: 3,
    column: 5,
    endLine: 3,
    endColumn: 7,
    path: null,
    notes: [],
    related: [],
    fix: null,
    source: '  <m v="-1"/>',
    part: null,
    ...over,
  };
}

describe("the line a finding speaks of", () => {
  it("stands without its indent, with marks below the place", () => {
    const excerpt = excerptOf(finding({ column: 9, endColumn: 11 }));
    expect(excerpt).toEqual({ text: '<m v="-1"/>', marks: "      ^^" });
  });

  it("keeps tabs below tabs", () => {
    expect(excerptOf(finding({ source: "a\tb", column: 3, endColumn: 4 }))?.marks).toBe(" \t^");
  });

  it("marks to the end of the line where the place goes on below", () => {
    expect(excerptOf(finding({ source: "abc", column: 2, endLine: 9, endColumn: 1 }))?.marks).toBe(
      " ^^",
    );
  });

  it("keeps the place in sight on a long line", () => {
    const source = `${"x".repeat(500)}HERE${"y".repeat(500)}`;
    const excerpt = excerptOf(finding({ source, column: 501, endColumn: 505 }));
    const at = excerpt?.marks.indexOf("^") ?? 0;
    expect(excerpt?.text.slice(at, at + 4)).toBe("HERE");
    expect(excerpt?.text.length).toBeLessThan(200);
  });

  it("is left out where there is none", () => {
    expect(excerptOf(finding({ source: null }))).toBeUndefined();
  });

  it("is named by file, line and column", () => {
    expect(placeOf(finding({}))).toBe("robot.urdf:3:5");
    expect(placeOf(finding({ line: null }))).toBe("robot.urdf");
    expect(placeOf(finding({ file: null }))).toBe("");
  });
});

describe("a degree of freedom", () => {
  const dof = (limit: { lower?: number; upper?: number }, motion: "rotation" | "translation") => {
    // glTF's x, y, z are URDF's y, z, x.
    const [shown] = shownDofs({
      name: "j",
      type: motion === "rotation" && limit.lower === undefined ? "continuous" : "revolute",
      dofs: [{ motion, axis: [0, 0, 1], limit, default: 0 }],
    });
    if (!shown) throw new Error("no freedom");
    return shown;
  };

  it("slides between its limits, and beyond where they are not kept", () => {
    const bounded = dof({ lower: -1, upper: 3 }, "rotation");
    expect(rangeOf(bounded, 0, true)).toEqual({ min: -1, max: 3 });
    expect(rangeOf(bounded, 0, false)).toEqual({ min: -2, max: 4 });
    expect(rangeOf(bounded, 9, true)).toEqual({ min: -1, max: 9 });
  });

  it("goes round once where it has none", () => {
    const free = dof({}, "rotation");
    expect(free.wraps).toBe(true);
    expect(rangeOf(free, 50, true)).toEqual({ min: -Math.PI, max: Math.PI });
    expect(turnOf(2 * Math.PI + 0.5)).toBeCloseTo(0.5, 12);
    expect(turnOf(-Math.PI - 0.5)).toBeCloseTo(Math.PI - 0.5, 12);
    expect(turnOf(Math.PI)).toBe(Math.PI);
  });

  it("makes room for a slide without limits", () => {
    expect(rangeOf(dof({}, "translation"), 4, true)).toEqual({ min: -1, max: 4 });
  });

  it("knows when it is out of its limits, rounding aside", () => {
    const bounded = dof({ lower: -1, upper: 1 }, "rotation");
    expect(isBeyond(bounded, 1 + 1e-9)).toBe(false);
    expect(isBeyond(bounded, 1.001)).toBe(true);
    expect(isBeyond(dof({}, "rotation"), 1e9)).toBe(false);
  });

  it("is named after URDF's axis where its joint has several", () => {
    const axis = (x: number, y: number, z: number) =>
      ({ motion: "translation", axis: [x, y, z], limit: {}, default: 0 }) as const;
    const dofs = [axis(0, 0, 1), axis(1, 0, 0), { ...axis(0, -1, 0), motion: "rotation" as const }];
    const labels = shownDofs({ name: "base", type: "planar", dofs }).map(({ label }) => label);
    expect(labels).toEqual(["slide x", "slide y", "turn z"]);
  });
});

describe("preferences", () => {
  it("take what fits and leave the rest at its default", () => {
    const text =
      '{"theme":"dark","angle":"turns","panelWidth":9999,"layers":{"frames":true,"x":3}}';
    expect(readPreferences(text)).toEqual({ ...DEFAULTS, theme: "dark", layers: { frames: true } });
  });

  it.each([null, "", "x", "3", "null"])("start anew from %s", (text) => {
    expect(readPreferences(text)).toEqual(DEFAULTS);
  });
});

describe("findings by rule", () => {
  const many = [
    finding({ code: "A1", name: "guess", severity: "warning", message: "mesh guessed" }),
    finding({
      code: "A1",
      name: "guess",
      severity: "warning",
      part: { kind: "link", name: "arm" },
    }),
    finding({ code: "B2", name: "bad", severity: "error", fix: { description: "x", safe: true } }),
    finding({ code: "C3", name: "odd", severity: "info", fix: { description: "y", safe: false } }),
  ];

  it("has errors first, then the most frequent", () => {
    const groups = groupByRule(many);
    expect(groups.map(({ code }) => code)).toEqual(["B2", "A1", "C3"]);
    expect(groups.map(({ findings }) => findings.length)).toEqual([1, 2, 1]);
    expect(groups.map(({ fixable, safe }) => [fixable, safe])).toEqual([
      [1, true],
      [0, false],
      [1, false],
    ]);
  });

  it("is searched by all words, in rules, parts, files and messages", () => {
    const found = (query: string) => many.filter((one) => matchesFinding(one, query)).length;
    expect(found("A1 arm")).toBe(1);
    expect(found("GUESS")).toBe(2);
    expect(found("robot.urdf")).toBe(4);
    expect(found("arm nothing")).toBe(0);
  });

  it("is copied as a terminal prints it", () => {
    const text = findingText(
      finding({ severity: "error", code: "B2", name: "bad", message: "no" }),
      "a:1",
    );
    expect(text.split("\n")[0]).toBe("a:1: error[B2 bad]: no");
  });
});
