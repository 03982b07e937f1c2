import { el } from "../dom/element.js";
import { isNarrow } from "../dom/narrow.js";

/** Only its tabs; below the robot; over the robot. */
export type SheetHeight = "peek" | "half" | "full";

const HEIGHTS: readonly SheetHeight[] = ["peek", "half", "full"];
/** A press that moves less than this is a press [px]. */
const SLACK = 6;
/** A sheet that is thrown goes on for this long [ms]. */
const GLIDE = 160;

/** What a drag began with, and how fast it is [px/ms]. */
interface Drag {
  readonly pointer: number;
  readonly from: number;
  readonly height: number;
  last: { readonly y: number; readonly time: number };
  speed: number;
  moved: boolean;
}

/** The panel on a phone: a sheet from below with three heights, dragged by its head or its grip. */
export class Sheet {
  readonly grip: HTMLButtonElement;
  private drag: Drag | undefined;
  private dragged = false;
  private current: SheetHeight = "half";

  constructor(
    private readonly sheet: HTMLElement,
    private readonly head: HTMLElement,
    private readonly choose: (height: SheetHeight) => void,
  ) {
    this.grip = el("button", { type: "button", class: "sheet-grip" });
    this.grip.addEventListener("click", () => this.step(1, true));
    this.grip.addEventListener("keydown", (event) => this.onKey(event));
    head.prepend(this.grip);
    this.height = this.current;
    head.addEventListener("pointerdown", (event) => this.onDown(event));
    head.addEventListener("pointermove", (event) => this.onMove(event));
    head.addEventListener("pointerup", () => this.onUp());
    head.addEventListener("pointercancel", () => this.onUp());
    // A tab under the finger that has dragged the sheet is not pressed.
    head.addEventListener(
      "click",
      (event) => {
        if (this.dragged && event.detail > 0) event.stopPropagation();
      },
      { capture: true },
    );
  }

  set height(height: SheetHeight) {
    this.current = height;
    this.sheet.dataset.height = height;
    this.grip.setAttribute("aria-label", `Height of the panel: ${height}`);
    this.grip.setAttribute("aria-expanded", String(height !== "peek"));
  }

  get height(): SheetHeight {
    return this.current;
  }

  private step(by: number, around = false): void {
    const at = HEIGHTS.indexOf(this.current) + by;
    const count = HEIGHTS.length;
    const next = around ? (at + count) % count : Math.min(count - 1, Math.max(0, at));
    this.choose(HEIGHTS[next] as SheetHeight);
  }

  private onKey(event: KeyboardEvent): void {
    const last = HEIGHTS.length;
    const by = { ArrowUp: 1, ArrowDown: -1, Home: -last, End: last }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(by);
  }

  private onDown(event: PointerEvent): void {
    this.dragged = false;
    if (!isNarrow() || !event.isPrimary) return;
    const { pointerId: pointer, clientY: from, timeStamp: time } = event;
    const { height } = this.sheet.getBoundingClientRect();
    this.drag = { pointer, from, height, last: { y: from, time }, speed: 0, moved: false };
  }

  private onMove({ pointerId, clientY, timeStamp }: PointerEvent): void {
    const { drag } = this;
    if (!drag || pointerId !== drag.pointer) return;
    if (!drag.moved) {
      if (Math.abs(clientY - drag.from) < SLACK) return;
      drag.moved = true;
      this.dragged = true;
      this.head.setPointerCapture(pointerId);
      this.sheet.dataset.dragging = "";
    }
    const passed = timeStamp - drag.last.time;
    if (passed > 0) drag.speed = (drag.last.y - clientY) / passed;
    drag.last = { y: clientY, time: timeStamp };
    this.sheet.style.setProperty("--sheet", `${drag.height + drag.from - clientY}px`);
  }

  private onUp(): void {
    const { drag } = this;
    this.drag = undefined;
    if (!drag?.moved) return;
    const aim = drag.height + drag.from - drag.last.y + GLIDE * drag.speed;
    this.sheet.style.removeProperty("--sheet");
    const away = HEIGHTS.map((height) => {
      // The style sheet has the heights; without a transition they can be read.
      this.sheet.dataset.height = height;
      return Math.abs(this.sheet.getBoundingClientRect().height - aim);
    });
    const nearest = HEIGHTS[away.indexOf(Math.min(...away))] as SheetHeight;
    delete this.sheet.dataset.dragging;
    this.height = nearest;
    this.choose(nearest);
  }
}
