/** Where the forces come from that are drawn: of the motion that plays, or of Python for a pose. */

import type { ForceScale, Forces } from "three-robot-kinematics/stage";
import type { Playback } from "../playback.js";
import type { Viewer } from "../viewer.js";
import type { ForcesInfo, ForcesMessage, MotionRecord, PageMessage } from "./messages.js";
import { poseValues } from "./play.js";

const GRAVITY = 9.81;

/** Forces at one of the times that a message has them for. */
export function forcesAt(info: ForcesInfo, row: number, largest: ForceScale): Forces {
  const values = info.values[row] ?? [];
  const efforts = info.efforts[row] ?? [];
  return {
    parts: info.parts.map(({ kind, name, determined }, k) => ({
      kind,
      name,
      determined,
      wrench: values.slice(6 * k, 6 * k + 6),
    })),
    efforts: new Map(info.drives.map((name, k) => [name, efforts[k] ?? 0])),
    largest,
  };
}

/** The largest of everything, and never less than a robot of that weight [N] and size [m] is worth. */
export function scaleOf(info: ForcesInfo, weight: number, size: number): ForceScale {
  let force = Math.max(weight, 1e-9);
  let moment = Math.max(weight * size, 1e-9);
  let effort = 1e-9;
  for (const row of info.values)
    for (let k = 0; k + 5 < row.length; k += 6) {
      const at = (i: number) => row[k + i] as number;
      force = Math.max(force, Math.hypot(at(0), at(1), at(2)));
      moment = Math.max(moment, Math.hypot(at(3), at(4), at(5)));
    }
  for (const row of info.efforts)
    for (const value of row) effort = Math.max(effort, Math.abs(value));
  return { force, moment, effort };
}

/** The number of the last of rising times that is not after one. */
export function rowAt(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((times[middle] as number) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

export class ForceFeed {
  /** Robots that were asked about, and whether they have moved since. */
  private readonly asked = new Map<string, { stale: boolean }>();
  private readonly scales = new WeakMap<ForcesInfo, ForceScale>();
  private readonly said = new Set<string>();

  /** `send` says whether there is anybody to ask. */
  constructor(
    private readonly viewer: Viewer,
    private readonly playback: Playback,
    private readonly send: (message: PageMessage) => boolean,
  ) {
    viewer.layers.watch(() => this.refreshAll());
    viewer.stage.addEventListener("robots", () => this.refreshAll());
    viewer.stage.addEventListener("pose", ({ robot }) => this.refresh(robot));
  }

  /** Asks again: the line to Python was cut, and what was asked is lost. */
  restart(): void {
    this.asked.clear();
    this.refreshAll();
  }

  take({ robot, forces, note }: ForcesMessage): void {
    const { stage } = this.viewer;
    const { stale } = this.asked.get(robot) ?? {};
    this.asked.delete(robot);
    if (note !== null) this.say(note);
    if (!stage.robots.has(robot) || !this.on || this.recorded(robot)) return;
    stage.setForces(robot, forces && forcesAt(forces, 0, this.scale(robot, forces)));
    if (stale) this.refresh(robot);
  }

  private get on(): boolean {
    return this.viewer.layers.value.has("forces");
  }

  private refreshAll(): void {
    for (const robot of this.viewer.stage.robots.keys()) this.refresh(robot);
  }

  private refresh(robot: string): void {
    const { stage } = this.viewer;
    const model = stage.robots.get(robot)?.model;
    if (!model || !this.on) return;
    const record = this.recorded(robot);
    if (record?.forces) {
      const row = rowAt(record.times, this.playback.timeOf(robot));
      stage.setForces(robot, forcesAt(record.forces, row, this.scale(robot, record.forces)));
      return;
    }
    const waiting = this.asked.get(robot);
    if (waiting) {
      waiting.stale = true;
      return;
    }
    if (this.send({ type: "forces", robot, values: poseValues(model) })) {
      this.asked.set(robot, { stale: false });
      return;
    }
    stage.setForces(robot, null);
    this.say(
      "Forces in joints are computed by Python: open the robot with fourbar view, or save a simulated motion with the page.",
    );
  }

  /** What is stored of the motion that the robot follows. */
  private recorded(robot: string): MotionRecord | undefined {
    return this.playback.reelOf(robot)?.record;
  }

  private scale(robot: string, info: ForcesInfo): ForceScale {
    const known = this.scales.get(info);
    if (known) return known;
    let mass = 0;
    for (const { inertial } of this.viewer.stage.robots.get(robot)?.model.links.values() ?? [])
      mass += inertial?.mass ?? 0;
    const scale = scaleOf(info, GRAVITY * mass, 0.05);
    this.scales.set(info, scale);
    return scale;
  }

  private say(text: string): void {
    if (this.said.has(text)) return;
    this.said.add(text);
    this.viewer.notices.show("info", text);
  }
}
