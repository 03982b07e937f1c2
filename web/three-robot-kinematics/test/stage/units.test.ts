import { describe, expect, it } from "vitest";
import {
  formatNumber,
  formatShort,
  formatValue,
  parseValue,
  stepOf,
} from "../../src/stage/units.js";

describe("showing values", () => {
  it("converts to the unit that was chosen", () => {
    expect(formatValue(Math.PI / 2, "deg")).toBe("90.0°");
    expect(formatValue(Math.PI / 2, "rad")).toBe("1.571 rad");
    expect(formatValue(0.1234, "mm")).toBe("123.4 mm");
    expect(formatValue(0.1234, "m")).toBe("0.1234 m");
  });

  it("puts no sign on zero", () => {
    expect(formatNumber(-1e-9, "deg")).toBe("0.0");
  });

  it("leaves needless zeros out of limits", () => {
    expect(formatShort(-Math.PI, "deg")).toBe("-180°");
    expect(formatShort(0.5, "m")).toBe("0.5\u2009m");
  });
});

describe("reading what was typed", () => {
  it.each([
    ["30", "deg", Math.PI / 6],
    ["-0.5", "rad", -0.5],
    ["0.5rad", "deg", 0.5],
    ["90 deg", "rad", Math.PI / 2],
    ["45°", "rad", Math.PI / 4],
    ["pi/2", "deg", Math.PI / 2],
    ["-pi", "rad", -Math.PI],
    ["2pi/3", "rad", (2 * Math.PI) / 3],
    ["200mm", "m", 0.2],
    ["0.2 m", "mm", 0.2],
    ["12,5", "mm", 0.0125],
    ["1e-3", "m", 0.001],
    ["\u22121", "rad", -1],
  ] as const)("takes %s where the unit is %s", (text, unit, value) => {
    expect(parseValue(text, unit)).toBeCloseTo(value, 12);
  });

  it.each([
    ["", "deg"],
    ["abc", "deg"],
    ["30mm", "deg"],
    ["1 2", "m"],
    ["30 furlongs", "m"],
    ["Infinity", "m"],
  ] as const)("refuses %s where the unit is %s", (text, unit) => {
    expect(parseValue(text, unit)).toBeUndefined();
  });

  it("steps by a degree and by a millimetre", () => {
    expect(stepOf("deg")).toBeCloseTo(Math.PI / 180, 15);
    expect(stepOf("mm")).toBeCloseTo(stepOf("m"), 15);
  });
});

describe("arithmetic in fields", () => {
  it.each([
    ["30+15", "deg", 45],
    ["30 - 15.5", "deg", 14.5],
    ["pi/2 + 10deg", "deg", 100],
    ["-pi/2+1rad", "rad", 1 - Math.PI / 2],
    ["1e-2+1", "m", 1.01],
    ["200mm-0.1m", "m", 0.1],
  ] as const)("%s", (text, unit, expected) => {
    const size = unit === "deg" ? Math.PI / 180 : 1;
    expect(parseValue(text, unit)).toBeCloseTo(expected * size, 12);
  });

  it("goes on from where the joint is", () => {
    expect(parseValue("+=5", "deg", Math.PI / 2)).toBeCloseTo((95 * Math.PI) / 180, 12);
    expect(parseValue("-= 0.5rad", "deg", 1)).toBeCloseTo(0.5, 12);
    expect(parseValue("+=x", "deg", 1)).toBeUndefined();
    expect(parseValue("3+x", "deg")).toBeUndefined();
  });
});
