import { describe, expect, it } from "vitest";
import { Turns } from "../../src/stage/layers/turns.js";

/** What is looked at in one frame that has time for `most`. */
function frame(turns: Turns, most: number): number[] {
  const seen: number[] = [];
  while (!turns.done && seen.length < most) seen.push(turns.take());
  return seen;
}

describe("taking turns", () => {
  it("looks at everything once, and then at nothing", () => {
    const turns = new Turns(5);
    turns.renew();
    expect([0, 1, 2].map(() => frame(turns, 2))).toEqual([[0, 1], [2, 3], [4]]);
    expect(frame(turns, 2)).toEqual([]);
  });

  it("comes to the last ones even if all change in every frame", () => {
    const turns = new Turns(5);
    const seen = [0, 1, 2].flatMap(() => {
      turns.renew();
      return frame(turns, 2);
    });
    expect(seen).toEqual([0, 1, 2, 3, 4, 0]);
  });

  it("has nothing to do where there is nothing", () => {
    const turns = new Turns(0);
    turns.renew();
    expect(frame(turns, 2)).toEqual([]);
  });
});
