import type { StageEvents } from "three-robot-kinematics/stage";
import { formatNumber, formatValue, type Units } from "three-robot-kinematics/stage";
import { button } from "../dom/button.js";
import { el, setText } from "../dom/element.js";
import { icon } from "../dom/icons.js";
import type { Viewer } from "../viewer.js";
import type { Commands } from "./commands.js";

type Measured = StageEvents["measure"];

const WORDS: Readonly<Record<NonNullable<Measured["snap"]>, string>> = {
  frame: "Origin of a frame",
  axis: "Axis of a joint",
  centre: "Centre of a circle",
  corner: "Corner",
  edge: "Edge",
  surface: "Surface",
};

/** What was measured, and what to click next. */
export class MeasureCard {
  readonly element: HTMLElement;
  private readonly main = el("strong");
  private readonly more = el("span");
  private measured: Measured = { points: [], distance: null, angle: null, snap: null };

  constructor(viewer: Viewer, commands: Commands) {
    this.element = el(
      "div",
      { class: "measure-card", role: "status", "aria-label": "Measurement" },
      icon("measure"),
      el("div", { class: "measure-words" }, this.main, this.more),
      button({
        label: "Clear measurement",
        icon: "close",
        press: () => viewer.stage.clearMeasure(),
      }),
    );
    commands.tool.watch((tool) => {
      this.element.hidden = tool !== "measure";
    });
    viewer.stage.addEventListener("measure", ({ points, distance, angle, snap }) => {
      this.measured = { points, distance, angle, snap };
      this.show(viewer.units.value);
    });
    viewer.units.watch((units) => this.show(units));
  }

  private show(units: Units): void {
    const { points, distance, angle, snap } = this.measured;
    const taken = snap === null ? "" : `${WORDS[snap]}. `;
    const { length } = units;
    const axes = ["x", "y", "z"] as const;
    const numbers = (values: readonly number[]) =>
      `${axes.map((axis, k) => `${axis} ${formatNumber(values[k] ?? 0, length)}`).join("  ")} ${length}`;
    const [first, second] = points;
    if (!first) {
      setText(this.main, "Click a point on the robot");
      setText(
        this.more,
        "Two give a distance, three an angle. Near frames, axes, edges and rims it snaps.",
      );
    } else if (!second || distance === null) {
      setText(this.main, numbers(first));
      setText(this.more, `${taken}A second one gives the distance.`);
    } else {
      const apart = second.map((value, k) => value - (first[k] as number));
      const text = formatValue(distance, length);
      setText(
        this.main,
        angle === null ? text : `${formatValue(angle, units.angle)} at the second point`,
      );
      setText(this.more, taken + (angle === null ? numbers(apart) : `First to second: ${text}`));
    }
  }
}
