import { describe, expect, it } from "vitest";
import { loadGallery } from "../../three-robot-kinematics/test/fixtures.js";
import {
  buildTree,
  isFixedFrame,
  matchingNodes,
  rowKey,
  visibleNodes,
} from "../src/panels/tree/nodes.js";
import { poseToNumpy, poseToRos, poseToUrdf } from "../src/panels/tree/pose-text.js";

describe("the tree of parts", () => {
  it("holds every link and loop once, each link with its joint below the joint's parent", async () => {
    const model = await loadGallery("stewart");
    const nodes = visibleNodes(buildTree(model), () => true);
    const count = (kind: string) => nodes.filter((node) => node.kind === kind).length;
    expect(count("link")).toBe(model.links.size);
    expect(nodes.filter((node) => node.joint).length).toBe(model.joints.size);
    expect(count("loop")).toBe(model.loops.size);
    const key = rowKey(model, { kind: "joint", name: "leg_1" });
    const leg = nodes.find((node) => node.key === key);
    expect(leg?.parent?.name).toBe(model.joints.get("leg_1")?.parentLink);
    expect(leg?.name).toBe(model.joints.get("leg_1")?.childLink);
    expect(leg?.badge).toBe("prismatic");
  });

  it("leaves out what is below closed rows", async () => {
    const roots = buildTree(await loadGallery("ur20"));
    expect(visibleNodes(roots, () => false)).toHaveLength(roots.length);
  });

  it("finds parts with what leads to them", async () => {
    const roots = buildTree(await loadGallery("ur20"));
    const { rows, hits } = matchingNodes(roots, ({ name }) => name === "tool0");
    expect(hits.size).toBe(1);
    expect(rows.at(-1)?.name).toBe("tool0");
    expect(rows[0]).toBe(roots[0]);
    for (const [k, row] of rows.slice(1).entries()) expect(row.parent).toBe(rows[k]);
  });

  it("tells frames that only mark a place", async () => {
    const nodes = visibleNodes(buildTree(await loadGallery("ur20")), () => true);
    expect(nodes.filter(isFixedFrame).map(({ name }) => name)).toContain("tool0");
    expect(nodes.filter(isFixedFrame).map(({ name }) => name)).not.toContain("upper_arm_link");
  });
});

it("poses of frames are written for programs", () => {
  const pose = {
    position: [0.1, -0, 1e-12],
    rpy: [0, 0, 1.5],
    quaternion: [0, 0, 0.5, 0.5],
    matrix: [
      [1, 0, 0, 0.1],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [0, 0, 0, 1],
    ],
  } as const;
  expect(poseToUrdf(pose)).toBe('<origin xyz="0.1 0 0" rpy="0 0 1.5"/>');
  expect(poseToNumpy(pose)).toContain("    [1, 0, 0, 0.1],\n");
  expect(poseToRos(pose)).toBe(
    "position: {x: 0.1, y: 0, z: 0}\norientation: {x: 0, y: 0, z: 0.5, w: 0.5}",
  );
});
