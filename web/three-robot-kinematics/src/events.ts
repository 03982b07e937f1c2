import type { MoveResult } from "./result.js";

/** What a robot tells its listeners; added with `robot.addEventListener(type, listener)`. */
export interface RobotEventMap {
  /** Joints have moved. */
  change: Record<never, never>;
  /** A move could not be made with closed loops. */
  unreachable: { readonly result: MoveResult };
  dispose: Record<never, never>;
}
