/** Links as a tree of rows, each with the joint that carries it. */
import type { Robot, RobotJoint } from "three-robot-kinematics";
import type { PartKind } from "three-robot-kinematics/stage";

export interface TreeNode {
  readonly key: string;
  readonly kind: PartKind | "group";
  readonly name: string;
  /** The joint above a link. */
  readonly joint: RobotJoint | undefined;
  /** Type of a joint or loop; "" for roots. */
  readonly badge: string;
  readonly level: number;
  /** Its place among its siblings, from 1. */
  readonly place: number;
  readonly parent: TreeNode | undefined;
  readonly children: TreeNode[];
}

export function buildTree(model: Robot): TreeNode[] {
  const carried = new Map<string, RobotJoint[]>();
  for (const joint of model.joints.values()) {
    const joints = carried.get(joint.parentLink) ?? [];
    joints.push(joint);
    carried.set(joint.parentLink, joints);
  }
  const roots: TreeNode[] = [];
  const node = (
    kind: TreeNode["kind"],
    name: string,
    badge: string,
    parent: TreeNode | undefined,
    joint?: RobotJoint,
  ): TreeNode => {
    const level = parent ? parent.level + 1 : 1;
    const siblings = parent?.children ?? roots;
    const place = siblings.length + 1;
    const key = `${kind} ${name}`;
    const made = { key, kind, name, joint, badge, level, place, parent, children: [] };
    siblings.push(made);
    return made;
  };
  // A stack instead of recursion: chains may be thousands of links long.
  const waiting = [...model.links.values()]
    .filter((link) => link.parentJoint === undefined)
    .map((link) => node("link", link.name, "", undefined));
  for (let link = waiting.pop(); link; link = waiting.pop()) {
    for (const joint of carried.get(link.name) ?? [])
      waiting.push(node("link", joint.childLink, joint.type, link, joint));
  }
  if (model.loops.size > 0) {
    const group = node("group", "Loops", String(model.loops.size), undefined);
    for (const loop of model.loops.values()) node("loop", loop.name, loop.type, group);
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

/** Rows that match, and the rows that lead to them, in the order of the tree. */
export function matchingNodes(
  roots: readonly TreeNode[],
  matches: (node: TreeNode) => boolean,
): { rows: TreeNode[]; hits: ReadonlySet<TreeNode> } {
  const all = visibleNodes(roots, () => true);
  const hits = new Set(all.filter(matches));
  const kept = new Set<TreeNode>();
  for (const hit of hits)
    for (let node: TreeNode | undefined = hit; node && !kept.has(node); node = node.parent)
      kept.add(node);
  return { rows: all.filter((node) => kept.has(node)), hits };
}

/** A frame that neither moves nor has anything below it that does: sensors, flanges, optical frames. */
export function isFixedFrame(node: TreeNode): boolean {
  return visibleNodes([node], () => true).every(
    ({ kind, joint }) => kind === "link" && joint?.role === "fixed",
  );
}

/** The row of a part: of a joint, that of the link below it. */
export function rowKey(model: Robot | undefined, part: { kind: string; name: string }): string {
  if (part.kind !== "joint") return `${part.kind} ${part.name}`;
  return `link ${model?.joints.get(part.name)?.childLink ?? ""}`;
}
