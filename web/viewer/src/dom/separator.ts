import { el } from "./element.js";

export interface SeparatorOptions {
  readonly label: string;
  readonly class: string;
  /** Smallest and largest size of the part before the line. */
  readonly range: readonly [least: number, most: number];
  /** How far an arrow key goes. */
  readonly step: number;
  /** The size that puts the line under a pointer. */
  readonly at: (pointer: PointerEvent) => number;
  /** Called with a size within the range; lays the parts out. */
  readonly change: (size: number) => void;
  /** The line was let go of. */
  readonly done: () => void;
}

/** A line between two parts of the page, moved with the pointer, arrow keys, Home and End. */
export class Separator {
  readonly element: HTMLElement;
  private size = 0;
  private standing = true;

  constructor(private readonly options: SeparatorOptions) {
    const { label, at, done } = options;
    const [least, most] = options.range;
    this.element = el("div", {
      class: options.class,
      role: "separator",
      "aria-label": label,
      "aria-valuemin": least,
      "aria-valuemax": most,
      tabindex: 0,
    });
    this.isStanding = true;
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) this.value = at(event);
    });
    this.element.addEventListener("pointerup", done);
    this.element.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** The size of the part before the line. */
  get value(): number {
    return this.size;
  }

  set value(size: number) {
    const [least, most] = this.options.range;
    this.size = Math.round(Math.min(most, Math.max(least, size)));
    this.element.setAttribute("aria-valuenow", String(this.size));
    this.options.change(this.size);
  }

  /** Whether the line goes from top to bottom. */
  set isStanding(standing: boolean) {
    this.standing = standing;
    this.element.setAttribute("aria-orientation", standing ? "vertical" : "horizontal");
  }

  private onKey(event: KeyboardEvent): void {
    const { step, range, done } = this.options;
    const [less, more] = this.standing ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    const sizes = new Map([
      [less, this.size - step],
      [more, this.size + step],
      ["Home", range[0]],
      ["End", range[1]],
    ]);
    const size = sizes.get(event.key);
    if (size === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.value = size;
    done();
  }
}
