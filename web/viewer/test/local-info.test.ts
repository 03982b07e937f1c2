import { missingText } from "three-robot-kinematics/stage";
import { describe, expect, it } from "vitest";
import { lostJoints } from "../src/live/local-info.js";
import type { FindingInfo } from "../src/live/messages.js";

function error(kind: string, name: string, path = `${kind}[${name}]`): FindingInfo {
  return {
    code: "S110",
    name: "unknown-joint-type",
    severity: "error",
    message: "",
    file: null,
    line: null,
    column: null,
    endLine: null,
    endColumn: null,
    path,
    notes: [],
    related: [],
    fix: null,
    source: null,
    part: { kind, name },
  };
}

const shown = { links: new Set(["thigh"]), joints: new Set<string>() };

describe("what is not in the picture", () => {
  it("names links and joints, also those that could not be read", () => {
    const declared = [
      { kind: "link", name: "thigh" },
      { kind: "link", name: "shank" },
      { kind: "joint", name: "ankle" },
    ];
    expect(missingText([error("joint", "knee")], declared, shown)).toBe(
      "1 link left out: shank; 2 joints left out: ankle, knee",
    );
  });

  it("names links without some of their shapes, if they are there", () => {
    const findings = ["thigh", "shank"].map((name) =>
      error("link", name, `link[${name}].visual[0].geometry`),
    );
    expect(missingText(findings, [], shown)).toBe(
      "1 link left out: shank; 1 link shown without all shapes: thigh",
    );
  });

  it("is nothing where all is there", () => {
    expect(missingText([], [{ kind: "link", name: "thigh" }], shown)).toBeNull();
  });

  it("joints with errors that the robot has are not lost", () => {
    const findings = [error("joint", "knee"), error("joint", "ankle"), error("link", "x")];
    expect(lostJoints(findings, { ...shown, joints: new Set(["ankle"]) })).toEqual(["knee"]);
  });
});
