import { el } from "../dom/element.js";
import { Separator } from "../dom/separator.js";
import type { Viewer } from "../viewer.js";

/** Where something is put that shares the room with the robot. */
export type Side = "below" | "beside";

/** Robot and robot's neighbour always keep at least this share of the room [%]. */
const LEAST = 20;

/** The picture of the robot and, below or beside it, something else; the line between them moves. */
export class Split {
  readonly element: HTMLElement;
  private readonly dock = el("section", { class: "dock", "aria-label": "Docked", hidden: true });
  private readonly line: Separator;
  private side: Side = "below";

  constructor(
    private readonly viewer: Viewer,
    picture: HTMLElement,
  ) {
    this.line = new Separator({
      label: "Room for the robot",
      class: "split-line",
      range: [LEAST, 100 - LEAST],
      step: 5,
      at: ({ clientX, clientY }) => {
        const { left, top, width, height } = this.element.getBoundingClientRect();
        return 100 * (this.side === "below" ? (clientY - top) / height : (clientX - left) / width);
      },
      change: (share) => {
        this.viewer.preferences.robotShare = share;
        this.element.style.setProperty("--robot-share", `${share}%`);
      },
      done: () => this.viewer.save(),
    });
    this.line.element.hidden = true;
    this.element = el("div", { class: "split" }, picture, this.line.element, this.dock);
    this.line.value = viewer.preferences.robotShare;
  }

  /** Gives something a place; what was there before is taken out. */
  put(content: HTMLElement, label: string, side: Side): void {
    this.side = side;
    this.line.isStanding = side === "beside";
    this.dock.setAttribute("aria-label", label);
    if (!this.dock.contains(content)) this.dock.replaceChildren(content);
    this.show(side);
  }

  /** The robot has all the room again. */
  clear(): void {
    this.dock.replaceChildren();
    this.show(undefined);
  }

  private show(side: Side | undefined): void {
    this.dock.hidden = side === undefined;
    this.line.element.hidden = side === undefined;
    if (side) this.element.dataset.side = side;
    else delete this.element.dataset.side;
  }
}
