import type { Grip, LengthUnit, Part, Position } from "three-robot-kinematics/stage";
import { formatNumber, formatValue, parseValue, suffixOf } from "three-robot-kinematics/stage";
import { button, Segments, setPressed } from "../dom/button.js";
import { el, setText } from "../dom/element.js";
import { icon } from "../dom/icons.js";
import type { Viewer } from "../viewer.js";
import type { Commands } from "./commands.js";

const AXES = ["x", "y", "z"] as const;

/** Nearer than this, a point counts as being where it was sent [m]. */
const THERE = 1e-3;

/** How links are pulled: what happens to their orientation, where to by numbers, and what stays. */
export class PullCard {
  readonly element: HTMLElement;
  private part: Part | null = null;
  private position: Position | null = null;
  private readonly fields: readonly HTMLInputElement[];
  private readonly unit = el("span", { class: "unit" });
  private readonly note = el("span", { class: "pull-note", role: "status" });
  private readonly target: HTMLElement;
  private readonly pinned = el("div", { class: "pull-pins" });
  private readonly trace: HTMLButtonElement;
  private readonly pin: HTMLButtonElement;

  constructor(
    private readonly viewer: Viewer,
    commands: Commands,
  ) {
    const { stage } = viewer;
    this.fields = AXES.map((axis, k) => this.field(axis, k));
    this.target = el(
      "div",
      { class: "pull-row", role: "group", "aria-label": "Where the pulled point is" },
      ...AXES.map((axis, k) =>
        el("label", { class: `pull-axis pull-axis-${axis}` }, axis, this.fields[k]),
      ),
      this.unit,
    );
    this.trace = button({
      label: "Trace",
      icon: "trace",
      press: () => {
        stage.trace = !stage.trace;
        setPressed(this.trace, stage.trace);
      },
    });
    this.trace.title = "Draw the way of the pulled point";
    setPressed(this.trace, stage.trace);
    this.pin = button({ label: "Pin", icon: "pin", press: () => this.togglePin() });
    this.element = el(
      "div",
      { class: "chip pull-card" },
      el(
        "div",
        { class: "pull-row" },
        el("span", { class: "pull-word", text: "Orientation" }),
        this.grips(),
        this.trace,
        this.pin,
      ),
      this.target,
      this.note,
      this.pinned,
    );
    commands.tool.watch((tool) => {
      this.element.hidden = tool !== "pull";
    });
    stage.addEventListener("handle", ({ part, position }) => {
      const another = part?.name !== this.part?.name;
      this.part = part;
      this.position = position;
      if (another) this.say("");
      this.show();
    });
    viewer.units.watch(() => this.show());
    viewer.selected.watch(() => this.show());
    viewer.robot.watch(() => this.show());
  }

  private grips(): HTMLElement {
    const { stage } = this.viewer;
    const choose = (grip: Grip) => {
      stage.grip = grip;
      segments.value = grip;
    };
    const segments = new Segments<Grip>(
      "Orientation while pulling",
      [
        { value: "free", label: "Leave orientation free", text: "Free" },
        { value: "hold", label: "Hold orientation", text: "Hold", keys: "Shift" },
        { value: "turn", label: "Rotate about the point", text: "Rotate", keys: "Alt" },
      ],
      choose,
    );
    choose(stage.grip);
    return segments.element;
  }

  private field(axis: string, k: number): HTMLInputElement {
    const field = el("input", {
      type: "text",
      inputmode: "decimal",
      spellcheck: "false",
      autocomplete: "off",
      "aria-label": `Pulled point, ${axis}`,
    });
    field.addEventListener("focus", () => field.select());
    field.addEventListener("blur", () => this.show());
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.go(k, field.value);
      else if (event.key === "Escape") field.blur();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    return field;
  }

  /** Sends the point to a number of one of its coordinates. */
  private go(k: number, text: string): void {
    const { viewer, position, part } = this;
    if (!position || !part) return;
    const value = parseValue(text, this.length, position[k]);
    if (value === undefined) {
      this.say(`"${text}" is not a length.`, true);
      return;
    }
    const wanted = position.map((present, i) => (i === k ? value : present)) as never as Position;
    viewer.remember(part.robot, `target ${part.name}`);
    const left = viewer.stage.pullTo(wanted);
    if (left === null) return;
    const short = left > THERE;
    this.say(short ? `Stops ${formatValue(left, this.length)} short of it.` : "", short);
    this.fields[k]?.select();
  }

  private get length(): LengthUnit {
    return this.viewer.units.value.length;
  }

  private say(text: string, bad = false): void {
    setText(this.note, text || (this.part ? "" : HINT));
    this.note.dataset.bad = String(bad);
  }

  /** The link that the pin speaks of: what is pulled, else what is selected. */
  private get candidate(): Part | null {
    const { selected } = this.viewer;
    return this.part ?? (selected.value?.kind === "link" ? selected.value : null);
  }

  private togglePin(): void {
    const { candidate, viewer } = this;
    if (!candidate) return;
    const { robot, name } = candidate;
    const pins = viewer.stage.robots.get(robot)?.pins;
    viewer.stage.setPinned(robot, name, !pins?.has(name));
    this.show();
  }

  private show(): void {
    const { part, position, candidate, length } = this;
    const { stage } = this.viewer;
    this.target.hidden = !part;
    setText(this.unit, suffixOf(length));
    if (!part && this.note.dataset.bad !== "true") this.say("");
    for (const [k, field] of this.fields.entries()) {
      if (field === document.activeElement || !position) continue;
      field.value = formatNumber(position[k] as number, length);
    }
    const pins = candidate ? stage.robots.get(candidate.robot)?.pins : undefined;
    this.pin.disabled = !candidate;
    setPressed(this.pin, candidate !== null && (pins?.has(candidate.name) ?? false));
    this.pin.title = candidate
      ? `Keep ${candidate.name} where it is while others are pulled`
      : "Pull or select a link first";
    const rows = [...stage.robots.values()].flatMap(({ id, pins: own }) =>
      [...own].map((link) => ({ id, link })),
    );
    this.pinned.replaceChildren(
      ...rows.map(({ id, link }) => {
        const free = el(
          "button",
          { type: "button", class: "pull-pin", "aria-label": `Unpin ${link}` },
          icon("pin"),
          el("span", { text: link }),
          icon("close"),
        );
        free.addEventListener("click", () => {
          stage.setPinned(id, link, false);
          this.show();
        });
        return free;
      }),
    );
  }
}

const HINT = "Drag a link. Arrows then pull it along an axis, squares in a plane.";
