import { describe, expect, it } from "vitest";
import type { Inertial } from "../../src/index.js";
import { equivalentEllipsoid } from "../../src/stage/layers/inertia.js";

function body(mass: number, inertiaDiagonal: [number, number, number]): Inertial {
  return { mass, inertiaDiagonal, centerOfMass: [0, 0, 0], inertiaOrientation: [0, 0, 0, 1] };
}

describe("the ellipsoid that is as hard to turn", () => {
  it("is the body itself for an ellipsoid", () => {
    const [a, b, c, mass] = [0.1, 0.25, 0.4, 3];
    const moment = (p: number, q: number) => (mass / 5) * (p * p + q * q);
    const { axes, possible } = equivalentEllipsoid(
      body(mass, [moment(b, c), moment(c, a), moment(a, b)]),
    );
    expect(possible).toBe(true);
    [a, b, c].forEach((length, k) => {
      expect(axes[k]).toBeCloseTo(length, 12);
    });
  });

  it("has no thickness along a rod", () => {
    const { axes, possible } = equivalentEllipsoid(body(2, [0, 1, 1]));
    expect(possible).toBe(true);
    expect(axes[1]).toBe(0);
    expect(axes[0]).toBeGreaterThan(0);
  });

  it("is impossible where one moment is more than the others together", () => {
    expect(equivalentEllipsoid(body(1, [1, 0.2, 0.3])).possible).toBe(false);
  });

  it("does not divide by no mass", () => {
    expect(equivalentEllipsoid(body(0, [1, 1, 1]))).toEqual({ axes: [0, 0, 0], possible: false });
  });
});
