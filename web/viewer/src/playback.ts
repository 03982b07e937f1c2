/** Playing preview clips and trajectories on the active robot. */

import { DemoMotion, type Player, type StageRobot } from "three-robot-kinematics/stage";
import type { MotionRecord } from "./live/messages.js";
import { Signal } from "./signal.js";
import type { Motion } from "./trajectory/motion.js";
import type { Trajectory } from "./trajectory/trajectory.js";
import type { Viewer } from "./viewer.js";

/** Something with a duration that moves a robot. */
export interface Reel {
  readonly name: string;
  readonly kind: "clip" | "trajectory";
  readonly robot: string;
  /** [s] */
  readonly duration: number;
  /** What it was made from, where it can be saved. */
  readonly trajectory?: Trajectory | undefined;
  /** What is known besides poses where it was simulated. */
  readonly record: MotionRecord | undefined;
  seek(time: number): void;
  /** Lets go of the robot. */
  end(): void;
}

/** Plays on while the panels speak of another robot. */
interface Background {
  readonly reel: Reel;
  readonly loop: boolean;
  time: number;
}

const ALL_JOINTS = "All joints, one by one";

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
  /** Robots whose motion the server started: as long as nobody here changes it, it knows where it is. */
  private readonly led = new Set<string>();
  /** Robots whose motion has just begun. */
  private readonly starting = new Set<string>();
  /** By robot. */
  private readonly background = new Map<string, Background>();
  /** What each robot follows or has followed, until somebody moves it, and where that is [s]. */
  private readonly followed = new Map<string, { reel: Reel; time: number }>();
  private readonly records = new WeakMap<object, MotionRecord>();
  private last = 0;
  private frame = 0;
  private model: StageRobot["model"] | undefined;

  constructor(private readonly viewer: Viewer) {
    viewer.robot.watch((robot) => this.take(robot));
    // A hand on the robot stops what plays.
    viewer.onHand = (robot) => this.hold(robot);
  }

  /**
   * Plays a motion from its start; of the robot in front, on the timeline. One that is not played is shown at
   * its start or end (`atEnd`). Where a motion is that the server leads (`led`) is not reported to it.
   */
  add(
    robot: string,
    motion: Motion,
    {
      loop,
      play,
      atEnd = false,
      led = false,
      record,
    }: {
      loop: boolean;
      play: boolean;
      atEnd?: boolean;
      led?: boolean;
      record?: MotionRecord | undefined;
    },
  ): void {
    if (record) this.records.set(motion, record);
    const kept = (this.motions.get(robot) ?? []).filter((other) => other.name !== motion.name);
    this.motions.set(robot, [...kept, motion]);
    this.hold(robot);
    if (led) this.led.add(robot);
    if (robot !== this.viewer.robot.value?.id) {
      if (!play) return;
      this.starting.add(robot);
      this.background.set(robot, { reel: this.motionReel(robot, motion), loop, time: 0 });
      this.run();
      return;
    }
    this.list();
    const reel = this.reels.value.find(
      (candidate) => candidate.kind === "trajectory" && candidate.name === motion.name,
    );
    if (!reel) return;
    this.put(reel);
    this.loop.value = loop;
    if (play) this.play();
    else this.seek(atEnd ? reel.duration : 0);
  }

  /** Forgets a robot's trajectories. */
  drop(robot: string): void {
    this.motions.delete(robot);
    this.background.delete(robot);
    this.led.delete(robot);
    this.starting.delete(robot);
    this.followed.delete(robot);
    this.list();
  }

  /** What has posed a robot last; undefined where a hand or a message did. */
  reelOf(robot: string): Reel | undefined {
    return this.followed.get(robot)?.reel;
  }

  /** Where that is [s]. */
  timeOf(robot: string): number {
    return this.followed.get(robot)?.time ?? 0;
  }

  /** Plays something from its start. */
  start(reel: Reel): void {
    this.choose(reel);
    this.loop.value = false;
    this.play();
  }

  /** Stops what plays on a robot; it stays where it is. */
  hold(robot: string): void {
    this.background.delete(robot);
    this.led.delete(robot);
    this.starting.delete(robot);
    this.followed.delete(robot);
    if (this.current.value?.robot === robot) this.pause();
  }

  /** Puts something else on the timeline, at its start. */
  choose(reel: Reel): void {
    this.takeLead();
    this.put(reel);
  }

  toggle(): void {
    this.takeLead();
    if (this.playing.value) this.pause();
    else this.play();
  }

  /** Goes to a time and stays there [s]. */
  scrub(time: number): void {
    this.takeLead();
    this.pause();
    this.show(time);
    const robot = this.current.value?.robot;
    if (robot !== undefined) this.viewer.report(robot, "hand");
  }

  setLoop(on: boolean): void {
    this.takeLead();
    this.loop.value = on;
  }

  setSpeed(factor: number): void {
    this.takeLead();
    this.speed.value = factor;
  }

  private put(reel: Reel): void {
    this.pause();
    this.current.value?.end();
    this.current.value = reel;
    this.time.value = 0;
  }

  private play(): void {
    const reel = this.current.value;
    if (!reel || this.playing.value) return;
    const ended = this.time.value >= reel.duration;
    this.starting.add(reel.robot);
    this.playing.value = true;
    this.seek(ended ? 0 : this.time.value);
    this.run();
  }

  private pause(): void {
    this.playing.value = false;
  }

  /** From now on the motion in front is this page's, and the server hears where it is. */
  private takeLead(): void {
    const robot = this.current.value?.robot;
    if (robot === undefined || !this.led.delete(robot)) return;
    if (this.playing.value) this.starting.add(robot);
    this.viewer.report(robot, "hand");
  }

  private seek(time: number): void {
    const robot = this.current.value?.robot;
    this.show(time);
    if (robot !== undefined) this.tell(robot);
  }

  private show(time: number): void {
    const reel = this.current.value;
    if (!reel) return;
    this.time.value = Math.min(reel.duration, Math.max(0, time));
    this.follow(reel, this.time.value);
  }

  private follow(reel: Reel, time: number): void {
    this.followed.set(reel.robot, { reel, time });
    reel.seek(time);
  }

  /** Reports a robot that a motion has moved. */
  private tell(robot: string): void {
    if (this.led.has(robot)) return;
    this.viewer.report(robot, this.starting.delete(robot) ? "start" : "on");
  }

  private run(): void {
    if (this.frame !== 0) return;
    this.last = performance.now();
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    const step = (Math.max(0, now - this.last) / 1000) * this.speed.value;
    this.last = now;
    const reel = this.current.value;
    if (reel && this.playing.value) {
      const { time, ended } = after(reel, this.time.value + step, this.loop.value);
      this.seek(time);
      if (ended) this.pause();
    }
    for (const [robot, entry] of this.background) {
      const { time, ended } = after(entry.reel, entry.time + step, entry.loop);
      entry.time = time;
      this.follow(entry.reel, time);
      this.tell(robot);
      if (ended) this.background.delete(robot);
    }
    const on = this.playing.value || this.background.size > 0;
    this.frame = on ? requestAnimationFrame((later) => this.tick(later)) : 0;
  }

  /** A reload keeps what is being played, by name. */
  private take(robot: StageRobot | null): void {
    if (robot?.model === this.model) return;
    this.model = robot?.model;
    const before = this.current.value;
    if (before && before.robot !== robot?.id && this.playing.value) {
      const [loop, time] = [this.loop.value, this.time.value];
      this.background.set(before.robot, { reel: before, loop, time });
    }
    this.list();
    const entry = robot && this.background.get(robot.id);
    const reel =
      entry &&
      this.reels.value.find(
        ({ name, kind }) => name === entry.reel.name && kind === entry.reel.kind,
      );
    if (!robot || !entry || !reel) return;
    this.background.delete(robot.id);
    this.current.value = reel;
    this.loop.value = entry.loop;
    this.time.value = entry.time;
    this.play();
  }

  private list(): void {
    const robot = this.viewer.robot.value;
    const before = this.current.value;
    // A reload may have taken joints away.
    const fits = (motion: Motion) => motion.joints.every((name) => robot?.model.joints.has(name));
    const motions = robot ? (this.motions.get(robot.id) ?? []).filter(fits) : [];
    const reels = robot
      ? [
          ...motions.map((motion) => this.motionReel(robot.id, motion)),
          ...this.demoReels(robot),
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

  private motionReel(
    robot: string,
    motion: Pick<Motion, "name" | "duration" | "joints" | "sample"> & {
      readonly trajectory?: Trajectory;
    },
  ): Reel {
    const { stage } = this.viewer;
    return {
      name: motion.name,
      kind: "trajectory",
      robot,
      duration: motion.duration,
      trajectory: motion.trajectory,
      record: this.records.get(motion),
      seek: (time) => {
        const model = stage.robots.get(robot)?.model;
        if (!model || !motion.joints.every((name) => model.joints.has(name))) return;
        const options = { silent: true, clamp: false, wrap: true, partial: true };
        stage.setPose(robot, motion.sample(time), options);
      },
      end: () => {},
    };
  }

  /** All joints in turn, where there is more than one to show. */
  private demoReels({ id, model }: StageRobot): Reel[] {
    const demo = new DemoMotion(model);
    const joints = [...demo.sample(0).keys()];
    if (joints.length < 2) return [];
    return [this.motionReel(id, Object.assign(demo, { name: ALL_JOINTS, joints }))];
  }

  private clipReel(robot: string, clip: StageRobot["clips"][number]): Reel {
    const { stage } = this.viewer;
    let player: Player | null = null;
    const known = this.viewer.scene.value.robots.get(robot)?.motions ?? [];
    return {
      name: clip.name === "" ? "Preview" : clip.name,
      kind: "clip",
      robot,
      duration: clip.duration,
      record: known.find(({ name }) => name === clip.name),
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

/** Where a reel is at a time that may be past its end. */
function after(reel: Reel, time: number, loop: boolean): { time: number; ended: boolean } {
  if (time < reel.duration) return { time, ended: false };
  if (!loop || reel.duration === 0) return { time: reel.duration, ended: true };
  return { time: time % reel.duration, ended: false };
}
