import { describe, expect, it } from "vitest";
import { readCsv } from "../src/trajectory/csv.js";
import { readJson } from "../src/trajectory/json.js";
import { DEFAULT_RATE, type Trajectory, TrajectoryError } from "../src/trajectory/trajectory.js";

function valuesOf(trajectory: Trajectory, joint: string): number[] {
  return [...(trajectory.tracks.find((track) => track.joint === joint)?.values ?? [])];
}

describe("CSV", () => {
  it("reads joints by name and lets time begin at 0", () => {
    const read = readCsv("m.csv", "time,a,b\n10,1,2\n10.5,3,4\n");
    expect([...read.times]).toEqual([0, 0.5]);
    expect(valuesOf(read, "a")).toEqual([1, 3]);
    expect(valuesOf(read, "b")).toEqual([2, 4]);
  });

  it("leaves out what a simulation measured beside positions", () => {
    const read = readCsv(
      "m.csv",
      "time,a,velocity:a,effort:a,energy:kinetic,loops:residual\n0,1,2,3,4,5\n",
    );
    expect(read.tracks.map((track) => track.joint)).toEqual(["a"]);
  });

  it("goes without times at a fixed rate", () => {
    const read = readCsv("m.csv", "a\n1\n2\n3\n");
    expect([...read.times]).toEqual([0, 1 / DEFAULT_RATE, 2 / DEFAULT_RATE]);
  });

  it("takes semicolons, tabs, quotes, comments, a byte order mark and Windows line ends", () => {
    const read = readCsv("m.csv", '\uFEFF# made by hand\r\nt;"a;b";c\r\n0;1;2\r\n\r\n1;3;4\r\n');
    expect(valuesOf(read, "a;b")).toEqual([1, 3]);
    expect(valuesOf(readCsv("m.tsv", "t\ta\n0\t7\n"), "a")).toEqual([7]);
  });

  it("converts columns that say their unit", () => {
    const read = readCsv("m.csv", "a [deg],b (mm)\n180,5\n");
    expect(valuesOf(read, "a")[0]).toBeCloseTo(Math.PI, 12);
    expect(valuesOf(read, "b")[0]).toBeCloseTo(0.005, 12);
  });

  it("gathers the columns of a joint with several freedoms", () => {
    const read = readCsv("m.csv", "base[0],base[1],base[2]\n1,2,3\n4,5,6\n");
    expect(read.tracks).toHaveLength(1);
    expect(read.tracks[0]?.width).toBe(3);
    expect(valuesOf(read, "base")).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("keeps columns without names for later", () => {
    const read = readCsv("m.csv", "1,2\n3,4\n");
    expect(read.unnamed).toEqual({ width: 2, values: Float64Array.of(1, 2, 3, 4) });
  });

  it.each([
    ["", /is empty; expected/],
    ["a,b\n", /has names but no samples/],
    ["a,b\n1\n", /line 2: 1 columns where the first line has 2/],
    ["a,b\n1,x\n", /line 2, column 2: "x" is not a number/],
    ["a,b\n1,\n", /line 2, column 2: "" is not a number/],
    ["time\n1\n", /does not name any joint/],
    ["time,a\n1,0\n0,0\n", /Time runs backwards at sample 2/],
    ["a[0],a[2]\n1,2\n", /do not count up from 0/],
  ])("says what is wrong with %j", (text, message) => {
    expect(() => readCsv("m.csv", text)).toThrow(TrajectoryError);
    expect(() => readCsv("m.csv", text)).toThrow(message);
  });
});

describe("JSON", () => {
  it("reads what fourbar trace writes", () => {
    const text = JSON.stringify({
      robot: "r",
      drive: "crank",
      values: [0, 1],
      positions: {
        crank: [0, 1],
        ball: [
          [0, 0, 0, 1],
          [1, 0, 0, 0],
        ],
      },
      deadCentres: [],
    });
    const read = readJson("motion.json", text);
    expect(read.tracks.map((track) => [track.joint, track.width])).toEqual([
      ["crank", 1],
      ["ball", 4],
    ]);
    expect(read.times).toHaveLength(2);
  });

  it("reads lists by joint, with times", () => {
    const read = readJson("m.json", '{"time": [0, 2], "a": [1, 2], "note": "hello"}');
    expect([...read.times]).toEqual([0, 2]);
    expect(read.tracks.map((track) => track.joint)).toEqual(["a"]);
  });

  it("reads a list of samples", () => {
    const read = readJson("m.json", '[{"t": 0, "a": 1}, {"t": 0.1, "a": 2}]');
    expect([...read.times]).toEqual([0, 0.1]);
    expect(valuesOf(read, "a")).toEqual([1, 2]);
  });

  it("reads a table with names", () => {
    const read = readJson(
      "m.json",
      '{"joints": ["a", "b"], "times": [0, 1], "values": [[1, 2], [3, 4]]}',
    );
    expect(valuesOf(read, "b")).toEqual([2, 4]);
  });

  it("reads a ROS joint trajectory", () => {
    const points = [
      { positions: [1], time_from_start: { sec: 0, nanosec: 0 } },
      { positions: [2], time_from_start: { sec: 1, nanosec: 500_000_000 } },
    ];
    const read = readJson("m.json", JSON.stringify({ joint_names: ["a"], points }));
    expect([...read.times]).toEqual([0, 1.5]);
    expect(valuesOf(read, "a")).toEqual([1, 2]);
  });

  it.each([
    ["{", /is not JSON/],
    ["3", /is not a trajectory; expected/],
    ["{}", /does not name any joint/],
    ["[]", /is not a trajectory/],
    ['{"a": [1, "x"]}', /sample 2 of "a" is "x"/],
    ['{"a": [1, 2], "b": [1]}', /"b" has 1 samples, "a" has 2/],
    ['{"a": [1, 2], "time": [0]}', /2 samples but 1 times/],
    ['[{"a": 1}, {"b": 1}]', /sample 2 has no "a"/],
    ['{"joints": ["a"], "values": [[1, 2]]}', /row 1 has 2 numbers for 1 joints/],
    ['{"joints": ["a"]}', /has no positions/],
  ])("says what is wrong with %s", (text, message) => {
    expect(() => readJson("m.json", text)).toThrow(message);
  });
});
