import { describe, expect, it } from "vitest";
import { moveAnywhere, randomValues } from "../../src/stage/robot/random.js";
import { loadGallery } from "./robots.js";

/** The same numbers every time. */
function sequence(seed: number): () => number {
  let n = seed;
  return () => {
    n = (n * 48271) % 2147483647;
    return n / 2147483647;
  };
}

describe("a random pose", () => {
  it.each(["ur20", "humanoid", "gripper"])(
    "of %s is within the limits, and another each time",
    async (name) => {
      const { model } = await loadGallery(name);
      const random = sequence(7);
      const [first, second] = [randomValues(model, random), randomValues(model, random)];
      expect(first).not.toEqual(second);
      for (const [joint, value] of first) {
        const { lower, upper } = model.joints.get(joint)?.dofs[0]?.limit ?? {};
        expect(value).toBeGreaterThanOrEqual(lower ?? -Math.PI);
        expect(value).toBeLessThanOrEqual(upper ?? Math.PI);
      }
    },
  );

  it.each(["four_bar", "stewart", "delta", "leg_linkage", "six_bar"])(
    "of %s keeps its loops closed",
    async (name) => {
      const { model } = await loadGallery(name);
      const random = sequence(11);
      for (let draw = 0; draw < 5; draw++) {
        moveAnywhere(model, random);
        for (const loop of model.loops.values()) expect(loop.residual).toBeLessThan(1e-6);
      }
    },
  );

  it("leaves what floats in the air where it is", async () => {
    const { model } = await loadGallery("drone");
    const floating = [...model.joints.values()].filter(({ type }) => type === "floating");
    expect(floating.length).toBeGreaterThan(0);
    const values = randomValues(model, sequence(3));
    for (const { name } of floating) expect(values.has(name)).toBe(false);
  });
});
