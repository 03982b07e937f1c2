import { describe, expect, it } from "vitest";
import { PoseHistory } from "../src/pose/history.js";
import { parsePose, poseToJson, poseToPython } from "../src/pose/text.js";

const pose = new Map<string, number | number[]>([
  ["elbow", 0.1 + 0.2],
  ['it\'s "x"', -1e-12],
  ["flight", [0, 1, 2.5]],
]);

describe("a pose as text", () => {
  it("comes back from JSON, rounded to nine decimals", () => {
    expect(parsePose(poseToJson(pose))).toEqual(
      new Map<string, unknown>([
        ["elbow", 0.3],
        ['it\'s "x"', 0],
        ["flight", [0, 1, 2.5]],
      ]),
    );
  });

  it("comes back from a Python dict with a trailing comma", () => {
    expect(poseToPython(pose)).toContain('"elbow": 0.3,\n');
    expect(parsePose(poseToPython(pose))).toEqual(parsePose(poseToJson(pose)));
  });

  it("reads Python's single quotes and tuples", () => {
    expect(parsePose("{'a': 1, 'it\\'s': (0.5, 2), }")).toEqual(
      new Map<string, unknown>([
        ["a", 1],
        ["it's", [0.5, 2]],
      ]),
    );
  });

  it.each(["", "hello", "[1, 2]", "{}", '{"a": "b"}', '{"a": null}', "{'a': __import__('os')}"])(
    "says what it expected instead of %s",
    (text) => {
      expect(() => parsePose(text)).toThrow(/expected joint positions by name/);
    },
  );
});

describe("going back", () => {
  const at = (value: number) => new Map([["a", value]]);

  it("takes moves that follow each other closely as one", () => {
    const history = new PoseHistory();
    history.record(at(0), "a", 0);
    history.record(at(1), "a", 100);
    history.record(at(2), "a", 200);
    expect(history.undo(at(3))).toEqual(at(0));
    expect(history.undo(at(0))).toBeUndefined();
  });

  it("keeps moves of other joints and after a pause apart", () => {
    const history = new PoseHistory();
    history.record(at(0), "a", 0);
    history.record(at(1), "b", 10);
    history.record(at(2), "b", 5000);
    expect(history.undo(at(3))).toEqual(at(2));
    expect(history.undo(at(2))).toEqual(at(1));
    expect(history.redo(at(1))).toEqual(at(2));
    expect(history.redo(at(2))).toEqual(at(3));
    expect(history.redo(at(3))).toBeUndefined();
  });

  it("forgets what was undone when the robot is moved anew", () => {
    const history = new PoseHistory();
    history.record(at(0), "a", 0);
    history.undo(at(1));
    history.record(at(0), "b", 10);
    expect(history.redo(at(5))).toBeUndefined();
  });

  it("is bounded", () => {
    const history = new PoseHistory(2);
    for (let i = 0; i < 5; i++) history.record(at(i), String(i), 0);
    expect(history.undo(at(9))).toEqual(at(4));
    expect(history.undo(at(4))).toEqual(at(3));
    expect(history.undo(at(3))).toBeUndefined();
  });
});
