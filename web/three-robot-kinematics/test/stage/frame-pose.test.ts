import { Group } from "three";
import { describe, expect, it } from "vitest";
import { framePose } from "../../src/stage/robot/frame-pose.js";
import type { StageRobot } from "../../src/stage/types.js";
import { buildRobot, parseURDF } from "../../src/urdf/index.js";

const text = `<robot name="r"><link name="base"/><link name="arm"/><link name="tool"/>
<joint name="a" type="revolute"><parent link="base"/><child link="arm"/>
<origin xyz="0.1 0.2 0.3" rpy="0 0 0.4"/><axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
<joint name="t" type="fixed"><parent link="arm"/><child link="tool"/><origin xyz="0.5 0 0" rpy="0.3 0 0"/></joint>
</robot>`;

for (const axes of ["gltf", "urdf"] as const) {
  describe(`poses of links, frames with ${axes} axes`, () => {
    const model = buildRobot(parseURDF(text), { axes });
    new Group().add(model.root);
    const robot = { model } as StageRobot;
    model.setJointValue("a", 0.5);

    it("are those of the closed form", () => {
      const pose = framePose(robot, "tool", "base");
      const yaw = 0.9;
      expect(pose?.position[0]).toBeCloseTo(0.1 + 0.5 * Math.cos(yaw), 12);
      expect(pose?.position[1]).toBeCloseTo(0.2 + 0.5 * Math.sin(yaw), 12);
      expect(pose?.position[2]).toBeCloseTo(0.3, 12);
      // R = Rz(0.9) Rx(0.3)
      expect(pose?.rpy[0]).toBeCloseTo(0.3, 12);
      expect(pose?.rpy[1]).toBeCloseTo(0, 12);
      expect(pose?.rpy[2]).toBeCloseTo(yaw, 12);
      expect(pose?.matrix[0]?.[0]).toBeCloseTo(Math.cos(yaw), 12);
      expect(pose?.matrix[1]?.[3]).toBeCloseTo(0.2 + 0.5 * Math.sin(yaw), 12);
      expect(pose?.matrix[3]).toEqual([0, 0, 0, 1]);
    });

    it("are the same from the world where the robot is at its origin", () => {
      const [world, base] = [framePose(robot, "tool", null), framePose(robot, "tool", "base")];
      world?.position.forEach((value, k) => {
        expect(value).toBeCloseTo(base?.position[k] as number, 12);
      });
      expect(framePose(robot, "arm", "arm")?.quaternion[3]).toBeCloseTo(1, 12);
      expect(framePose(robot, "arm", "nowhere")).toBeUndefined();
    });
  });
}
