/**
 * From pointers and wheels to moves of the camera, and to drags of whatever `grab` takes hold of. A
 * second finger always ends a drag and pinches: a robot may fill the screen of a phone.
 */
import { Quaternion, Vector3 } from "three";
import type { Cameras } from "./cameras.js";
import type { Orbit } from "./orbit.js";

/** Something that follows one pointer; places are in px from the canvas' left and top. */
export interface Drag {
  move(x: number, y: number, event: PointerEvent): void;
  /** Released, or taken away (`cancelled`). */
  end(cancelled: boolean): void;
}

export interface GestureHandlers {
  /** Asked where a pointer goes down; undefined leaves it to the camera. */
  grab(x: number, y: number, event: PointerEvent): Drag | undefined;
  /** A pointer went down and up again without moving. */
  click(x: number, y: number, event: PointerEvent): void;
  doubleClick(x: number, y: number): void;
  /** The pointer moves with no button held. */
  hover(x: number, y: number, event: PointerEvent): void;
  leave(): void;
  /** All of it is to be seen. */
  fit(): void;
  changed(): void;
}

/** To the right and up. */
const arrows: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

interface Finger {
  x: number;
  y: number;
}

/** A click that moves less than this is still a click [px]. */
const slack = { mouse: 4, pen: 8, touch: 10 } as const;
const turnPerPixel = 0.006;
/** What one press of an arrow key does: a turn [rad], or a share of the picture. */
const [turnPerKey, shiftPerKey] = [Math.PI / 24, 0.06];
const zoomPerKey = 1.15;
const fixed = new Vector3();
const orientation = new Quaternion();

export class Gestures {
  private readonly fingers = new Map<number, Finger>();
  private mode: "none" | "rotate" | "pan" | "pinch" | "drag" = "none";
  private drag: Drag | undefined;
  private start: Finger = { x: 0, y: 0 };
  private moved = false;
  private pinch = { x: 0, y: 0, spread: 1 };
  private box = { left: 0, top: 0 };
  private scrolls = false;
  private readonly ended = new AbortController();

  constructor(
    private readonly canvas: HTMLElement,
    private readonly cameras: Cameras,
    private readonly orbit: Orbit,
    private readonly handlers: GestureHandlers,
  ) {
    this.scrolling = false;
    const { signal } = this.ended;
    canvas.addEventListener("pointerdown", this.down, { signal });
    canvas.addEventListener("pointermove", this.move, { signal });
    canvas.addEventListener("pointerup", this.up, { signal });
    canvas.addEventListener("pointercancel", this.cancel, { signal });
    canvas.addEventListener("lostpointercapture", this.cancel, { signal });
    canvas.addEventListener("pointerleave", this.leave, { signal });
    canvas.addEventListener("wheel", this.wheel, { signal, passive: false });
    canvas.addEventListener("touchstart", this.touch, { signal, passive: false });
    canvas.addEventListener("keydown", this.key, { signal });
    canvas.addEventListener("dblclick", this.doubleClick, { signal });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  }

  dispose(): void {
    this.ended.abort();
    this.endDrag(true);
  }

  /**
   * Whether vertical swipes and wheels are the page's. A finger on a link still drags it, and a picture
   * that has the focus takes the wheel.
   */
  set scrolling(on: boolean) {
    this.scrolls = on;
    this.canvas.style.touchAction = on ? "pan-y" : "none";
  }

  /** Whether a pointer holds something. */
  get busy(): boolean {
    return this.mode !== "none";
  }

  /** Lets go of what is held. */
  release(): void {
    this.endDrag(true);
    if (this.mode === "drag") this.mode = "none";
  }

  private place(event: MouseEvent): Finger {
    return { x: event.clientX - this.box.left, y: event.clientY - this.box.top };
  }

  private measure(): void {
    const { left, top } = this.canvas.getBoundingClientRect();
    this.box = { left, top };
  }

  private readonly down = (event: PointerEvent): void => {
    this.measure();
    const at = this.place(event);
    if (this.fingers.size === 0) {
      this.start = at;
      this.moved = false;
    }
    this.fingers.set(event.pointerId, at);
    this.canvas.setPointerCapture(event.pointerId);
    if (this.fingers.size === 2) {
      this.endDrag(true);
      this.moved = true;
      this.mode = "pinch";
      this.pinch = this.readPinch();
    } else if (this.fingers.size === 1) {
      this.drag = event.button === 0 ? this.handlers.grab(at.x, at.y, event) : undefined;
      const panning = event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey;
      this.mode = this.drag ? "drag" : panning ? "pan" : "rotate";
    }
  };

  private readonly move = (event: PointerEvent): void => {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) {
      if (this.fingers.size > 0) return;
      this.measure();
      const { x, y } = this.place(event);
      this.handlers.hover(x, y, event);
      return;
    }
    const { x, y } = this.place(event);
    const [dx, dy] = [x - finger.x, y - finger.y];
    const kind = event.pointerType as keyof typeof slack;
    if (!this.moved) {
      if (Math.hypot(x - this.start.x, y - this.start.y) < (slack[kind] ?? slack.mouse)) return;
      this.moved = true;
    }
    finger.x = x;
    finger.y = y;
    const { orbit, cameras } = this;
    if (this.mode === "drag") this.drag?.move(x, y, event);
    else if (this.mode === "rotate") orbit.rotate(-dx * turnPerPixel, dy * turnPerPixel);
    else if (this.mode === "pan") this.panBy(dx, dy);
    else if (this.mode === "pinch") {
      const last = this.pinch;
      const next = this.readPinch();
      this.pinch = next;
      this.panBy(next.x - last.x, next.y - last.y);
      cameras.pointUnder(next.x, next.y, orbit.goal, fixed);
      orbit.zoom(last.spread / next.spread, fixed);
    }
    if (this.mode !== "drag") this.handlers.changed();
  };

  private readonly up = (event: PointerEvent): void => {
    if (!this.fingers.delete(event.pointerId)) return;
    const { x, y } = this.place(event);
    const clicked = this.fingers.size === 0 && !this.moved && event.button === 0;
    this.endDrag(false);
    // A finger left over from a pinch goes on turning, from where it is.
    this.mode = this.fingers.size === 1 ? "rotate" : "none";
    if (clicked) this.handlers.click(x, y, event);
  };

  private readonly cancel = (event: PointerEvent): void => {
    if (!this.fingers.delete(event.pointerId)) return;
    this.endDrag(true);
    this.mode = this.fingers.size === 1 ? "rotate" : "none";
  };

  private readonly leave = (): void => {
    if (this.fingers.size === 0) this.handlers.leave();
  };

  /** What is held must not be taken away by the page's scrolling; the pointer came down before this. */
  private readonly touch = (event: TouchEvent): void => {
    if (this.mode === "drag" || this.mode === "pinch") event.preventDefault();
  };

  private readonly key = (event: KeyboardEvent): void => {
    const { orbit, cameras } = this;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [right, up] = arrows[event.key] ?? [0, 0];
    if (right !== 0 || up !== 0) {
      const step = shiftPerKey * cameras.height;
      if (event.shiftKey) this.panBy(-right * step, up * step);
      else orbit.rotate(right * turnPerKey, up * turnPerKey);
    } else if (event.key === "+" || event.key === "=") orbit.zoom(1 / zoomPerKey);
    else if (event.key === "-") orbit.zoom(zoomPerKey);
    else if (event.key === "0") this.handlers.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.handlers.changed();
  };

  private readonly wheel = (event: WheelEvent): void => {
    const root = this.canvas.getRootNode() as Document | ShadowRoot;
    const focused = root.activeElement === this.canvas;
    if (this.scrolls && !focused && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.measure();
    const { x, y } = this.place(event);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const pages = event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? this.cameras.height : lines;
    // A pinch on a trackpad comes as a wheel with Ctrl, in much smaller steps.
    const rate = event.ctrlKey ? 0.01 : 0.0012;
    const step = Math.min(0.4, Math.max(-0.4, event.deltaY * pages * rate));
    this.cameras.pointUnder(x, y, this.orbit.goal, fixed);
    this.orbit.zoom(Math.exp(step), fixed);
    this.handlers.changed();
  };

  private readonly doubleClick = (event: MouseEvent): void => {
    this.measure();
    const { x, y } = this.place(event);
    this.handlers.doubleClick(x, y);
  };

  private panBy(dx: number, dy: number): void {
    const pixel = this.cameras.pixel(this.orbit.goal);
    this.orbit.goal.orientation(orientation);
    this.orbit.pan(-dx * pixel, dy * pixel, orientation);
  }

  private readPinch(): { x: number; y: number; spread: number } {
    const [a, b] = [...this.fingers.values()] as [Finger, Finger];
    const spread = Math.max(10, Math.hypot(a.x - b.x, a.y - b.y));
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, spread };
  }

  private endDrag(cancelled: boolean): void {
    const { drag } = this;
    this.drag = undefined;
    drag?.end(cancelled);
  }
}
