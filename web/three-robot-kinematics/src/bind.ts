/** Joining what a file says to the nodes that three.js made of it. */
import type { Object3D } from "three";
import { subchains } from "./extension/check-couplings.js";
import type { JointData, ModelData } from "./extension/data.js";
import type { Constraint } from "./kinematics/constraint.js";
import { Coordinates } from "./kinematics/coordinates.js";
import { CouplingConstraint } from "./kinematics/coupling.js";
import { type BoundDof, Frames, POSE_SIZE } from "./kinematics/frames.js";
import { LoopConstraint } from "./kinematics/loop.js";
import { Mechanism } from "./kinematics/mechanism.js";
import type { RobotLink } from "./link.js";

/** Finds a node by its index in the file: names are not unique, and three.js changes them. */
export type NodeOf = (index: number) => Object3D;

/** Every node index that a model refers to. */
export function nodesOf(model: ModelData): Set<number> {
  return new Set([
    model.rootNode,
    ...model.links.flatMap((link) => [
      link.node,
      ...link.visualNodes,
      ...link.collisionNodes,
      ...link.collisions.map((collision) => collision.node),
    ]),
    ...model.joints.flatMap((joint) => [joint.originNode, ...joint.dofNodes]),
    ...model.loops.flatMap((loop) => [loop.predecessorNode, loop.successorNode]),
  ]);
}

export function bindDofs(model: ModelData, nodeOf: NodeOf): BoundDof[] {
  return model.joints.flatMap((joint) =>
    joint.dofs.map((dof, k) => ({ ...dof, node: nodeOf(joint.dofNodes[k] as number) })),
  );
}

export function bindMechanism(
  model: ModelData,
  nodeOf: NodeOf,
  dofs: readonly BoundDof[],
): Mechanism {
  const targets = [
    ...model.links.map((link) => nodeOf(link.node)),
    ...model.loops.flatMap((loop) => [nodeOf(loop.predecessorNode), nodeOf(loop.successorNode)]),
  ];
  const frames = new Frames(nodeOf(model.rootNode), targets, dofs);
  const rest = Float64Array.from(dofs, (dof) => dof.default);
  return new Mechanism(frames, new Coordinates(model.joints), rest);
}

/** Loops, then couplings, in the order of the file. */
export function bindConstraints(
  model: ModelData,
  nodeOf: NodeOf,
  mechanism: Mechanism,
): Constraint[] {
  const { frames, coordinates } = mechanism;
  const frameOf = (index: number) => frames.indexOf(nodeOf(index));
  const dofsOf = (joint: number) =>
    (model.joints[joint] as JointData).dofs.map((_, k) => coordinates.dof(joint, k));
  const loops = model.loops.map((loop) => {
    const [p, s] = [frameOf(loop.predecessorNode), frameOf(loop.successorNode)];
    return new LoopConstraint(loop, p, s, mechanism);
  });
  const couplings = model.couplings.map((coupling) => {
    const [predecessor, successor] = subchains(model.joints, coupling);
    return new CouplingConstraint(coupling, predecessor.map(dofsOf), successor.map(dofsOf));
  });
  return [...loops, ...couplings];
}

export function bindLinks(model: ModelData, nodeOf: NodeOf): Map<string, RobotLink> {
  const parents = new Map(model.joints.map((joint) => [joint.childLink, joint.name]));
  return new Map(
    model.links.map((link, i) => [
      link.name,
      {
        name: link.name,
        node: nodeOf(link.node),
        visualNodes: link.visualNodes.map(nodeOf),
        collisionNodes: link.collisionNodes.map(nodeOf),
        collisions: link.collisions.map((collision) => ({
          ...collision,
          node: nodeOf(collision.node),
        })),
        inertial: link.inertial,
        parentJoint: parents.get(i),
      },
    ]),
  );
}

/** Half the diagonal of the box around all frames [m]: what counts as far on this robot. */
export function sizeOf({ frames }: Mechanism): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = 0; i < frames.count; i++) {
      const x = frames.poses[POSE_SIZE * i + 9 + k] as number;
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    sum += (high - low) ** 2;
  }
  return sum > 0 ? 0.5 * Math.sqrt(sum) : 1;
}
