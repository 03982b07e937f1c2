import { describe, expect, it } from "vitest";
import { backOff } from "../src/live/connection.js";
import {
  type PlayMessage,
  type RobotInfo,
  readMessage,
  type SceneMessage,
} from "../src/live/messages.js";
import { trajectoryOf } from "../src/live/play.js";
import { activeOf, changeOf, EMPTY_SCENE, withRobot, withScene } from "../src/live/scene.js";
import { refuse } from "../src/live/upload.js";

function robot(id: string, over: Partial<RobotInfo> = {}): RobotInfo {
  return {
    id,
    name: id,
    file: null,
    path: null,
    version: 1,
    skeleton: null,
    glb: null,
    graph: null,
    trajectory: null,
    motions: [],
    position: [0, 0, 0],
    placed: false,
    pose: null,
    diagnostics: [],
    counts: { error: 0, warning: 0, info: 0 },
    fixable: false,
    others: [],
    missing: null,
    failed: null,
    ...over,
  };
}

function scene(...robots: RobotInfo[]): SceneMessage {
  return { type: "scene", title: "t", robots, writable: true };
}

describe("messages", () => {
  it("are read whole", () => {
    const message = { type: "robot", robot: robot("a", { pose: { x: 1, y: [1, 2] } }) };
    expect(readMessage(JSON.stringify(message))).toEqual(message);
  });

  it("may say more than a page knows", () => {
    expect(readMessage('{"type":"stop","robot":"a","why":"new"}')?.type).toBe("stop");
  });

  it("keeps a joint called __proto__ a joint", () => {
    const text = '{"type":"pose","robot":"a","values":{"__proto__":1}}';
    const message = readMessage(text);
    expect(message?.type === "pose" && Object.keys(message.values)).toEqual(["__proto__"]);
  });

  it.each([
    "",
    "[]",
    "3",
    "null",
    '{"type":"new"}',
    '{"type":"pose"}',
    '{"type":"robot","robot":{}}',
    '{"type":"toString"}',
    '{"type":"pose","robot":"a","values":{"x":"no"}}',
    '{"type":"pose","robot":"a","values":{"x":[1,"no"]}}',
    '{"type":"notice","severity":"loud","text":""}',
  ])("passes over %s", (text) => {
    expect(readMessage(text)).toBeUndefined();
  });

  it("refuse a motion whose rows and times differ in number", () => {
    const play: PlayMessage = {
      type: "play",
      robot: "a",
      joints: ["x"],
      times: [0, 1],
      values: [[0]],
      loop: true,
    };
    expect(() => trajectoryOf(play, new Map())).toThrow(/2 times|times/);
  });
});

describe("the scene", () => {
  it("loads what is new or has other files, and removes what is gone", () => {
    const before = withScene(scene(robot("a", { glb: "a1" }), robot("b", { glb: "b1" })));
    const after = withScene(
      scene(robot("b", { glb: "b2", version: 2 }), robot("c", { skeleton: "c" })),
    );
    const change = changeOf(before, after);
    expect(change.removed).toEqual(["a"]);
    expect(change.load.map(({ id }) => id)).toEqual(["b", "c"]);
  });

  it("loads nothing when it is told the same again, as after a reconnect", () => {
    const before = withScene(scene(robot("a", { glb: "a1", skeleton: "s" })));
    const after = withScene(scene(robot("a", { glb: "a1", skeleton: "s", pose: { x: 1 } })));
    const change = changeOf(before, after);
    expect(change.load).toEqual([]);
    expect(change.pose.map(({ id }) => id)).toEqual(["a"]);
  });

  it("waits for a robot that has no files yet", () => {
    expect(changeOf(EMPTY_SCENE, withScene(scene(robot("a")))).load).toEqual([]);
  });

  it("keeps a newer version when an older message comes late", () => {
    const now = withScene(scene(robot("a", { version: 3, glb: "new" })));
    expect(withRobot(now, robot("a", { version: 2, glb: "old" }))).toBe(now);
    expect(withRobot(now, robot("a", { version: 3, glb: "x" })).robots.get("a")?.glb).toBe("x");
  });

  it("leaves a robot alone that was removed before its message came", () => {
    const now = withScene(scene(robot("b")));
    expect(withRobot(now, robot("a", { glb: "gone" }))).toBe(now);
  });

  it("stays with the robot that was chosen while it is there", () => {
    const two = withScene(scene(robot("a"), robot("b")));
    expect(activeOf(two, "b")).toBe("b");
    expect(activeOf(two, "gone")).toBe("a");
    expect(activeOf(EMPTY_SCENE, "b")).toBeNull();
  });
});

describe("the connection", () => {
  it("waits longer each time, up to ten seconds", () => {
    expect([1, 2, 3, 4, 5, 6, 50].map(backOff)).toEqual([
      500, 1000, 2000, 4000, 8000, 10_000, 10_000,
    ]);
  });
});

describe("uploads", () => {
  const file = (size: number) => ({ path: "a", file: { size } as Blob });

  it("are refused before they are sent when they are too large, too many or none", () => {
    expect(refuse([])).toMatch(/no files/);
    expect(refuse([file(2 ** 29), file(1)])).toMatch(/at most 512 MiB/);
    expect(refuse(Array.from({ length: 20_001 }, () => file(1)))).toMatch(/at most 20000/);
    expect(refuse([file(1)])).toBeUndefined();
  });
});
