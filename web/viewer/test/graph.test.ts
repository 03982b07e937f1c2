import { describe, expect, it } from "vitest";
import { bodiesOf, partOfLine, partOfTitle } from "../src/panels/graph/parts.js";

const longer = "a_loop_with_a_name_that_ends_otherwise";
const long = "a_loop_with_a_name_that_no_box_has_room_for";
const names = {
  links: new Set(["base", "arm: left", "platform (upper)"]),
  joints: new Set(["hinge_1", "knee (left)"]),
  loops: new Set(["ball_1", longer, long]),
};

describe("titles of the graph drawing", () => {
  it.each([
    ["body 0: base", { kind: "link", name: "base" }],
    ["body 12: arm: left", { kind: "link", name: "arm: left" }],
    ["body 3: elsewhere", undefined],
    ["joint hinge_1 (universal): base to arm", { kind: "joint", name: "hinge_1" }],
    ["joint knee (left) (revolute): a to b", { kind: "joint", name: "knee (left)" }],
    ["loop ball_1 (spherical): a to b", { kind: "loop", name: "ball_1" }],
    ["base → arm: left (hinge_1)", { kind: "joint", name: "hinge_1" }],
    ["platform (upper) → base (ball_1)", { kind: "loop", name: "ball_1" }],
    ["cluster 1: base; n = 2, n_c = 0", undefined],
    ["", undefined],
  ])("%s", (title, part) => expect(partOfTitle(title, names)).toEqual(part));
});

describe("lines in the box of a cluster", () => {
  const bodies = bodiesOf(["body 0: base", "cluster 0: base", "body 12: arm: left"]);

  it("are bodies by their numbers, whatever is left of their names", () => {
    const line = { number: "12", text: "arm…" };
    expect(partOfLine(line, bodies, names)).toEqual({ kind: "link", name: "arm: left" });
  });

  it.each([
    ["loop ball_1", { kind: "loop", name: "ball_1" }],
    [`loop ${long.slice(0, 12)}…${long.slice(-14)}`, { kind: "loop", name: long }],
    ["mimic hinge_1", { kind: "joint", name: "hinge_1" }],
    ["coupling gear", undefined],
    ["and 2 more", undefined],
  ])("%s", (text, part) => expect(partOfLine({ number: null, text }, bodies, names)).toEqual(part));
});
