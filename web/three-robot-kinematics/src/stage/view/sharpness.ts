/**
 * How sharp pictures are drawn while things move: with fewer pixels where the graphics card, or the
 * processor that stands in for one, cannot keep up, and with all of them as soon as there is rest.
 */

/** Share of the pixels in each direction, from the best on. */
const shares = [1, 0.7, 0.5] as const;
/** Frames that are waited for longer are too slow, shorter ones leave room [ms]. */
const [tooSlow, fastEnough] = [45, 18];
/** How long nothing must move before all pixels are drawn [ms]. */
const rest = 200;
/** So many frames in a row must be late for fewer pixels, and in time for more. */
const [lateFrames, timelyFrames] = [3, 8];

export class Sharpness {
  private level = 0;
  private late = 0;
  private timely = 0;
  private timer = 0;
  private resting = true;

  /**
   * `moving` says whether a frame is on its way; `sharpen` is called when none is and the last picture
   * was not the best.
   */
  constructor(
    private readonly moving: () => boolean,
    private readonly sharpen: () => void,
  ) {}

  /** The share of pixels for a frame that is about to be drawn and had to be waited for [ms]. */
  next(waited: number): number {
    clearTimeout(this.timer);
    if (this.resting) {
      this.resting = false;
      return 1;
    }
    this.note(waited);
    if (this.level > 0) this.timer = setTimeout(this.settle, rest) as unknown as number;
    return shares[this.level] as number;
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private note(waited: number): void {
    this.late = waited > tooSlow ? this.late + 1 : 0;
    this.timely = waited < fastEnough ? this.timely + 1 : 0;
    if (this.late >= lateFrames && this.level < shares.length - 1) {
      this.level++;
      this.late = 0;
    } else if (this.timely >= timelyFrames && this.level > 0) {
      this.level--;
      this.timely = 0;
    }
  }

  private readonly settle = (): void => {
    // A frame that is late is no rest; it sets the clock anew.
    if (this.moving()) return;
    this.resting = true;
    this.sharpen();
  };
}
