/** Links and joints as a tree of rows. */
import type { Robot } from "three-robot-kinematics";
import type { PartKind } from "three-robot-kinematics/stage";

export interface TreeNode {
  readonly key: string;
  readonly kind: PartKind | "group";
  readonly name: string;
  /** Type of a joint or loop; "" for links. */
  readonly badge: string;
  readonly level: number;
  readonly parent: TreeNode | undefined;
  readonly children: TreeNode[];
}

export function buildTree(model: Robot): TreeNode[] {
  const carried = new Map<string, string[]>();
  for (const joint of model.joints.values()) {
    const joints = carried.get(joint.parentLink) ?? [];
    joints.push(joint.name);
    carried.set(joint.parentLink, joints);
  }
  const node = (
    kind: TreeNode["kind"],
    name: string,
    badge: string,
    parent: TreeNode | undefined,
  ): TreeNode => {
    const level = parent ? parent.level + 1 : 1;
    const made = { key: `${kind} ${name}`, kind, name, badge, level, parent, children: [] };
    parent?.children.push(made);
    return made;
  };
  // A stack instead of recursion: chains may be thousands of links long.
  const roots = [...model.links.values()]
    .filter((link) => link.parentJoint === undefined)
    .map((link) => node("link", link.name, "", undefined));
  const waiting = [...roots];
  for (let link = waiting.pop(); link; link = waiting.pop()) {
    for (const name of carried.get(link.name) ?? []) {
      const joint = model.joints.get(name);
      if (!joint) continue;
      const below = node("joint", name, joint.type, link);
      waiting.push(node("link", joint.childLink, "", below));
    }
  }
  if (model.loops.size > 0) {
    const group = node("group", "Loops", String(model.loops.size), undefined);
    for (const loop of model.loops.values()) node("loop", loop.name, loop.type, group);
    roots.push(group);
  }
  return roots;
}

/** Rows from top to bottom, leaving out what is below closed ones. */
export function visibleNodes(
  roots: readonly TreeNode[],
  isOpen: (node: TreeNode) => boolean,
): TreeNode[] {
  const rows: TreeNode[] = [];
  const waiting = [...roots].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    rows.push(node);
    if (isOpen(node)) waiting.push(...[...node.children].reverse());
  }
  return rows;
}

export function findNode(roots: readonly TreeNode[], key: string): TreeNode | undefined {
  return visibleNodes(roots, () => true).find((node) => node.key === key);
}
