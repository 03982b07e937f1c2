/** Playing a motion through the joints: values are set like any others, so that loops stay closed. */
import type { Player, SampledMotion } from "../types.js";
import type { Actor } from "./actor.js";

export class MotionPlayer implements Player {
  loop = true;
  private seconds = 0;
  private running = false;

  /** `changed` is called when the time or the state has changed. */
  constructor(
    private readonly actor: Actor,
    private readonly motion: SampledMotion,
    private readonly changed: () => void,
  ) {}

  get duration(): number {
    return this.motion.duration;
  }

  get time(): number {
    return this.seconds;
  }

  set time(seconds: number) {
    this.seconds = Math.min(this.duration, Math.max(0, Number.isFinite(seconds) ? seconds : 0));
    this.show();
  }

  get playing(): boolean {
    return this.running;
  }

  set playing(on: boolean) {
    if (on && !this.loop && this.seconds >= this.duration) this.seconds = 0;
    this.running = on;
    this.changed();
  }

  /** Goes on; at the end it starts anew or stops. */
  advance(seconds: number): void {
    if (!this.running) return;
    let next = this.seconds + seconds;
    if (next >= this.duration) {
      if (this.loop && this.duration > 0) next %= this.duration;
      else {
        next = this.duration;
        this.running = false;
      }
    }
    this.seconds = next;
    this.show();
  }

  private show(): void {
    const { model } = this.actor;
    model.setJointValues(this.motion.sample(this.seconds), { clamp: false, partial: true });
    this.changed();
  }
}
