/** Joints of the motion on the timeline over time, each in a strip with its limits. */
import { formatValue, type ShownDof, shownDofs } from "three-robot-kinematics/stage";
import { el, setText } from "../dom/element.js";
import type { Playback } from "../playback.js";
import { Signal } from "../signal.js";
import type { Track, Trajectory } from "../trajectory/trajectory.js";
import type { Viewer } from "../viewer.js";
import { curvePath, drawCurve, plotArea, plotDrawing } from "./motion-plot.js";

/** Strips that are drawn: the joint that is selected, then those that move the most. */
const MOST = 4;
/** Points of a curve; more than there are pixels show nothing more. */
const POINTS = 1000;

/** One number of a joint over time. */
export interface Strip {
  readonly dof: ShownDof;
  readonly times: readonly number[];
  readonly values: readonly number[];
  /** How far it goes [rad or m]. */
  readonly travel: number;
}

/** The numbers of a motion, of one joint first, then by how far they go. */
export function stripsOf(
  { times, tracks }: Trajectory,
  dofs: ReadonlyMap<string, readonly ShownDof[]>,
  first: string | null,
): Strip[] {
  const step = Math.max(1, Math.ceil(times.length / POINTS));
  const kept = [...times.keys()].filter((k) => k % step === 0 || k === times.length - 1);
  const strips = tracks.flatMap((track) =>
    (dofs.get(track.joint) ?? [])
      .filter(() => (dofs.get(track.joint)?.length ?? 0) === track.width)
      .map((dof) => stripOf(track, dof, times, kept)),
  );
  const rank = ({ dof }: Strip) => (dof.joint === first ? 0 : 1);
  return strips.sort((a, b) => rank(a) - rank(b) || b.travel - a.travel).slice(0, MOST);
}

function stripOf(track: Track, dof: ShownDof, times: Float64Array, kept: number[]): Strip {
  const values = kept.map((k) => track.values[k * track.width + dof.index] as number);
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return { dof, times: kept.map((k) => times[k] as number), values, travel: high - low };
}

/** From the lowest to the highest of curve and limits, with a margin. */
export function stripRange({ dof, values }: Strip): [number, number] {
  const bounds = [dof.lower, dof.upper].filter((bound) => bound !== undefined);
  let [low, high] = [Math.min(...bounds), Math.max(...bounds)];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const margin = 0.08 * (high - low) || 0.1;
  return [low - margin, high + margin];
}

export class JointStrips {
  readonly element = el("section", {
    class: "motion-plot joint-strips",
    "aria-label": "Joints over time",
  });
  readonly on = new Signal(false);
  private strips: readonly Strip[] = [];
  private cursors: HTMLElement[] = [];
  private values: HTMLElement[] = [];

  constructor(
    private readonly viewer: Viewer,
    private readonly playback: Playback,
  ) {
    this.on.watch(() => this.draw());
    playback.current.watch(() => this.draw());
    viewer.selected.watch(() => this.draw());
    viewer.units.watch(() => this.draw());
    playback.time.watch(() => this.mark());
  }

  setOn(on: boolean): void {
    this.on.value = on;
  }

  private draw(): void {
    const trajectory = this.playback.current.value?.trajectory;
    const joints = this.viewer.robot.value?.model.joints;
    this.element.hidden = !this.on.value || !trajectory || !joints;
    this.cursors = [];
    this.values = [];
    this.strips = [];
    this.element.replaceChildren();
    if (this.element.hidden || !trajectory || !joints) return;
    const part = this.viewer.selected.value;
    const dofs = new Map([...joints.values()].map((joint) => [joint.name, shownDofs(joint)]));
    this.strips = stripsOf(trajectory, dofs, part?.kind === "joint" ? part.name : null);
    this.element.append(...this.strips.map((strip) => this.panel(strip)));
    this.mark();
  }

  private panel(strip: Strip): HTMLElement {
    const svg = plotDrawing();
    const range = stripRange(strip);
    const { dof, times, values } = strip;
    const end = times[times.length - 1] ?? 0;
    for (const bound of [dof.lower, dof.upper])
      if (bound !== undefined)
        drawCurve(svg, curvePath([0, end], [bound, bound], range), "curve-limit");
    drawCurve(svg, curvePath(times, values, range), "curve-joint");
    const { area, cursor } = plotArea(svg, this.playback);
    const value = el("output");
    this.cursors.push(cursor);
    this.values.push(value);
    const title = dof.label ? `${dof.joint} (${dof.label})` : dof.joint;
    return el(
      "figure",
      { class: "plot-panel" },
      el("figcaption", {}, el("span", { class: "plot-title", text: title }), value),
      area,
    );
  }

  /** Puts the lines where time is, and says what the curves are there. */
  private mark(): void {
    if (this.strips.length === 0) return;
    const time = this.playback.time.value;
    const duration = this.playback.current.value?.duration || 1;
    const { angle, length } = this.viewer.units.value;
    this.strips.forEach(({ dof, times, values }, k) => {
      const cursor = this.cursors[k];
      if (cursor) cursor.style.left = `${(100 * time) / duration}%`;
      const later = times.findIndex((at) => at >= time);
      const value = values[later < 0 ? values.length - 1 : later] ?? 0;
      const output = this.values[k];
      if (output) setText(output, formatValue(value, dof.quantity === "angle" ? angle : length));
    });
  }
}
