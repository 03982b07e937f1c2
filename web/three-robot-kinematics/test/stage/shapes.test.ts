import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { shapeGeometry } from "../../src/stage/layers/shapes.js";

function sizeOf(shape: unknown): number[] | undefined {
  const geometry = shapeGeometry(shape);
  geometry?.computeBoundingBox();
  return geometry?.boundingBox?.getSize(new Vector3()).toArray();
}

const about = (...numbers: number[]) => numbers.map((x) => expect.closeTo(x, 2));

describe("collision shapes", () => {
  it.each([
    ["box", { box: { size: [0.1, 0.2, 0.3] } }, [0.1, 0.2, 0.3]],
    ["sphere", { sphere: { radius: 0.5 } }, [1, 1, 1]],
    ["cylinder along y", { cylinder: { radius: 0.1, height: 0.6 } }, [0.2, 0.6, 0.2]],
    [
      "cylinder along z",
      { cylinder: { radius: 0.1, height: 0.6, axis: [0, 0, 1] } },
      [0.2, 0.2, 0.6],
    ],
    ["capsule", { capsule: { radius: 0.1, height: 0.6, axis: [1, 0, 0] } }, [0.8, 0.2, 0.2]],
  ])("have the size of the %s", (_, shape, size) => {
    expect(sizeOf(shape)).toEqual(about(...size));
  });

  it.each([
    undefined,
    null,
    {},
    { box: {} },
    { box: { size: ["a", 1, 2] } },
    { sphere: { radius: -1 } },
    { cylinder: { radius: 1 } },
    { sphere: { radius: Number.NaN } },
    "box",
    // Without a surface.
    { box: { size: [0, 0, 0.1] } },
    { sphere: { radius: 0 } },
    { cylinder: { radius: 0, height: 1 } },
  ])("are none for %j", (shape) => {
    expect(shapeGeometry(shape)).toBeUndefined();
  });
});
