import { Matrix4, type Object3D, Quaternion, Vector3 } from "three";
import type { Mechanism } from "./kinematics/mechanism.js";
import { type DragGoal, Dragger, type DragPrecision } from "./solve/drag.js";
import type { Island } from "./solve/island.js";
import type { Bounds, Limits } from "./solve/limits.js";

const inverse = new Matrix4();
const scratch = new Vector3();
const turned = new Quaternion();

/** Dragging points of links, from and to world space. */
export class Puller {
  private readonly draggers = new Map<string, Dragger>();
  private readonly orientation = new Float64Array(4);
  private readonly goal: DragGoal = {
    point: new Float64Array(3),
    target: new Float64Array(3),
    orientation: undefined,
  };
  private readonly bounds: Bounds;

  constructor(
    private readonly mechanism: Mechanism,
    private readonly islands: readonly Island[],
    limits: Limits,
    private readonly size: number,
  ) {
    this.bounds = limits.ofCoordinates(mechanism.coordinates);
  }

  /**
   * Pulls a point of a link's node towards a target, and turns the link towards an orientation, both in
   * world space; the distance left is in world units. Nodes that are `held` stay where they are.
   */
  pull(
    root: Object3D,
    node: Object3D,
    point: Vector3,
    target: Vector3,
    orientation: Quaternion | undefined,
    held: readonly Object3D[],
    precision: DragPrecision,
    tolerance: number,
  ): { distance: number; angle: number; iterations: number } {
    const { goal } = this;
    root.updateWorldMatrix(true, false);
    inverse.copy(root.matrixWorld).invert();
    point.toArray(goal.point);
    scratch.copy(target).applyMatrix4(inverse).toArray(goal.target);
    const scale = root.matrixWorld.getMaxScaleOnAxis() || 1;
    goal.orientation = undefined;
    if (orientation) {
      root.getWorldQuaternion(turned).conjugate().multiply(orientation).normalize();
      turned.toArray(this.orientation);
      goal.orientation = this.orientation;
    }
    const dragger = this.draggerOf(node, held);
    const { distance, angle } = precision;
    dragger.drag(goal, { distance: distance / scale, angle }, tolerance);
    const { iterations } = dragger;
    return { distance: dragger.distance * scale, angle: dragger.angle, iterations };
  }

  private draggerOf(node: Object3D, held: readonly Object3D[]): Dragger {
    const { frames } = this.mechanism;
    const [frame, ...others] = [node, ...held].map((one) => frames.indexOf(one)) as [number];
    const key = [frame, ...others].join(" ");
    let dragger = this.draggers.get(key);
    if (!dragger) {
      const { mechanism, islands, bounds, size } = this;
      dragger = new Dragger(mechanism, frame, islands, bounds, size, others);
      this.draggers.set(key, dragger);
    }
    return dragger;
  }
}
