/** Small glTF documents with the extension, for tests that need a robot nobody builds. */
import type { Json } from "./fixtures.js";

export interface JointSpec {
  readonly name: string;
  readonly type: string;
  readonly parent: string;
  readonly child: string;
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly axis?: readonly number[];
  readonly dofs?: readonly Json[];
  readonly [more: string]: unknown;
}

export interface LoopSpec {
  readonly type: string;
  readonly predecessor: string;
  readonly successor: string;
  readonly predecessorAt?: Json;
  readonly successorAt?: Json;
  readonly [more: string]: unknown;
}

/** A document with one robot; the first joint's parent is its root. Joints come parents first. */
export function robotDocument(joints: readonly JointSpec[], loops: readonly LoopSpec[] = []): Json {
  const nodes: Json[] = [{ name: "root", children: [] }];
  const links: Json[] = [];
  const append = (parent: number, node: Json): number => {
    const index = nodes.push({ ...node }) - 1;
    nodes[parent].children = [...(nodes[parent].children ?? []), index];
    return index;
  };
  const linkOf = (name: string) => links.findIndex((link) => link.name === name);
  const addLink = (name: string, parent: number) =>
    links.push({ name, node: append(parent, { name }) }) - 1;
  addLink(joints[0]?.parent ?? "base", 0);
  const written = joints.map(
    ({ name, type, parent, child, translation, rotation, axis, dofs, ...more }) => {
      const parentLink = linkOf(parent);
      const originNode = append(links[parentLink].node, {
        name: `${name}_origin`,
        ...(translation && { translation }),
        ...(rotation && { rotation }),
      });
      const motions = dofs ?? standardDofs(type, axis ?? [1, 0, 0]);
      let below = originNode;
      const dofNodes = motions.map(() => {
        below = append(below, { name: `${name}_dof` });
        return below;
      });
      const childLink = addLink(child, below);
      return { name, type, parentLink, childLink, originNode, dofNodes, dofs: motions, ...more };
    },
  );
  const closing = loops.map(
    ({ type, predecessor, successor, predecessorAt, successorAt, ...more }, i) => ({
      name: `loop_${i}`,
      type,
      predecessorLink: linkOf(predecessor),
      successorLink: linkOf(successor),
      predecessorNode: append(links[linkOf(predecessor)].node, { ...predecessorAt }),
      successorNode: append(links[linkOf(successor)].node, { ...successorAt }),
      ...more,
    }),
  );
  const model = { name: "robot", rootNode: 0, links, joints: written, loops: closing };
  return {
    asset: { version: "2.0" },
    extensionsUsed: ["EXT_robot_kinematics"],
    extensions: { EXT_robot_kinematics: { models: [model] } },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes,
  };
}

/** The only model of a document. */
export function modelOf(gltf: Json): Json {
  return gltf.extensions.EXT_robot_kinematics.models[0];
}

function standardDofs(type: string, axis: readonly number[]): Json[] {
  const units = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const turns = units.map((unit) => ({ motion: "rotation", axis: unit }));
  const slides = units.map((unit) => ({ motion: "translation", axis: unit }));
  if (type === "fixed") return [];
  if (type === "prismatic") return [{ motion: "translation", axis }];
  if (type === "spherical") return turns;
  if (type === "floating") return [...slides, ...turns];
  return [{ motion: "rotation", axis }];
}
