import { describe, expect, it } from "vitest";
import { type Strip, stripRange, stripsOf } from "../src/chrome/joint-strips.js";

const dof = (joint: string, lower?: number, upper?: number): Strip["dof"] => ({
  joint,
  index: 0,
  label: "",
  quantity: "angle",
  lower,
  upper,
  wraps: false,
  home: 0,
});
const dofs = new Map([
  ["little", [dof("little", -1, 1)]],
  ["much", [dof("much")]],
]);
const times = Float64Array.from({ length: 5000 }, (_, k) => k / 100);
const track = (joint: string, size: number) => ({
  joint,
  width: 1,
  values: Float64Array.from(times, (time) => size * Math.sin(time)),
});
const motion = {
  name: "m",
  times,
  tracks: [track("little", 0.1), track("much", 2), track("gone", 9)],
};

describe("strips of a motion", () => {
  it("begin with the joint that moves most, or with the one that is selected", () => {
    const names = (first: string | null) => stripsOf(motion, dofs, first).map((s) => s.dof.joint);
    expect(names(null)).toEqual(["much", "little"]);
    expect(names("little")).toEqual(["little", "much"]);
  });

  it("have few points, and the last one", () => {
    const [strip] = stripsOf(motion, dofs, null);
    expect(strip?.values.length).toBeLessThanOrEqual(1001);
    expect(strip?.times[strip.times.length - 1]).toBe(49.99);
  });

  it("show limits that are never reached, and motion beyond them", () => {
    const [little, much] = stripsOf(motion, dofs, "little") as [Strip, Strip];
    expect(stripRange(little)[0]).toBeLessThan(-1);
    expect(stripRange(little)[1]).toBeGreaterThan(1);
    expect(stripRange(much)[1]).toBeGreaterThan(2);
    const beyond = stripRange({ ...much, dof: dof("much", -1, 1) });
    expect(beyond[1]).toBeGreaterThan(2);
  });
});
