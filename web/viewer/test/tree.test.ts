import { describe, expect, it } from "vitest";
import { loadGallery } from "../../three-robot-kinematics/test/fixtures.js";
import { buildTree, findNode, visibleNodes } from "../src/panels/tree/nodes.js";

describe("the tree of parts", () => {
  it("holds every link, joint and loop once, each joint between its links", async () => {
    const model = await loadGallery("stewart");
    const nodes = visibleNodes(buildTree(model), () => true);
    const count = (kind: string) => nodes.filter((node) => node.kind === kind).length;
    expect(count("link")).toBe(model.links.size);
    expect(count("joint")).toBe(model.joints.size);
    expect(count("loop")).toBe(model.loops.size);
    const leg = findNode(buildTree(model), "joint leg_1");
    expect(leg?.parent?.name).toBe(model.joints.get("leg_1")?.parentLink);
    expect(leg?.children.map((child) => child.name)).toEqual([
      model.joints.get("leg_1")?.childLink,
    ]);
  });

  it("leaves out what is below closed rows", async () => {
    const roots = buildTree(await loadGallery("ur20"));
    expect(visibleNodes(roots, () => false)).toHaveLength(roots.length);
  });
});
