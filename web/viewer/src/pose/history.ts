import type { Pose } from "./text.js";

/** Poses to go back to. Moves that follow each other closely count as one. */
export class PoseHistory {
  private readonly past: Pose[] = [];
  private readonly future: Pose[] = [];
  private last = Number.NEGATIVE_INFINITY;
  private group: string | undefined;

  constructor(
    private readonly depth = 100,
    /** Moves of the same group within this time are one [ms]. */
    private readonly pause = 800,
  ) {}

  /** Call before a move, with where the robot is; `group` names what is being moved. */
  record(present: Pose, group: string, now: number): void {
    const goesOn = group === this.group && now - this.last < this.pause;
    this.group = group;
    this.last = now;
    if (goesOn) return;
    this.past.push(present);
    if (this.past.length > this.depth) this.past.shift();
    this.future.length = 0;
  }

  undo(present: Pose): Pose | undefined {
    return this.step(this.past, this.future, present);
  }

  redo(present: Pose): Pose | undefined {
    return this.step(this.future, this.past, present);
  }

  clear(): void {
    this.past.length = 0;
    this.future.length = 0;
    this.group = undefined;
  }

  private step(from: Pose[], to: Pose[], present: Pose): Pose | undefined {
    const pose = from.pop();
    if (pose) to.push(present);
    this.group = undefined;
    return pose;
  }
}
