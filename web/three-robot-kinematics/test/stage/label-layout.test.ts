import { describe, expect, it } from "vitest";
import { type LabelBox, layOutLabels } from "../../src/stage/layers/label-layout.js";

function label(x: number, y: number, rank: number, inside = true): LabelBox {
  return { x, y, width: 40, height: 12, inside, rank, shown: false, leeway: 0, aside: 0 };
}

describe("laying out labels", () => {
  it("shows the more important of two that cover each other", () => {
    const labels = [label(100, 100, 2), label(110, 104, 1)];
    layOutLabels(labels, []);
    expect(labels.map(({ shown }) => shown)).toEqual([false, true]);
  });

  it("shows both where they are beside each other", () => {
    const labels = [label(100, 100, 2), label(143, 100, 1), label(100, 115, 3)];
    layOutLabels(labels, []);
    expect(labels.every(({ shown }) => shown)).toBe(true);
  });

  it("lets a hidden label hide nothing", () => {
    const labels = [label(100, 100, 1), label(130, 100, 2), label(160, 100, 3)];
    layOutLabels(labels, []);
    expect(labels.map(({ shown }) => shown)).toEqual([true, false, true]);
  });

  it("leaves out what is not in the picture", () => {
    const labels = [label(100, 100, 1, false), label(100, 100, 2)];
    layOutLabels(labels, []);
    expect(labels.map(({ shown }) => shown)).toEqual([false, true]);
  });

  it("lets a label step aside that may, as far as it may", () => {
    const labels = [1, 2, 3, 4].map((rank) => ({ ...label(100, 100, rank), leeway: 1 }));
    layOutLabels(labels, []);
    expect(labels.map(({ shown }) => shown)).toEqual([true, true, true, false]);
    expect(labels.map(({ aside }) => aside)).toEqual([0, -14, 14, 0]);
  });

  it("never shows two that overlap", () => {
    const labels = Array.from({ length: 200 }, (_, i) => ({
      ...label((i * 37) % 300, (i * 53) % 200, Math.sin(i)),
      leeway: i % 3,
    }));
    layOutLabels(labels, []);
    const shown = labels.filter((one) => one.shown);
    expect(shown.length).toBeGreaterThan(10);
    for (const a of shown) {
      for (const b of shown) {
        if (a === b) continue;
        const apart = Math.abs(a.y + a.aside - b.y - b.aside);
        expect(Math.abs(a.x - b.x) >= 40 || apart >= 12).toBe(true);
      }
    }
  });
});
