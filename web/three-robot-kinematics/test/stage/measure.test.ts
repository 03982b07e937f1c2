import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { angleAt, formatLength } from "../../src/stage/tools/numbers.js";

describe("measured numbers", () => {
  it.each([
    [0, "0 mm"],
    [0.01234567, "12.35 mm"],
    [-0.25, "-250.0 mm"],
    [1.5, "1.5000 m"],
    [40, "40.000 m"],
  ])("%f m is written as %s", (metres, text) => {
    expect(formatLength(metres)).toBe(text);
  });

  it("have the angle at the point in the middle", () => {
    const at = new Vector3(1, 1, 1);
    const a = at.clone().add(new Vector3(2, 0, 0));
    const b = at.clone().add(new Vector3(0, 0.5, 0.5));
    expect(angleAt(a, at, b)).toBeCloseTo(Math.PI / 2, 12);
  });
});
