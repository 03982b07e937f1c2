/** Playing preview clips and trajectories on the active robot. */
import { Signal } from "./signal.js";
import type { Player, StageRobot } from "./stage/index.js";
import type { Motion } from "./trajectory/motion.js";
import type { Viewer } from "./viewer.js";

/** Something with a duration that moves a robot. */
export interface Reel {
  readonly name: string;
  readonly kind: "clip" | "trajectory";
  readonly robot: string;
  /** [s] */
  readonly duration: number;
  seek(time: number): void;
  /** Lets go of the robot. */
  end(): void;
}

export class Playback {
  /** What can be played on the active robot. */
  readonly reels = new Signal<readonly Reel[]>([]);
  readonly current = new Signal<Reel | null>(null);
  /** [s] */
  readonly time = new Signal(0);
  readonly playing = new Signal(false);
  readonly loop = new Signal(true);
  readonly speed = new Signal(1);

  private readonly motions = new Map<string, Motion[]>();
  private last = 0;
  private frame = 0;
  private model: StageRobot["model"] | undefined;

  constructor(private readonly viewer: Viewer) {
    viewer.robot.watch((robot) => this.take(robot));
    // A hand on the robot stops what plays.
    viewer.onHand = () => this.pause();
  }

  add(robot: string, motion: Motion): void {
    const kept = (this.motions.get(robot) ?? []).filter((other) => other.name !== motion.name);
    this.motions.set(robot, [...kept, motion]);
    this.list();
    const reel = this.reels.value.find(
      (candidate) => candidate.kind === "trajectory" && candidate.name === motion.name,
    );
    if (reel) this.choose(reel);
  }

  /** Forgets a robot's trajectories. */
  drop(robot: string): void {
    this.motions.delete(robot);
    this.list();
  }

  choose(reel: Reel | null): void {
    this.pause();
    this.current.value?.end();
    this.current.value = reel;
    this.time.value = 0;
  }

  play(): void {
    const reel = this.current.value;
    if (!reel || this.playing.value) return;
    if (this.time.value >= reel.duration) this.time.value = 0;
    this.playing.value = true;
    this.last = performance.now();
    this.frame = requestAnimationFrame((now) => this.advance(now));
  }

  pause(): void {
    cancelAnimationFrame(this.frame);
    this.playing.value = false;
  }

  toggle(): void {
    if (this.playing.value) this.pause();
    else this.play();
  }

  /** Pauses and ends: the robot stays where it is. */
  stop(): void {
    this.pause();
    this.current.value?.end();
    this.time.value = 0;
  }

  seek(time: number): void {
    const reel = this.current.value;
    if (!reel) return;
    this.time.value = Math.min(reel.duration, Math.max(0, time));
    reel.seek(this.time.value);
  }

  private advance(now: number): void {
    const reel = this.current.value;
    if (!reel || !this.playing.value) return;
    const next = this.time.value + ((now - this.last) / 1000) * this.speed.value;
    this.last = now;
    if (next >= reel.duration && !this.loop.value) {
      this.seek(reel.duration);
      this.pause();
      return;
    }
    this.seek(reel.duration > 0 ? next % reel.duration : 0);
    this.frame = requestAnimationFrame((later) => this.advance(later));
  }

  /** A reload keeps what is being played, by name. */
  private take(robot: StageRobot | null): void {
    if (robot?.model === this.model) return;
    this.model = robot?.model;
    this.list();
  }

  private list(): void {
    const robot = this.viewer.robot.value;
    const before = this.current.value;
    const motions = robot ? (this.motions.get(robot.id) ?? []) : [];
    const reels = robot
      ? [
          ...motions.map((motion) => this.motionReel(robot.id, motion)),
          ...robot.clips.map((clip) => this.clipReel(robot.id, clip)),
        ]
      : [];
    this.reels.value = reels;
    const same = reels.find(
      (reel) =>
        reel.name === before?.name && reel.kind === before.kind && reel.robot === before.robot,
    );
    if (!same) this.pause();
    this.current.value = same ?? reels[0] ?? null;
    if (!same) this.time.value = 0;
  }

  private motionReel(robot: string, motion: Motion): Reel {
    const { stage } = this.viewer;
    return {
      name: motion.name,
      kind: "trajectory",
      robot,
      duration: motion.duration,
      seek: (time) => {
        const options = { silent: true, clamp: false, wrap: true, partial: true };
        if (stage.robots.has(robot)) stage.setPose(robot, motion.sample(time), options);
      },
      end: () => {},
    };
  }

  private clipReel(robot: string, clip: StageRobot["clips"][number]): Reel {
    const { stage } = this.viewer;
    let player: Player | null = null;
    return {
      name: clip.name === "" ? "Preview" : clip.name,
      kind: "clip",
      robot,
      duration: clip.duration,
      seek: (time) => {
        if (!stage.robots.has(robot)) return;
        if (!player) {
          // Time runs here, so that speed and loop are the same for clips and trajectories.
          player = stage.animate(robot, clip);
          if (player) player.playing = false;
        }
        if (player) player.time = time;
      },
      end: () => {
        if (player && stage.robots.has(robot)) stage.animate(robot, null);
        player = null;
      },
    };
  }
}
