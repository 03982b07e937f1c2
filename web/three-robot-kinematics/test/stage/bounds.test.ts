import { describe, expect, it } from "vitest";
import { checkBounds } from "../../src/stage/load/bounds.js";

describe("bounds on what a file may ask for", () => {
  it("let an ordinary file pass", () => {
    const nodes = [{ children: [1, 2] }, {}, { children: [3] }, {}];
    expect(() => checkBounds({ nodes, accessors: [{ count: 100, bufferView: 0 }] })).not.toThrow();
  });

  it.each([
    ["a list of nodes without end", { nodes: Array(100_001).fill({}) }, /nodes/],
    [
      "a chain of nodes that no stack holds",
      { nodes: Array.from({ length: 5000 }, (_, i) => ({ children: i < 4999 ? [i + 1] : [] })) },
      /nested/,
    ],
    [
      "numbers out of nothing",
      { accessors: [{ count: 30_000_000 }] },
      /more data than it contains/,
    ],
    ["more numbers than memory", { accessors: [{ count: 1e12, bufferView: 0 }] }, /count/],
    ["a count that is none", { accessors: [{ count: "many" }] }, /count/],
    ["something else", null, /glTF/],
  ])("refuse %s", (_, json, message) => {
    expect(() => checkBounds(json)).toThrow(message);
  });

  it("come to an end in a cycle", () => {
    // Refused later, with the place of the cycle, when the robot is read.
    expect(() => checkBounds({ nodes: [{ children: [1] }, { children: [0] }] })).not.toThrow();
  });
});
