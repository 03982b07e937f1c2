import { Matrix4, type Object3D, Vector3 } from "three";
import type { Mechanism } from "./kinematics/mechanism.js";
import { Dragger } from "./solve/drag.js";
import type { Island } from "./solve/island.js";
import type { Bounds, Limits } from "./solve/limits.js";

const inverse = new Matrix4();
const scratch = new Vector3();

/** Dragging points of links, from and to world space. */
export class Puller {
  private readonly draggers = new Map<Object3D, Dragger>();
  private readonly point = new Float64Array(3);
  private readonly target = new Float64Array(3);
  private readonly bounds: Bounds;

  constructor(
    private readonly mechanism: Mechanism,
    private readonly islands: readonly Island[],
    limits: Limits,
    private readonly size: number,
  ) {
    this.bounds = limits.ofCoordinates(mechanism.coordinates);
  }

  /** Pulls a point of a link's node towards a target in world space; the distance left is in world units. */
  pull(
    root: Object3D,
    node: Object3D,
    point: Vector3,
    target: Vector3,
    precision: number,
    tolerance: number,
  ): { distance: number; iterations: number } {
    root.updateWorldMatrix(true, false);
    inverse.copy(root.matrixWorld).invert();
    point.toArray(this.point);
    scratch.copy(target).applyMatrix4(inverse).toArray(this.target);
    const scale = root.matrixWorld.getMaxScaleOnAxis() || 1;
    const dragger = this.draggerOf(node);
    dragger.drag(this.point, this.target, precision / scale, tolerance);
    return { distance: dragger.distance * scale, iterations: dragger.iterations };
  }

  private draggerOf(node: Object3D): Dragger {
    let dragger = this.draggers.get(node);
    if (!dragger) {
      const frame = this.mechanism.frames.indexOf(node);
      dragger = new Dragger(this.mechanism, frame, this.islands, this.bounds, this.size);
      this.draggers.set(node, dragger);
    }
    return dragger;
  }
}
