import { describe, expect, it } from "vitest";
import { gridCell } from "../../src/stage/scene/ground.js";

describe("the grid", () => {
  it.each([0.01, 0.3, 2, 8, 60, 3000])(
    "at %f m has cells of a power of ten that can be told apart",
    (distance) => {
      const { cell, blend } = gridCell(distance);
      expect(Math.log10(cell) % 1).toBeCloseTo(0, 12);
      expect(distance / cell).toBeGreaterThanOrEqual(4);
      expect(distance / cell).toBeLessThan(40);
      expect(blend).toBeGreaterThanOrEqual(0);
      expect(blend).toBeLessThan(1);
    },
  );
});
