import { describe, expect, it } from "vitest";
import { strangers } from "../../src/stage/layers/strangers.js";
import { buildRobot, parseURDF } from "../../src/urdf/index.js";

const link = (
  name: string,
  shape = "<collision><geometry><sphere radius='1'/></geometry></collision>",
) => `<link name="${name}">${shape}</link>`;

const joint = (parent: string, child: string, type = "continuous") =>
  `<joint name="${parent}_${child}" type="${type}"><parent link="${parent}"/><child link="${child}"/></joint>`;

/** An arm of base, upper and fore, with a cover fixed to upper; a bare link; and a hand beyond it. */
const arm = `<robot name="arm">
  ${link("base")}${link("upper")}${link("cover")}${link("fore")}${link("bare", "")}${link("hand")}
  ${joint("base", "upper")}${joint("upper", "cover", "fixed")}${joint("cover", "fore")}
  ${joint("fore", "bare", "fixed")}${joint("bare", "hand")}
</robot>`;

describe("links that must not touch", () => {
  it("are those that no joint joins, links on fixed joints counted as one", () => {
    const pairs = strangers(buildRobot(parseURDF(arm)));
    expect(pairs.map((pair) => pair.join(" "))).toEqual([
      "base fore",
      "base hand",
      "upper hand",
      "cover hand",
    ]);
  });
});
