import { describe, expect, it } from "vitest";
import { arcStrip, atLimit } from "../../src/stage/layers/limits.js";

describe("the arc from limit to limit", () => {
  it("goes from the lower to the upper limit, about +y from +z", () => {
    const [lower, upper] = [-0.4, 1.3];
    const points = arcStrip(lower, upper, 0.5, 1);
    const outer = (n: number) =>
      Math.atan2(points[6 * n + 3] as number, points[6 * n + 5] as number);
    const last = points.length / 6 - 1;
    expect(outer(0)).toBeCloseTo(lower, 6);
    expect(outer(last)).toBeCloseTo(upper, 6);
    for (let n = 0; n <= last; n++) {
      expect(Math.hypot(points[6 * n] as number, points[6 * n + 2] as number)).toBeCloseTo(0.5, 6);
    }
  });

  it("is a whole circle at most", () => {
    const points = arcStrip(-20, 20, 0.5, 1);
    expect(points.length / 6).toBe(97);
    expect([...points.slice(0, 6)].map((x, k) => x - (points.at(k - 6) as number))).toEqual(
      Array(6).fill(expect.closeTo(0, 6)),
    );
  });
});

describe("being at a limit", () => {
  const dof = {
    motion: "rotation",
    axis: [0, 0, 1],
    limit: { lower: -1, upper: 2 },
    default: 0,
  } as const;

  it.each([
    [-1, true],
    [-1.2, true],
    [2, true],
    [0, false],
    [1.9, false],
  ])("is true at %f: %s", (position, expected) => {
    expect(atLimit(dof, position)).toBe(expected);
  });

  it("never happens without limits", () => {
    expect(atLimit({ ...dof, limit: {} }, 100)).toBe(false);
  });
});
