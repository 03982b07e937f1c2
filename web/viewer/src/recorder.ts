/** Motions made by hand: poses that are set one after the other, or all that the robot does. */
import type { JointValue } from "three-robot-kinematics";
import { Signal } from "./signal.js";
import { type Track, type Trajectory, timesOf } from "./trajectory/trajectory.js";
import type { Viewer } from "./viewer.js";

/** From one key to the next [s]. */
const BETWEEN = 1;
/** Samples of a recording that are kept: ten minutes at sixty a second. */
const MOST = 36_000;

interface Sample {
  readonly time: number;
  readonly pose: ReadonlyMap<string, JointValue>;
}

export class Recorder {
  readonly recording = new Signal(false);
  private readonly keys = new Map<string, Sample[]>();
  private samples: Sample[] = [];
  private started = 0;
  private robot = "";

  constructor(
    private readonly viewer: Viewer,
    /** Puts a motion on the timeline, at its end: there the robot is. */
    private readonly put: (robot: string, trajectory: Trajectory) => void,
  ) {
    viewer.pose.watch(() => this.sample());
  }

  /** Adds the present pose to the keys of the robot. */
  addKey(): void {
    const robot = this.viewer.robot.value;
    if (!robot) return;
    const keys = this.keys.get(robot.id) ?? [];
    keys.push({ time: BETWEEN * keys.length, pose: robot.model.getJointValues() });
    this.keys.set(robot.id, keys);
    this.put(robot.id, trajectoryOfSamples("Keys", keys));
    const { length } = keys;
    this.viewer.notices.show(
      "info",
      length === 1
        ? "Key 1 set. Move the robot and set another one; play goes from key to key."
        : `Key ${length} set.`,
    );
  }

  clearKeys(robot: string): void {
    this.keys.delete(robot);
  }

  /** Begins to record what the robot does, or ends it and puts it on the timeline. */
  toggle(): void {
    const robot = this.viewer.robot.value;
    if (!this.recording.value) {
      if (!robot) return;
      this.robot = robot.id;
      this.samples = [];
      this.started = performance.now();
      this.recording.value = true;
      this.sample();
      return;
    }
    this.recording.value = false;
    if (this.samples.length > 1)
      this.put(this.robot, trajectoryOfSamples("Recording", this.samples));
  }

  private sample(): void {
    const robot = this.viewer.robot.value;
    if (!this.recording.value || robot?.id !== this.robot || this.samples.length >= MOST) return;
    const time = (performance.now() - this.started) / 1000;
    this.samples.push({ time, pose: robot.model.getJointValues() });
  }
}

export function trajectoryOfSamples(name: string, samples: readonly Sample[]): Trajectory {
  const times = timesOf(
    samples.map(({ time }) => time),
    samples.length,
  );
  const tracks = [...(samples[0]?.pose ?? [])].map(([joint, first]): Track => {
    const width = typeof first === "number" ? 1 : first.length;
    const values = new Float64Array(width * samples.length);
    samples.forEach(({ pose }, i) => {
      values.set([pose.get(joint) ?? first].flat(), width * i);
    });
    return { joint, width, values };
  });
  return { name, times, tracks };
}

/** A trajectory as `fourbar view --trajectory` reads it. */
export function trajectoryToJson({ times, tracks }: Trajectory): string {
  const neat = (value: number) => Math.round(value * 1e9) / 1e9;
  const rows = tracks.map(({ joint, width, values }): [string, unknown] => {
    const numbers = [...values].map(neat);
    const samples = Array.from(times, (_, i) => numbers.slice(i * width, (i + 1) * width));
    return [joint, width === 1 ? numbers : samples];
  });
  const positions = Object.fromEntries(rows);
  return `${JSON.stringify({ time: [...times].map(neat), positions })}\n`;
}
