import { describe, expect, it } from "vitest";
import { robotLabel } from "../src/chrome/scene-menu.js";
import { fileName, troubles } from "../src/chrome/trouble.js";
import { infoOf } from "../src/live/local-info.js";
import type { RobotInfo } from "../src/live/messages.js";

function robot(id: string, over: Partial<RobotInfo> = {}): RobotInfo {
  const file = `${id}.urdf`;
  const choose = () => Promise.reject(new Error("there are no others"));
  const source = new ArrayBuffer(0);
  const local = { name: id, file, source, findings: () => [], text: null, others: [], choose };
  return { ...infoOf(id, local), ...over };
}

const none = new Map<string, string>();

describe("what keeps robots out of the picture", () => {
  it("is told of robots that are not the active one", () => {
    const robots = [robot("a"), robot("b", { failed: "no links" })];
    const [first, ...others] = troubles(robots, "a", none);
    expect(first).toMatchObject({ why: "no links", partial: false });
    expect(first?.robot.id).toBe("b");
    expect(others).toEqual([]);
  });

  it("begins with the active robot, and leaves missing parts of others for later", () => {
    const robots = [
      robot("a", { failed: "empty" }),
      robot("b", { missing: "1 link left out: x" }),
      robot("c", { missing: "1 link left out: y" }),
    ];
    const told = troubles(robots, "c", none).map((one) => [one.robot.id, one.partial]);
    expect(told).toEqual([
      ["c", true],
      ["a", false],
    ]);
  });

  it("includes what the page could not load itself", () => {
    const [first] = troubles([robot("a")], null, new Map([["a", "not a GLB"]]));
    expect(first?.why).toBe("not a GLB");
  });

  it("is another one with another version", () => {
    const key = (version: number) =>
      troubles([robot("a", { failed: "x", version })], "a", none)[0]?.key;
    expect(key(1)).not.toBe(key(2));
  });
});

describe("a robot in the menu", () => {
  it("has a mark where it cannot be shown", () => {
    expect(robotLabel(robot("a", { failed: "x" }), undefined, none)).toEqual({
      label: "a (cannot be shown)",
      problem: "error",
    });
    expect(robotLabel(robot("a", { missing: "x" }), true, none).problem).toBe("warning");
    expect(robotLabel(robot("a"), false, none)).toEqual({ label: "a (hidden)" });
  });
});

it("names a file without its folders", () => {
  expect(fileName({ file: "a/b/c.urdf", name: "r" })).toBe("c.urdf");
  expect(fileName({ file: null, name: "r" })).toBe("r");
});
