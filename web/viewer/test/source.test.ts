import { describe, expect, it } from "vitest";
import { linesOf, partAt } from "../src/panels/source/text.js";

const lines = [
  '<robot name="r">', // 1
  '  <link name="a"/>', // 2
  '  <link name="b">', // 3
  "    <visual/>", // 4
  "  </link>", // 5
  '  <joint name="j"', // 6
  '         type="fixed"/>', // 7
  "</robot>", // 8
];
const parts = [
  { kind: "link", name: "a", line: 2 },
  { kind: "link", name: "b", line: 3 },
  { kind: "joint", name: "j", line: 6 },
];

describe("parts in the text of a description", () => {
  it("reach from their start tag to their end", () => {
    expect(parts.map((part) => linesOf(lines, part))).toEqual([
      [2, 2],
      [3, 5],
      [6, 7],
    ]);
  });

  it("are found by a line inside them", () => {
    expect([1, 2, 4, 5, 7].map((line) => partAt(parts, line)?.name)).toEqual([
      undefined,
      "a",
      "b",
      "b",
      "j",
    ]);
  });
});
