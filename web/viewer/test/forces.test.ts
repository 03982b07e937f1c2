import { describe, expect, test } from "vitest";
import { curvePath, rangeOf } from "../src/chrome/motion-plot.js";
import { forcesAt, rowAt, scaleOf } from "../src/live/forces.js";
import type { ForcesInfo } from "../src/live/messages.js";

const info: ForcesInfo = {
  parts: [
    { kind: "joint", name: "hip", determined: [true, false, true, false, true, false] },
    { kind: "loop", name: "knee", determined: [true, true, true, true, true, true] },
  ],
  values: [
    [3, 0, 4, 0, 0, 0, 0, 0, 0, 0, 2, 0],
    [0, 0, 1, 0, 0, 0, 6, 0, 8, 0, 0, 0],
  ],
  drives: ["hip"],
  efforts: [[-3], [1]],
};

describe("forces of a message", () => {
  test("each part gets its six numbers of a row", () => {
    const { parts, efforts } = forcesAt(info, 1, { force: 1, moment: 1, effort: 1 });
    expect(parts.map(({ name, wrench }) => [name, wrench])).toEqual([
      ["hip", [0, 0, 1, 0, 0, 0]],
      ["knee", [6, 0, 8, 0, 0, 0]],
    ]);
    expect([...efforts]).toEqual([["hip", 1]]);
  });

  test("the scale is the largest of all rows, and at least what the robot weighs", () => {
    expect(scaleOf(info, 1, 1)).toEqual({ force: 10, moment: 2, effort: 3 });
    expect(scaleOf(info, 20, 0.5)).toEqual({ force: 20, moment: 10, effort: 3 });
  });

  test.each([
    [-1, 0],
    [0, 0],
    [0.4, 0],
    [0.5, 1],
    [0.9, 1],
    [1, 2],
    [9, 2],
  ])("at %d s the row is %d", (time, row) => {
    expect(rowAt([0, 0.5, 1], time)).toBe(row);
  });
});

describe("curves", () => {
  test("fill the box from the first time to the last", () => {
    expect(curvePath([0, 1, 2], [0, 5, 10], [0, 10])).toBe("M0.0 100.0L500.0 50.0L1000.0 0.0");
  });

  test("a constant has room above and below", () => {
    const [low, high] = rangeOf([{ name: "total", values: [2, 2] }]);
    expect(low).toBeLessThan(2);
    expect(high).toBeGreaterThan(2);
  });
});
