import type { Measured, StageEvents } from "three-robot-kinematics/stage";
import { formatNumber, formatValue, type Units } from "three-robot-kinematics/stage";
import { button, Segments } from "../dom/button.js";
import { el, setText } from "../dom/element.js";
import { icon } from "../dom/icons.js";
import type { Viewer } from "../viewer.js";
import type { Commands } from "./commands.js";

type Found = StageEvents["measure"];

const WORDS: Readonly<Record<NonNullable<Found["snap"]>, string>> = {
  frame: "Origin of a frame",
  axis: "Axis of joint",
  centre: "Centre of a circle",
  corner: "Corner",
  edge: "Edge",
  surface: "Surface",
  link: "Link",
};

/** What was measured, and what to click next. */
export class MeasureCard {
  readonly element: HTMLElement;
  private readonly main = el("strong");
  private readonly more = el("span");
  private found: Found = {
    points: [],
    distance: null,
    angle: null,
    snap: null,
    joint: null,
    links: [],
    exact: true,
  };

  constructor(viewer: Viewer, commands: Commands) {
    const { stage } = viewer;
    const between = new Segments<Measured>(
      "Measure between",
      [
        { value: "points", label: "Between points", text: "Points" },
        { value: "links", label: "Between links, where they are nearest", text: "Links" },
      ],
      (value) => {
        stage.measures = value;
        between.value = value;
      },
    );
    between.value = stage.measures;
    this.element = el(
      "div",
      { class: "measure-card", role: "status", "aria-label": "Measurement" },
      icon("measure"),
      el("div", { class: "measure-words" }, this.main, this.more),
      between.element,
      button({
        label: "Clear measurement",
        icon: "close",
        press: () => stage.clearMeasure(),
      }),
    );
    commands.tool.watch((tool) => {
      this.element.hidden = tool !== "measure";
    });
    stage.addEventListener("measure", (found) => {
      this.found = found;
      if (stage.measures === "links") this.showLinks(viewer.units.value);
      else this.show(viewer.units.value);
    });
    viewer.units.watch((units) =>
      stage.measures === "links" ? this.showLinks(units) : this.show(units),
    );
  }

  private showLinks({ length }: Units): void {
    const { links, distance, exact } = this.found;
    const [first, second] = links;
    if (first === undefined) {
      setText(this.main, "Click a link");
      setText(this.more, "A second one gives the shortest distance between them.");
    } else if (second === undefined) {
      setText(this.main, first);
      setText(this.more, "Click the link to measure to.");
    } else {
      const apart = distance === null ? "…" : formatValue(distance, length);
      setText(this.main, distance === 0 ? "In contact" : `${exact ? "" : "≤ "}${apart}`);
      setText(this.more, `${first} to ${second}${exact ? "" : "; too many triangles to be exact"}`);
    }
  }

  private show(units: Units): void {
    const { points, distance, angle, snap, joint } = this.found;
    const named = joint === null ? "" : ` ${joint}`;
    const taken = snap === null ? "" : `${WORDS[snap]}${named}. `;
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
