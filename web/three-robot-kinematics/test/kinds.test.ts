/** Every joint type as the table has it, against closed forms that numpy and scipy compute. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jointKinds, kindOf } from "../src/index.js";
import { fixtures, type Json, loadRobot, poseError, type Sample } from "./fixtures.js";
import { checkJacobian, islandsOf } from "./islands.js";

interface Kind {
  readonly joint: Json;
  readonly samples: readonly Sample[];
  readonly loop: Json;
  readonly rows: number;
  /** Positions of the free body with the loop closed, and one with it open. */
  readonly closed: readonly (readonly number[])[];
  readonly open: readonly number[];
}

const kinds: Record<string, Kind> = JSON.parse(readFileSync(join(fixtures, "kinds.json"), "utf8"));
const names = Object.keys(kinds);
const kind = (name: string) => kinds[name] as Kind;

it("the table has every type", () => {
  expect(names).toEqual(Object.keys(jointKinds));
  expect(kindOf("toString")).toBeUndefined();
});

describe("a joint", () => {
  it.each(names)("of type %s moves as its closed form", async (name) => {
    const robot = await loadRobot(kind(name).joint);
    for (const { values, poses } of kind(name).samples) {
      for (const [joint, value] of Object.entries(values)) {
        robot.setJointValue(joint, value.length === 1 ? (value[0] as number) : value);
      }
      expect(poseError(robot, poses)).toBeLessThan(1e-9);
    }
  });
});

describe("a loop", () => {
  it.each(names)("of type %s is closed where the joint can go, and nowhere else", async (name) => {
    const { loop, rows, closed, open } = kind(name);
    const [island] = await islandsOf(loop);
    if (!island) return expect(rows).toBe(0);
    expect(island.rows).toBe(rows);
    const gap = (values: readonly number[]) => {
      island.mechanism.y.set(values);
      island.evaluate();
      return Math.max(...island.residual.map(Math.abs));
    };
    for (const values of closed) expect(gap(values)).toBeLessThan(1e-9);
    expect(gap(open)).toBeGreaterThan(1e-2);
    checkJacobian(island);
  });
});
