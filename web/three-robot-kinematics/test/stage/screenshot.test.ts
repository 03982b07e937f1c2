import { describe, expect, it } from "vitest";
import { pictureSize } from "../../src/stage/screenshot.js";

const canvas = { width: 1600, height: 900 };

describe("the size of a picture", () => {
  it.each([
    ["the canvas' by default", undefined, undefined, [1600, 900]],
    ["in proportion to a width", 800, undefined, [800, 450]],
    ["in proportion to a height", undefined, 1800, [3200, 1800]],
    ["as asked for", 500, 500, [500, 500]],
    ["never too large for a graphics card", 100_000, 50_000, [8192, 4096]],
  ])("is %s", (_, width, height, [wide, high]) => {
    expect(pictureSize(width, height, canvas)).toEqual({ width: wide, height: high });
  });
});
