import { describe, expect, it } from "vitest";
import type { Island } from "../src/solve/island.js";
import { robotDocument } from "./document.js";
import { readFixture } from "./fixtures.js";
import { checkJacobian, islandsOf } from "./islands.js";

const tilted = [0.6, 0, 0.8];
const sides = ["left", "right"] as const;
/** Two arms of turning and sliding joints on a common, moving stem; one joint mimics another. */
const arms = [
  { name: "stem", type: "floating", parent: "base", child: "trunk" },
  ...sides.flatMap((side) => [
    {
      name: `${side}_1`,
      type: "revolute",
      parent: "trunk",
      child: `${side}_a`,
      translation: [0.1, side === "left" ? 0.2 : -0.2, 0.05],
      rotation: [0.5, 0.5, 0.5, 0.5],
      axis: [0, 0.6, -0.8],
    },
    {
      name: `${side}_2`,
      type: "prismatic",
      parent: `${side}_a`,
      child: `${side}_b`,
      translation: [0, 0, 0.3],
      axis: tilted,
    },
    {
      name: `${side}_3`,
      type: "spherical",
      parent: `${side}_b`,
      child: `${side}_c`,
      translation: [0.2, 0, 0],
    },
    {
      name: `${side}_4`,
      type: "continuous",
      parent: `${side}_c`,
      child: `${side}_d`,
      axis: [0, 1, 0],
      translation: [0, 0.1, 0.1],
      mimic: { joint: side === "left" ? 1 : 5, multiplier: -1.5, offset: 0.3 },
    },
  ]),
];

describe("derivative of a loop's residual", () => {
  it.each(["fixed", "revolute", "continuous", "prismatic", "planar", "universal", "spherical"])(
    "%s",
    async (type) => {
      const loop = {
        type,
        predecessor: "left_d",
        successor: "right_d",
        predecessorAt: { translation: [0.1, 0.2, 0.3], rotation: [0.1, 0.7, 0.1, 0.7] },
        successorAt: { translation: [-0.2, 0, 0.1], rotation: [0.5, -0.5, 0.5, 0.5] },
        axis: tilted,
        axis2: [0, 1, 0],
      };
      const [island] = (await islandsOf(robotDocument(arms, [loop]))) as [Island];
      for (let sample = 0; sample < 10; sample++) {
        island.mechanism.y.forEach((_, i) => {
          island.mechanism.y[i] = Math.sin(3 * sample + 1.7 * i);
        });
        // The poses above the loop are not the island's to compute.
        island.mechanism.update();
        checkJacobian(island);
      }
    },
  );

  it.each(["delta", "differential", "lims2_wrist", "six_bar", "stewart"])("%s", async (name) => {
    for (const island of await islandsOf(readFixture(name).gltf)) checkJacobian(island);
  });
});

describe("joints that only carry a loop", () => {
  it("have no column", async () => {
    const loop = { type: "spherical", predecessor: "left_d", successor: "right_d" };
    const [island] = (await islandsOf(robotDocument(arms, [loop]))) as [Island];
    // Of each arm one turn, which another follows, one slide and three turns; the stem's six are out.
    expect(island.columns).toBe(10);
    expect(island.rows).toBe(3);
  });
});

describe("a revolute loop held half a turn away", () => {
  it("is open by 2, not closed", async () => {
    const flipped = { rotation: [1, 0, 0, 0] };
    const loop = {
      type: "revolute",
      predecessor: "base",
      successor: "disc",
      successorAt: flipped,
      axis: [0, 0, 1],
    };
    const joint = {
      name: "spin",
      type: "continuous",
      parent: "base",
      child: "disc",
      axis: [0, 0, 1],
    };
    const [island] = (await islandsOf(robotDocument([joint], [loop]))) as [Island];
    expect(island.evaluate()).toBeCloseTo(2, 12);
  });
});
