import { describe, expect, it } from "vitest";
import { infoOf } from "../src/live/local-info.js";
import type { RobotInfo } from "../src/live/messages.js";
import { foundAbout, nothingFound } from "../src/panels/checks/found.js";

function robot(file: string, over: Partial<RobotInfo> = {}): RobotInfo {
  const choose = () => Promise.reject(new Error("there are no others"));
  const source = new ArrayBuffer(0);
  const local = { name: "r", file, source, findings: () => [], text: null, others: [], choose };
  return { ...infoOf("r", local), ...over };
}

describe("what is wrong with a robot", () => {
  it("includes why it cannot be shown, where no finding says so", () => {
    const { findings, counts } = foundAbout(robot("x.glb"), new Map([["r", "not a GLB"]]));
    expect(findings.map(({ severity, message }) => [severity, message])).toEqual([
      ["error", "not a GLB"],
    ]);
    expect(counts).toEqual({ error: 1, warning: 0, info: 0 });
  });

  it("is left to the findings that have it", () => {
    const counts = { error: 2, warning: 0, info: 0 };
    const found = foundAbout(robot("x.urdf", { failed: "no links", counts }), new Map());
    expect(found.counts).toEqual(counts);
    expect(found.findings).toEqual([]);
  });

  it("is no error where only parts are missing", () => {
    const found = foundAbout(robot("x.urdf", { missing: "1 link left out: a" }), new Map());
    expect(found.counts.error).toBe(0);
  });
});

describe("where nothing was found", () => {
  it("fourbar check is named only if it ran", () => {
    expect(nothingFound(robot("a/x.urdf"), false)).toBe(
      "fourbar check found no problems in x.urdf.",
    );
    expect(nothingFound(robot("x.urdf"), true)).toMatch(
      /its reader of URDF.*did not run fourbar check/,
    );
    expect(nothingFound(robot("x.glb"), true)).toMatch(/its loader.*did not run fourbar check/);
  });
});
