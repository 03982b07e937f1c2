/**
 * How sharp pictures are drawn while things move: with fewer pixels where the graphics card, or the
 * processor that stands in for one, cannot keep up, and with all of them as soon as there is rest.
 */

/** Share of the pixels in each direction, from the best on. */
const shares = [1, 0.7, 0.5] as const;
/** Frames that take longer are too slow, shorter ones leave room [ms]. */
const [tooSlow, fastEnough] = [45, 18];
/** Frames further apart do not belong to one movement [ms]. */
const pause = 400;
/** How long nothing must move before all pixels are drawn [ms]. */
const rest = 160;
/** Frames that a change is given time to show in. */
const patience = 4;

export class Sharpness {
  private level = 0;
  private average = 0;
  private before = Number.NEGATIVE_INFINITY;
  private frames = 0;
  private timer = 0;
  private resting = true;

  /** `sharpen` is called when there is rest and the last picture was not the best. */
  constructor(private readonly sharpen: () => void) {}

  /** The share of pixels for the frame that is about to be drawn at a time [ms]. */
  next(now: number): number {
    const interval = now - this.before;
    this.before = now;
    clearTimeout(this.timer);
    if (this.resting) {
      this.resting = false;
      return 1;
    }
    if (interval < pause) this.note(interval);
    else this.frames = 0;
    if (this.level > 0) this.timer = setTimeout(this.settle, rest) as unknown as number;
    return shares[this.level] as number;
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private note(interval: number): void {
    this.average = this.frames === 0 ? interval : 0.6 * this.average + 0.4 * interval;
    this.frames++;
    if (this.frames < patience) return;
    const change = this.average > tooSlow ? 1 : this.average < fastEnough ? -1 : 0;
    const level = Math.min(shares.length - 1, Math.max(0, this.level + change));
    if (level !== this.level) this.frames = 0;
    this.level = level;
  }

  private readonly settle = (): void => {
    this.resting = true;
    this.sharpen();
  };
}
