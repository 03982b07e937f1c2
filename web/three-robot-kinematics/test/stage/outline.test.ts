import { Box3, Group, Vector3 } from "three";
import { expect, it } from "vitest";
import { Actor } from "../../src/stage/robot/actor.js";
import type { Outline } from "../../src/stage/view/fit.js";
import { LoadedRobot, parseURDF } from "../../src/urdf/index.js";

const box = (x: number) =>
  `<collision><origin xyz="${x} 0 0"/><geometry><box size="0.2 0.2 0.2"/></geometry></collision>`;

it("the outline of a robot with collision shapes alone has all of them in it", () => {
  const text = `<robot name="r"><link name="a">${box(-1)}${box(2)}${box(0)}</link></robot>`;
  const loaded = LoadedRobot.begin(parseURDF(text));
  const scene = new Group().add(loaded.scene);
  const mesh = (index: number) => loaded.collisionMesh(index);
  const actor = new Actor("a", { model: loaded.robot, scene, clips: [], mesh }, true, [0, 0, 0]);
  const outline: Outline = [];
  actor.outline(outline);
  const around = new Box3().setFromArray(outline);
  const wanted = actor.box(new Box3());
  expect(around.min.distanceTo(wanted.min)).toBeLessThan(1e-9);
  expect(around.max.distanceTo(wanted.max)).toBeLessThan(1e-9);
  // From the far side of the first box to that of the second.
  expect(Math.max(...around.getSize(new Vector3()).toArray())).toBeCloseTo(3.2, 6);
});
