/** The same robots in urdf-loader: equal where it is right, and a reason where it is not. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { buildRobot, drake, likeUrdfLoader, parseURDF } from "../../src/urdf/index.js";
import { fixtures } from "../fixtures.js";
import { descriptions } from "./descriptions.js";
import { loadWithPeer, peerError } from "./peer.js";

const tolerance = 1e-9;
const sampled = descriptions.filter(({ samples }) => samples && samples.length > 0);
const table: { name: string; reasons: string[]; error: number | string }[] = [];

afterAll(() => {
  writeFileSync(join(fixtures, "urdf-loader.json"), `${JSON.stringify(table, null, 1)}\n`);
});

describe("urdf-loader puts links where Python does, or what it lacks is known", () => {
  it.each(sampled.map((each) => [each.name, each] as const))("%s", async (name, description) => {
    const { text, samples = [], model } = description;
    const own = buildRobot(parseURDF(text, { dialects: [drake] }));
    const moved = [...own.joints.values()].filter(({ role }) => role === "independent");
    // It speaks of what it does not like on the console.
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    let error: number | string = 0;
    try {
      const peer = await loadWithPeer(text);
      for (const { values, poses } of samples) {
        for (const { name: joint, type } of moved) {
          const own = values[joint] as number[];
          // Its planar joints have three numbers; null leaves one as it is.
          peer.setJointValue(joint, ...own, ...(type === "planar" ? [null as never] : []));
        }
        error = Math.max(error as number, peerError(peer, poses));
      }
    } catch (thrown) {
      error = (thrown as Error).message;
    } finally {
      quiet.mockRestore();
    }
    if (typeof error === "number" && error < tolerance) return;
    const codes = description.findings.map(({ code }) => code);
    const joints: { type: string; mimic?: { joint: string } }[] = model.joints;
    const has = (...types: string[]) => joints.some(({ type }) => types.includes(type));
    const reasons = [
      [model.loops.length > 0, "loops are not read"],
      [model.couplings.length > 0, "couplings are not read"],
      [has("universal", "spherical", "cylindrical", "screw"), "joint types of URDF+ and Drake"],
      [has("floating", "planar"), "planar and floating joints move in the parent's axes"],
      [codes.includes("S105"), "what is not a number becomes NaN"],
      [codes.includes("R215"), "joints of the undeclared link 'world' throw"],
    ].flatMap(([holds, reason]) => (holds ? [reason as string] : []));
    table.push({ name, reasons, error });
    expect(reasons).not.toEqual([]);
  });

  it("in more than three of four robots of the corpus", () => {
    const real = sampled.filter(({ name }) => name.startsWith("corpus/"));
    const wrong = table.filter(({ name }) => name.startsWith("corpus/"));
    if (real.length > 0) expect(wrong.length / real.length).toBeLessThan(0.25);
  });
});

describe("a robot under urdf-loader's names", () => {
  const text = descriptions.find(({ name }) => name === "gallery/ur20.urdf")?.text as string;

  it("is moved and read as its own is", async () => {
    const [own, peer] = [likeUrdfLoader(buildRobot(parseURDF(text))), await loadWithPeer(text)];
    expect(own.robotName).toBe(peer.robotName);
    expect(Object.keys(own.links)).toEqual(Object.keys(peer.links));
    expect(Object.keys(own.joints)).toEqual(Object.keys(peer.joints));
    for (const robot of [own, peer]) {
      expect(robot.setJointValue("elbow_joint", 0.5)).toBe(true);
      expect(robot.setJointValue("elbow_joint", 0.5)).toBe(false);
      expect(robot.setJointValue("no_such_joint", 0.5)).toBe(false);
      expect(robot.setJointValues({ shoulder_lift_joint: -0.25, no_such_joint: 1 })).toBe(true);
      expect(robot.joints.wrist_1_joint?.setJointValue(0.125)).toBe(true);
      expect(robot.joints.wrist_1_joint?.angle).toBe(0.125);
      expect(robot.joints.elbow_joint?.jointValue).toEqual([0.5]);
      expect(robot.joints.elbow_joint?.jointType).toBe("revolute");
    }
    expect(own.joints.elbow_joint?.limit).toEqual({
      lower: peer.joints.elbow_joint?.limit.lower,
      upper: peer.joints.elbow_joint?.limit.upper,
    });
    expect(own.jointValues).toMatchObject({ elbow_joint: 0.5, shoulder_lift_joint: -0.25 });
  });

  it("keeps its loops closed", () => {
    const closed = descriptions.find(({ name }) => name === "gallery/four_bar.urdf")
      ?.text as string;
    const robot = likeUrdfLoader(buildRobot(parseURDF(closed)));
    expect(robot.setJointValue("crank", 0.4)).toBe(true);
    // As the documentation prints it.
    expect(robot.joints.rocker?.angle).toBeCloseTo(0.11748, 4);
  });
});
