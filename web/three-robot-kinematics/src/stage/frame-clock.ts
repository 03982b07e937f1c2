/** Drawing on demand: a frame is asked for when something has changed, and never otherwise. */
import type { FrameTime } from "./types.js";

/** Frames that the average is over. */
const memory = 30;
/** A pause is not a step of an animation [s]. */
const longestStep = 0.1;

export class FrameClock {
  readonly frameTime: FrameTime & { last: number; average: number } = { last: 0, average: 0 };
  private request = 0;
  private before = 0;
  private asked = 0;

  /**
   * `draw` gets the seconds since the last frame and how long this one had to be waited for [ms], and
   * says whether another one must follow.
   */
  constructor(private readonly draw: (seconds: number, waited: number) => boolean) {}

  readonly invalidate = (): void => {
    if (this.request !== 0) return;
    this.request = requestAnimationFrame(this.tick);
    this.asked = performance.now();
  };

  /** Whether a frame is on its way. */
  get pending(): boolean {
    return this.request > 0;
  }

  stop(): void {
    cancelAnimationFrame(this.request);
    // Nothing can be asked for any more.
    this.request = -1;
  }

  private readonly tick = (now: number): void => {
    this.request = 0;
    // After a rest the first step is as long as a frame usually is.
    const elapsed = this.before === 0 ? 1 / 60 : (now - this.before) / 1000;
    const start = performance.now();
    const step = Math.min(longestStep, Math.max(0, elapsed));
    const goesOn = this.draw(step, start - this.asked);
    const ms = performance.now() - start;
    const { frameTime } = this;
    frameTime.last = ms;
    frameTime.average += (ms - frameTime.average) / (frameTime.average === 0 ? 1 : memory);
    this.before = goesOn ? now : 0;
    if (goesOn) this.invalidate();
  };
}
