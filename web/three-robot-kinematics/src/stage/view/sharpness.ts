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
  private first = true;
  private resting = false;

  /**
   * `moving` says whether a frame is on its way; `sharpen` is called when none is and the last picture
   * was not the best: with fewer pixels, or `unfinished` in another way.
   */
  constructor(
    private readonly moving: () => boolean,
    private readonly sharpen: () => void,
    private readonly unfinished: () => boolean = () => false,
  ) {}

  /** Whether the frame that is about to be drawn has time: nothing moves. */
  get still(): boolean {
    return this.resting;
  }

  /** The share of pixels for a frame that is about to be drawn and had to be waited for [ms]. */
  next(waited: number): number {
    clearTimeout(this.timer);
    if (this.resting) {
      this.resting = false;
      return 1;
    }
    this.timer = setTimeout(this.settle, rest) as unknown as number;
    // What came before it says nothing about the first one.
    if (this.first) this.first = false;
    else this.note(waited);
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
    if (this.moving() || (this.level === 0 && !this.unfinished())) return;
    this.resting = true;
    this.sharpen();
  };
}
