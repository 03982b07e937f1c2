import type { Object3D } from "three";
import type { LoopType } from "./extension/data.js";

/** A joint that closes a loop between two links; its two nodes meet where it is closed. */
export interface RobotLoop {
  readonly name: string;
  readonly type: LoopType;
  readonly predecessorLink: string;
  readonly successorLink: string;
  readonly predecessorNode: Object3D;
  readonly successorNode: Object3D;
  /** How far it is open in the present pose [m and rad]. */
  readonly residual: number;
}

/** Sum of positions towards the predecessor = ratio * sum of positions towards the successor. */
export interface RobotCoupling {
  readonly name: string;
  readonly predecessorLink: string;
  readonly successorLink: string;
  readonly ratio: number;
  /** How far it is off in the present pose [rad or m]. */
  readonly residual: number;
}
