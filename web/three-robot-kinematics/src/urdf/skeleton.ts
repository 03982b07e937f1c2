/** A robot without shapes: a sphere at every joint, a line to each from the one before. */
import {
  Box3,
  BufferGeometry,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  SphereGeometry,
  Vector3,
} from "three";
import type { Robot } from "../robot.js";

/** The share of the robot's extent that a sphere's radius is. */
const thickness = 0.015;

export function addSkeleton(robot: Robot): void {
  const material = new MeshStandardMaterial({ color: 0x8a94a6, roughness: 0.8 });
  const lines = new LineBasicMaterial({ color: 0x8a94a6 });
  const ball = new SphereGeometry(thickness * extentOf(robot), 16, 12);
  for (const { node } of robot.links.values()) node.add(named(new Mesh(ball, material)));
  for (const { originNode } of robot.joints.values()) {
    if (originNode.position.lengthSq() === 0) continue;
    const geometry = new BufferGeometry().setFromPoints([new Vector3(), originNode.position]);
    originNode.parent?.add(named(new Line(geometry, lines)));
  }
}

/** The largest side of the box around all links [m]; 1 for a single point. */
function extentOf(robot: Robot): number {
  robot.root.updateWorldMatrix(true, true);
  const box = new Box3();
  for (const { node } of robot.links.values()) {
    box.expandByPoint(new Vector3().setFromMatrixPosition(node.matrixWorld));
  }
  return Math.max(...box.getSize(new Vector3())) || 1;
}

function named<T extends Object3D>(object: T): T {
  object.name = "skeleton";
  return object;
}
