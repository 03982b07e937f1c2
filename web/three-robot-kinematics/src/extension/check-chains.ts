/** Whether nodes, links and joints fit together, so that moving the nodes moves the robot. */
import type { JointData, LinkData, LoopData } from "./data.js";
import type { NodeTree } from "./node-tree.js";
import type { Place } from "./place.js";

/** Finds links outside the root, and nodes on the way to them that scale. */
export function checkLinks(
  places: readonly Place[],
  links: readonly LinkData[],
  rootNode: number,
  tree: NodeTree,
): void {
  links.forEach((link, i) => {
    const place = (places[i] as Place).field("node");
    const path = tree.path(rootNode, link.node);
    if (path === undefined) {
      place.report("OUTSIDE_ROOT", `node ${link.node} is not below rootNode ${rootNode}`);
    } else {
      checkScale(place, path, tree);
    }
  });
}

/** Finds joints whose nodes do not lead from the parent link to the child link. */
export function checkJoints(
  places: readonly Place[],
  joints: readonly JointData[],
  links: readonly LinkData[],
  tree: NodeTree,
): void {
  const movers = new Map<number, string>();
  const parents = new Map<number, string>();
  joints.forEach((joint, i) => {
    const place = places[i] as Place;
    const [parent, child] = [links[joint.parentLink], links[joint.childLink]];
    if (!parent || !child) return;
    const chain = [joint.originNode, ...joint.dofNodes, child.node];
    let from = parent.node;
    chain.forEach((node, k) => {
      const path = tree.path(from, node);
      const field =
        k === 0
          ? place.field("originNode")
          : k < chain.length - 1
            ? place.field("dofNodes")
            : place;
      // A link's node may be the joint's last node; origin and DOF nodes are each one of their own.
      const missing = path === undefined || (path.length === 0 && k < chain.length - 1);
      if (missing) {
        const message = `node ${node} is not below node ${from}: the joint is not connected`;
        field.report("BROKEN_CHAIN", message);
      } else {
        checkScale(field, path, tree);
      }
      from = node;
    });
    for (const node of joint.dofNodes) {
      const other = movers.get(node);
      if (other !== undefined) {
        const message = `node ${node} already moves joint ${JSON.stringify(other)}`;
        place.field("dofNodes").report("SHARED_NODE", message);
      }
      movers.set(node, joint.name);
    }
    const other = parents.get(joint.childLink);
    if (other !== undefined) {
      const message = `link ${JSON.stringify(child.name)} is also the child of joint ${JSON.stringify(other)}`;
      place.field("childLink").report("LINK_TWO_PARENTS", message);
    }
    parents.set(joint.childLink, joint.name);
  });
}

/** Finds loops whose frames are not on their links. */
export function checkLoops(
  places: readonly Place[],
  loops: readonly LoopData[],
  links: readonly LinkData[],
  tree: NodeTree,
): void {
  loops.forEach((loop, i) => {
    for (const side of ["predecessor", "successor"] as const) {
      const link = links[loop[`${side}Link`]];
      const field = (places[i] as Place).field(`${side}Node`);
      const path = link && tree.path(link.node, loop[`${side}Node`]);
      if (path) checkScale(field, path, tree);
      else field.report("BROKEN_CHAIN", `this node is not below the node of its ${side} link`);
    }
  });
}

function checkScale(place: Place, path: readonly number[], tree: NodeTree): void {
  const scaled = path.find((node) => tree.isScaled(node));
  if (scaled !== undefined) {
    const message = `node ${scaled} scales the links below it; scale meshes or the rootNode instead`;
    place.report("SCALED_FRAME", message);
  }
}
