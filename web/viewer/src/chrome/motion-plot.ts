/** Energies of a simulated motion and how far its loops are open, under the timeline. */
import { el, setText } from "../dom/element.js";
import { rowAt } from "../live/forces.js";
import type { MotionRecord } from "../live/messages.js";
import type { Playback } from "../playback.js";

const SPACE = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [1000, 100];
/** Of zero there is no logarithm; what is below rounding is drawn at rounding. */
const ROUNDING = 1e-17;

interface Curve {
  readonly name: string;
  readonly values: readonly number[];
}

/** A path through values over times, scaled to a box; lines that leave it are drawn at its edge. */
export function curvePath(
  times: readonly number[],
  values: readonly number[],
  [low, high]: readonly [number, number],
): string {
  const end = times[times.length - 1] || 1;
  const span = high - low || 1;
  return values
    .map((value, k) => {
      const x = (WIDTH * (times[k] ?? 0)) / end;
      const y = HEIGHT - (HEIGHT * (value - low)) / span;
      return `${k === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}

/** Lowest and highest of some numbers, a little apart. */
export function rangeOf(curves: readonly Curve[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { values } of curves)
    for (const value of values) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  const margin = 0.06 * (high - low) || 0.06 * Math.abs(high) || 1;
  return [low - margin, high + margin];
}

/** An empty drawing that fills the area of a plot. */
export function plotDrawing(): SVGSVGElement {
  const svg = document.createElementNS(SPACE, "svg");
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

export function drawCurve(svg: SVGSVGElement, outline: string, kind: string): void {
  const path = document.createElementNS(SPACE, "path");
  path.setAttribute("d", outline);
  path.classList.add(kind);
  svg.append(path);
}

/** A drawing over time that is scrubbed in, and the line that shows where time is. */
export function plotArea(
  svg: SVGSVGElement,
  playback: Playback,
): { area: HTMLElement; cursor: HTMLElement } {
  const cursor = el("div", { class: "plot-cursor" });
  const area = el("div", { class: "plot-area" }, svg as unknown as HTMLElement, cursor);
  const seek = ({ clientX, buttons }: PointerEvent) => {
    if (buttons === 0) return;
    const { left, width } = area.getBoundingClientRect();
    playback.scrub(((playback.current.value?.duration ?? 0) * (clientX - left)) / width);
  };
  area.addEventListener("pointerdown", (event) => {
    area.setPointerCapture(event.pointerId);
    seek(event);
  });
  area.addEventListener("pointermove", seek);
  return { area, cursor };
}

export class MotionPlot {
  readonly element = el("section", { class: "motion-plot", "aria-label": "Energy and loops" });
  private record: MotionRecord | undefined;
  private cursors: HTMLElement[] = [];
  private values: HTMLElement[] = [];

  constructor(private readonly playback: Playback) {
    playback.current.watch((reel) => this.show(reel?.record));
    playback.time.watch(() => this.mark());
  }

  private show(record: MotionRecord | undefined): void {
    this.element.hidden = record === undefined;
    if (record === this.record) return;
    this.record = record;
    this.cursors = [];
    this.values = [];
    this.element.replaceChildren();
    if (!record) return;
    const { kinetic, potential, residual } = record;
    const total = kinetic.map((value, k) => value + (potential[k] ?? 0));
    this.element.append(
      this.panel("Energy [J]", [
        { name: "kinetic", values: kinetic },
        { name: "potential", values: potential },
        { name: "total", values: total },
      ]),
    );
    if (residual) {
      const logs = residual.map((value) => Math.log10(Math.max(value, ROUNDING)));
      this.element.append(
        this.panel("Open loops [m or rad], logarithmic", [{ name: "residual", values: logs }]),
      );
    }
    this.mark();
  }

  private panel(title: string, curves: readonly Curve[]): HTMLElement {
    const svg = plotDrawing();
    const range = rangeOf(curves);
    const keys = curves.map(({ name, values }) => {
      drawCurve(svg, curvePath(this.record?.times ?? [], values, range), `curve-${name}`);
      const value = el("output");
      this.values.push(value);
      return el("span", { class: `curve-key curve-${name}` }, `${name} `, value);
    });
    const { area, cursor } = plotArea(svg, this.playback);
    this.cursors.push(cursor);
    return el(
      "figure",
      { class: "plot-panel" },
      el("figcaption", {}, el("span", { class: "plot-title", text: title }), ...keys),
      area,
    );
  }

  /** Puts the line where time is, and says what the curves are there. */
  private mark(): void {
    const { record } = this;
    if (!record) return;
    const time = this.playback.time.value;
    const duration = this.playback.current.value?.duration || 1;
    for (const cursor of this.cursors) cursor.style.left = `${(100 * time) / duration}%`;
    const row = rowAt(record.times, time);
    const [kinetic, potential] = [record.kinetic[row] ?? 0, record.potential[row] ?? 0];
    const shown = [kinetic, potential, kinetic + potential].map(written);
    if (record.residual) shown.push((record.residual[row] ?? 0).toExponential(1));
    this.values.forEach((value, k) => {
      setText(value, shown[k] ?? "");
    });
  }
}

/** Few enough digits for the line above the curves. */
function written(value: number): string {
  return Math.abs(value) < 1e-3 ? value.toExponential(2) : value.toPrecision(5);
}
