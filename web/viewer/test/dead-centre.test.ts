import type { JointValue } from "three-robot-kinematics";
import { describe, expect, it } from "vitest";
import { loadGallery } from "../../three-robot-kinematics/test/fixtures.js";
import { leaveDeadCentre } from "../src/pose/dead-centre.js";

type Model = Awaited<ReturnType<typeof loadGallery>>;

function mover(model: Model) {
  return (values: ReadonlyMap<string, JointValue>) => {
    model.setJointValues(values, { partial: true, wrap: true });
  };
}

/** Turns the crank of the four-bar to where the rocker is as far down as it gets. */
async function atDeadCentre(): Promise<Model> {
  const model = await loadGallery("four_bar");
  const rocker = (crank: number) => {
    model.setJointValue("crank", crank);
    return model.getJointValue("rocker") as number;
  };
  let [low, high] = [-1, -0.4];
  for (let i = 0; i < 60; i++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (rocker(a) < rocker(b)) high = b;
    else low = a;
  }
  rocker((low + high) / 2);
  return model;
}

describe("a dependent joint at its dead centre", () => {
  it("is led out by the driven joint, loops closed", async () => {
    const model = await atDeadCentre();
    const stuck = model.getJointValue("rocker") as number;
    expect(model.setJointValue("rocker", 0, { partial: true }).converged).toBe(false);

    expect(leaveDeadCentre(model, "rocker", 0, mover(model))).toBe(true);

    const value = model.getJointValue("rocker") as number;
    expect(value).toBeGreaterThan(stuck + 0.01);
    expect(model.lastResult.residual).toBeLessThan(1e-6);
  });

  it("stays where it was when it is asked for more than it can reach", async () => {
    const model = await atDeadCentre();
    const before = model.getJointValues();
    expect(leaveDeadCentre(model, "rocker", -0.15, mover(model))).toBe(false);
    for (const [name, value] of before)
      expect(model.getJointValue(name)).toBeCloseTo(value as number, 6);
  });

  it("is nothing that driven joints know", async () => {
    const model = await loadGallery("four_bar");
    expect(leaveDeadCentre(model, "crank", 1, mover(model))).toBe(false);
  });
});
