/** What the pointer does to robots: points, chooses, drags and measures. */
import { Ray, type Vector3 } from "three";
import type { Hit } from "../pick/pick.js";
import type { Sight } from "../pick/sight.js";
import type { Grip, Part, Tool } from "../types.js";
import type { Cameras } from "../view/cameras.js";
import { type Drag, Gestures } from "../view/gestures.js";
import type { Viewpoint } from "../view/viewpoint.js";
import { type Grab, grabJoint, grabLink } from "./grabs.js";
import type { Handle } from "./handle.js";

export interface HandHandlers {
  /** Runs a move that is the user's. */
  moving(move: () => void): void;
  dragged(part: Part, active: boolean): void;
  selected(part: Part | null): void;
  hovered(part: Part | null, clientX: number, clientY: number): void;
  measured(hit: Hit, ray: Ray): void;
  /** Links are pulled by another point. */
  taken(): void;
  /** A target is pulled to a place in world axes. */
  targeted(id: string, to: Vector3, held: boolean): void;
  fit(part: Part | null): void;
  /** Something has to be drawn anew. */
  changed(): void;
}

interface PointerPlace {
  readonly x: number;
  readonly y: number;
  readonly clientX: number;
  readonly clientY: number;
}

export class Hand {
  grip: Grip = "free";
  private currentTool: Tool = "turn";
  private readonly ray = new Ray();
  private readonly cameras: Cameras;
  private readonly gestures: Gestures;
  /** Where to look at the next frame: many moves of a pointer come between two of them. */
  private pending: PointerPlace | undefined;
  /** Where the pointer was seen last; undefined while it is elsewhere. */
  private last: PointerPlace | undefined;
  private dragging = false;

  constructor(
    private readonly canvas: HTMLElement,
    viewpoint: Viewpoint,
    private readonly sight: Sight,
    private readonly handle: Handle,
    private readonly on: HandHandlers,
  ) {
    this.cameras = viewpoint.cameras;
    sight.forest.onReady = () => {
      this.pending = this.last;
      on.changed();
    };
    this.gestures = new Gestures(canvas, viewpoint.cameras, viewpoint.orbit, {
      grab: (x, y, event) => this.grab(x, y, event),
      click: (x, y) => this.click(x, y),
      doubleClick: (x, y) => this.doubleClick(x, y),
      hover: (x, y, event) => this.hover(x, y, event),
      leave: () => this.leave(),
      fit: () => on.fit(null),
      changed: () => {
        viewpoint.drag();
        on.changed();
      },
    });
  }

  get tool(): Tool {
    return this.currentTool;
  }

  set tool(tool: Tool) {
    this.release();
    this.currentTool = tool;
    this.handle.active = tool === "pull";
    this.showCursor(null);
  }

  /** Whether the page scrolls where the picture does not need the gesture. */
  set scrolling(on: boolean) {
    this.gestures.scrolling = on;
  }

  /** Whether a pointer holds something. */
  get busy(): boolean {
    return this.gestures.busy;
  }

  /** Lets go of what is held. */
  release(): void {
    this.gestures.release();
  }

  /** Looks where the pointer is, once per frame at most. */
  look(): void {
    const { pending } = this;
    if (!pending || this.dragging) return;
    this.pending = undefined;
    const ray = this.cameras.ray(pending.x, pending.y, this.ray);
    const along = this.handle.pick(ray)?.along;
    this.handle.point(along);
    if (along) {
      this.canvas.style.cursor = "grab";
      this.on.hovered(null, pending.clientX, pending.clientY);
      return;
    }
    const part = this.sight.part(ray);
    this.showCursor(part);
    this.on.hovered(part, pending.clientX, pending.clientY);
  }

  dispose(): void {
    this.gestures.dispose();
  }

  /** Takes hold of the link at a place in the picture, if the tool moves it. */
  private grab(x: number, y: number, event: PointerEvent): Drag | undefined {
    const { tool } = this;
    const ray = this.cameras.ray(x, y, this.ray);
    const taken = this.handle.pick(ray);
    if (taken) {
      const held = grabLink(taken.hit, ray, taken.along);
      return held && this.hold(held, partOf(taken.hit), undefined, x, y, event);
    }
    const hit = tool === "measure" ? this.sight.target(ray) : this.sight.link(ray);
    if (!hit) return undefined;
    const pulls = tool === "pull" || hit.target !== undefined;
    const grab = pulls ? grabLink(hit, ray) : grabJoint(hit, ray);
    if (!grab) return undefined;
    if (tool === "pull" && hit.target === undefined) {
      this.handle.take(hit);
      this.on.taken();
    }
    return this.hold(grab, partOf(hit), hit.target, x, y, event);
  }

  private click(x: number, y: number): void {
    const ray = this.cameras.ray(x, y, this.ray);
    if (this.handle.pick(ray)) return;
    if (this.tool !== "measure") {
      this.on.selected(this.sight.part(ray));
      return;
    }
    const hit = this.sight.link(ray);
    if (hit) this.on.measured(hit, ray);
  }

  private doubleClick(x: number, y: number): void {
    if (this.tool === "measure") return;
    this.on.fit(this.sight.part(this.cameras.ray(x, y, this.ray)));
  }

  private hover(x: number, y: number, event: PointerEvent): void {
    if (event.pointerType === "touch") return;
    this.pending = this.last = { x, y, clientX: event.clientX, clientY: event.clientY };
    this.on.changed();
  }

  private leave(): void {
    this.pending = this.last = undefined;
    this.on.hovered(null, 0, 0);
  }

  private hold(
    grab: Grab,
    part: Part,
    target: string | undefined,
    startX: number,
    startY: number,
    press: PointerEvent,
  ): Drag {
    const tell = (held: boolean) => {
      if (target !== undefined && grab.wanted) this.on.targeted(target, grab.wanted, held);
    };
    let [lastX, lastY] = [startX, startY];
    let started = false;
    if (press.pointerType !== "touch") this.on.hovered(part, press.clientX, press.clientY);
    return {
      move: (x, y, event) => {
        if (!started) this.on.dragged(part, true);
        started = true;
        this.dragging = true;
        this.canvas.style.cursor = "grabbing";
        const view = this.cameras.current.quaternion;
        const ray = this.cameras.ray(x, y, this.ray);
        const grip = event.shiftKey ? "hold" : event.altKey ? "turn" : this.grip;
        const [dx, dy] = [x - lastX, y - lastY];
        [lastX, lastY] = [x, y];
        this.on.moving(() => grab.follow({ ray, dx, dy, view, grip }));
        tell(true);
      },
      end: () => {
        this.dragging = false;
        this.showCursor(part);
        if (started) {
          this.on.dragged(part, false);
          tell(false);
        }
      },
    };
  }

  /** Says by the cursor what a press would do to a part. */
  private showCursor(part: Part | null): void {
    const measures = this.tool === "measure";
    this.canvas.style.cursor = measures ? "crosshair" : this.sight.moves(part) ? "grab" : "";
  }
}

function partOf({ actor, link }: Hit): Part {
  return { robot: actor.id, kind: "link", name: link };
}
