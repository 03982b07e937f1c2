import {
  formatNumber,
  formatShort,
  formatValue,
  isBeyond,
  parseValue,
  rangeOf,
  type ShownDof,
  stepOf,
  suffixOf,
  turnOf,
  unitOf,
} from "three-robot-kinematics/stage";
import { el, setText, toggleAttribute } from "../../dom/element.js";
import type { Viewer } from "../../viewer.js";

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

/** How long a note stays [ms]. */
const LASTING = 6000;

/** Slider and number field of one degree of freedom. */
export class DofRow {
  readonly element: HTMLElement;
  readonly slider: HTMLInputElement;
  private readonly field: HTMLInputElement;
  private readonly unit = el("span", { class: "unit", "aria-hidden": "true" });
  private readonly low: HTMLButtonElement;
  private readonly high: HTMLButtonElement;
  private readonly note = el("p", { class: "row-note", role: "status" });
  private value = Number.NaN;
  /** Whether the field holds something that was typed and not taken yet. */
  private typing = false;
  private shown = "";
  /** Where the joint was when something was said about it. */
  private said = Number.NaN;
  private quiet = 0;

  constructor(
    private readonly viewer: Viewer,
    private readonly dof: ShownDof,
    title: HTMLElement,
  ) {
    const name = dof.label === "" ? dof.joint : `${dof.joint} ${dof.label}`;
    this.slider = el("input", { type: "range", step: "any", "aria-label": name });
    this.field = el("input", {
      type: "text",
      class: "value-field",
      inputmode: "text",
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": `${name} value`,
    });
    this.low = this.limitButton(
      `Move ${name} to its lower limit`,
      () => dof.lower ?? this.range().min,
    );
    this.high = this.limitButton(
      `Move ${name} to its upper limit`,
      () => dof.upper ?? this.range().max,
    );
    const box = el("label", { class: "value-box" }, this.field, this.unit);
    this.element = el(
      "div",
      { class: "dof" },
      el("div", { class: "dof-head" }, title, box),
      el("div", { class: "dof-slide" }, this.low, this.slider, this.high),
      this.note,
    );
    this.slider.addEventListener("input", () => this.move(this.slider.valueAsNumber));
    this.slider.addEventListener("keydown", (event) => this.onKey(event));
    this.slider.addEventListener("dblclick", () => this.move(dof.home));
    this.field.addEventListener("input", () => {
      this.typing = true;
    });
    this.field.addEventListener("change", () => this.commit());
    this.field.addEventListener("focus", () => this.field.select());
    this.field.addEventListener("blur", () => this.showNumber(true));
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.commit();
      else if (event.key === "Escape") {
        event.stopPropagation();
        this.showNumber(true);
        this.field.blur();
      } else if (
        event.key === "ArrowUp" ||
        event.key === "ArrowDown" ||
        event.key.startsWith("Page")
      )
        this.onKey(event);
    });
  }

  /** Shows where the joint is. */
  update(actual: number): void {
    const value = this.dof.wraps ? turnOf(actual) : actual;
    const { min, max } = rangeOf(this.dof, value, this.viewer.clamp.value);
    const { units } = this.viewer;
    const unit = unitOf(this.dof.quantity, units.value);
    const state = `${value} ${min} ${max} ${unit}`;
    if (state === this.shown) {
      // The browser moved the thumb, the joint stayed.
      if (this.slider.valueAsNumber !== value) this.slider.valueAsNumber = value;
      return;
    }
    this.shown = state;
    // What was said of another place is no longer true.
    if (Math.abs(value - this.said) > 1e-9) this.say("");
    this.value = value;
    this.slider.min = String(min);
    this.slider.max = String(max);
    this.slider.valueAsNumber = value;
    this.slider.setAttribute("aria-valuetext", formatValue(value, unit));
    const share = (at: number) => String(max > min ? (at - min) / (max - min) : 0);
    const { style } = this.slider;
    style.setProperty("--at", share(value));
    style.setProperty("--from", share(Math.min(max, Math.max(min, 0))));
    style.setProperty("--low", share(Math.max(min, this.dof.lower ?? min)));
    style.setProperty("--high", share(Math.min(max, this.dof.upper ?? max)));
    const { lower, upper, wraps } = this.dof;
    setText(this.low, wraps || lower !== undefined ? formatShort(lower ?? min, unit) : "−∞");
    setText(this.high, wraps || upper !== undefined ? formatShort(upper ?? max, unit) : "∞");
    setText(this.unit, suffixOf(unit));
    const beyond = isBeyond(this.dof, actual);
    toggleAttribute(this.element, "data-beyond", beyond ? "" : null);
    this.field.title = beyond
      ? `Beyond its limits: ${formatShort(lower ?? min, unit)} to ${formatShort(upper ?? max, unit)}`
      : `${actual.toPrecision(9)} ${this.dof.quantity === "angle" ? "rad" : "m"}`;
    this.showNumber(false);
  }

  private move(wanted: number): void {
    const outcome = this.viewer.move(this.dof.joint, this.dof.index, wanted);
    this.refresh();
    const unit = unitOf(this.dof.quantity, this.viewer.units.value);
    if (!outcome.converged)
      this.say(`The loops do not close there; it goes as far as ${formatValue(this.value, unit)}.`);
    else if (outcome.clamped) this.say(`Kept to its limit, ${formatValue(this.value, unit)}.`);
    else this.say("");
  }

  private refresh(): void {
    const value = this.viewer.robot.value?.model.joints.get(this.dof.joint)?.value;
    const own = typeof value === "number" ? value : value?.[this.dof.index];
    if (own !== undefined) this.update(own);
  }

  private commit(): void {
    const unit = unitOf(this.dof.quantity, this.viewer.units.value);
    if (this.field.value === formatNumber(this.value, unit)) {
      this.typing = false;
      return;
    }
    const value = parseValue(this.field.value, unit, this.value);
    if (value === undefined) {
      this.say(
        this.dof.quantity === "angle"
          ? "Not an angle: a number was expected, such as 30, 30deg, 0.5rad or pi/2."
          : "Not a length: a number was expected, such as 0.2, 0.2m or 200mm.",
      );
      this.showNumber(true);
      return;
    }
    this.move(value);
    this.showNumber(true);
  }

  private onKey(event: KeyboardEvent): void {
    const { min, max } = this.range();
    const unit = unitOf(this.dof.quantity, this.viewer.units.value);
    const step = STEPS[event.key];
    let next: number | undefined;
    if (step !== undefined) {
      // A hundredth of the way where the range is small.
      const size = Math.min(stepOf(unit), (max - min) / 100);
      next = this.value + step * size * (event.shiftKey ? 10 : 1) * (event.altKey ? 0.1 : 1);
      if (!this.dof.wraps) next = Math.min(max, Math.max(min, next));
    } else if (this.dof.wraps && (event.key === "Home" || event.key === "End")) {
      // Both ends are the same place: Home is where the file has the joint.
      next = event.key === "Home" ? this.dof.home : max;
    } else if (event.key === "Home") next = min;
    else if (event.key === "End") next = max;
    if (next === undefined) return;
    event.preventDefault();
    this.move(next);
    if (event.currentTarget === this.field) this.showNumber(true);
  }

  private range() {
    return rangeOf(this.dof, this.value, this.viewer.clamp.value);
  }

  private showNumber(force: boolean): void {
    if (!force && this.typing) return;
    this.typing = false;
    const unit = unitOf(this.dof.quantity, this.viewer.units.value);
    const text = formatNumber(this.value, unit);
    if (this.field.value !== text) this.field.value = text;
  }

  private say(text: string): void {
    setText(this.note, text);
    toggleAttribute(this.element, "data-note", text === "" ? null : "");
    this.said = text === "" ? Number.NaN : this.value;
    window.clearTimeout(this.quiet);
    if (text !== "") this.quiet = window.setTimeout(() => this.say(""), LASTING);
  }

  private limitButton(label: string, end: () => number): HTMLButtonElement {
    const element = el("button", { type: "button", class: "limit", tabindex: -1, title: label });
    element.addEventListener("click", () => this.move(end()));
    return element;
  }
}
