import { expect, it } from "vitest";
import { loadGallery } from "../../three-robot-kinematics/test/fixtures.js";
import { commonName, limbsOf } from "../src/panels/joints/limbs.js";
import {
  parsePose,
  poseToCompact,
  poseToJointState,
  poseToSet,
  poseToSrdf,
} from "../src/pose/text.js";
import { trajectoryOfSamples, trajectoryToJson } from "../src/recorder.js";
import { readJson } from "../src/trajectory/json.js";

it("a recording is written as trajectories are read", () => {
  const samples = [0, 0.5, 2].map((time) => ({
    time: 3 + time,
    pose: new Map<string, number | number[]>([
      ["a", time / 3],
      ["ball", [time, 0, -time]],
    ]),
  }));
  const made = trajectoryOfSamples("Recording", samples);
  const read = readJson("motion.json", trajectoryToJson(made));
  expect([...read.times]).toEqual([0, 0.5, 2]);
  expect(read.tracks.map(({ joint, width }) => [joint, width])).toEqual([
    ["a", 1],
    ["ball", 3],
  ]);
  expect(read.tracks[0]?.values[2]).toBeCloseTo(2 / 3, 8);
  expect([...(read.tracks[1]?.values ?? [])]).toEqual([0, 0, 0, 0.5, 0, -0.5, 2, 0, -2]);
});

it("poses are written for addresses, SRDF, ROS and the command line", () => {
  const pose = new Map<string, number | number[]>([
    ["a b", 0.25],
    ["ball", [1, 2, 3]],
  ]);
  expect(parsePose(poseToCompact(pose))).toEqual(pose);
  expect(poseToSrdf(pose)).toContain('<joint name="ball" value="1 2 3"/>');
  expect(poseToSrdf(new Map([['"<', 1]]))).toContain("&quot;&lt;");
  expect(poseToJointState(pose)).toBe(
    'name: ["a b"]\nposition: [0.25]\n# left out, as they have several numbers: ball',
  );
  expect(poseToSet(pose)).toBe("--set 'a b=0.25' --set ball=1,2,3");
});

it("limbs are the branches of the tree, by what their joints share", async () => {
  const limbs = limbsOf(await loadGallery("humanoid"));
  expect([...new Set(limbs.values())]).toEqual([
    "waist yaw",
    "neck",
    "left hip to ankle",
    "left shoulder to wrist",
    "right hip to ankle",
    "right shoulder to wrist",
  ]);
  expect(limbsOf(await loadGallery("ur20")).size).toBe(0);
  expect(commonName(["left_arm_shoulder_joint", "left_arm_elbow_joint"])).toBe("left arm");
  expect(commonName(["a", "b"])).toBe("from a");
});
