import { expect, it } from "vitest";
import { layersOf, poseOf } from "../../three-robot-kinematics/src/element/attributes.js";
import { elementText } from "../src/chrome/element-text.js";

const camera = { azimuth: 0, elevation: 0, distance: 1, target: [0, 0, 0] } as const;

it("the element is written with layers that differ and the pose of what is driven", () => {
  const driven = new Map([["crank's & more", 0.4]]);
  const layers = new Set(["visuals", "shadows", "clouds", "frames"] as const);
  const text = elementText({ name: "my robot", camera, layers, driven });
  const [, given = ""] = /layers="([^"]*)"/.exec(text) ?? [];
  expect([...layersOf(given)]).toEqual([
    ["frames", true],
    ["ground", false],
  ]);
  const [, pose = ""] = /pose='([^']*)'/.exec(text) ?? [];
  const read = pose.replaceAll("&#39;", "'").replaceAll("&amp;", "&");
  expect(poseOf(read)).toEqual(driven);
  expect(text).toContain('src="my%20robot.glb"');
});

it("what is as the element has it by itself is not written", () => {
  const layers = new Set(["visuals", "ground", "shadows", "clouds"] as const);
  const text = elementText({ name: "arm", camera, layers, driven: new Map() });
  expect(text).not.toMatch(/layers=|pose=/);
});
