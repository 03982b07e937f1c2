import { describe, expect, test } from "vitest";
import { trianglesOf } from "../src/live/coverage.js";
import type { CoverageMessage } from "../src/live/messages.js";
import { coverageFacts } from "../src/panels/tree/details.js";

const units = { angle: "deg", length: "mm" } as const;
const arm = {
  link: "arm",
  outside: 0.0056,
  excess: 0.012,
  uncovered: [0, 0, 0, 1, 0, 0, 0, 1, 0],
  problem: null,
};
const message: CoverageMessage = {
  type: "coverage",
  robot: "r1",
  version: 1,
  links: [arm, { ...arm, link: "base", outside: 0, uncovered: [] }],
};

describe("coverage of a message", () => {
  test("links with triangles are drawn, and their arrays are made once", () => {
    const triangles = trianglesOf(message);
    expect([...triangles.keys()]).toEqual(["arm"]);
    expect(triangles.get("arm")).toHaveLength(9);
    expect(trianglesOf(message)).toBe(triangles);
  });

  test("the panel has both distances, or why there are none", () => {
    expect(coverageFacts(arm, units).map(([, value]) => value)).toEqual([
      "5.6\u2009mm",
      "12\u2009mm",
    ]);
    const problem = "has no collision shapes";
    expect(coverageFacts({ ...arm, problem }, units)).toEqual([
      ["Coverage", `not measured: ${problem}`],
    ]);
    expect(coverageFacts(undefined, units)).toEqual([]);
  });
});
