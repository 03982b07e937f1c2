import { PMREMGenerator, Texture } from "three";
import { describe, expect, it } from "vitest";
import {
  last,
  makeSurroundings,
  radiance,
  roughnessOf,
} from "../../src/stage/scene/surroundings.js";

/** Directions that cover the sphere evenly (a Fibonacci spiral). */
const directions = Array.from({ length: 4000 }, (_, i) => {
  const y = 1 - (2 * i + 1) / 4000;
  const angle = i * Math.PI * (3 - Math.sqrt(5));
  const across = Math.sqrt(1 - y * y);
  return [across * Math.cos(angle), y, across * Math.sin(angle)] as const;
});

describe("the light from all around", () => {
  it.each([0.3, 0.6, 1])("is spread, not lost, by a roughness of %f", (roughness) => {
    const mean = (r: number) =>
      directions.reduce((sum, [x, y, z]) => sum + radiance(x, y, z, r), 0) / directions.length;
    expect(mean(roughness) / mean(0)).toBeCloseTo(1, 2);
  });

  it("shows a matt surface no lamps", () => {
    const spread = (r: number) => {
      const all = directions.map(([x, y, z]) => radiance(x, y, z, r));
      return Math.max(...all) / Math.min(...all);
    };
    expect(spread(1)).toBeLessThan(spread(0) / 2);
  });

  it("comes from above", () => {
    expect(radiance(0, 1, 0, 1)).toBeGreaterThan(1.5 * radiance(0, -1, 0, 1));
  });
});

describe("what is agreed with three.js on filtered surroundings", () => {
  // The type declarations leave it out.
  const { lodToRoughness } = PMREMGenerator as unknown as {
    lodToRoughness(level: number, last: number): number;
  };

  it("has the levels that are looked up", () => {
    for (let level = 0; level <= last; level++) {
      expect(roughnessOf(level)).toBeCloseTo(lodToRoughness(level, last), 12);
    }
  });

  it("is told by a field that every texture has", () => {
    expect(new Texture().isPMREMTexture).toBe(false);
    const surroundings = makeSurroundings();
    expect(surroundings.isPMREMTexture).toBe(true);
    expect(surroundings.mipmaps).toHaveLength(last + 1);
  });
});
