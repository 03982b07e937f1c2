/** What the pointer does to robots: points, chooses, drags and measures. */
import { Ray } from "three";
import type { Hit } from "../pick/pick.js";
import type { Grip, Part, Tool } from "../types.js";
import type { Cameras } from "../view/cameras.js";
import type { Drag } from "../view/gestures.js";
import { type Grab, grabJoint, grabLink } from "./grabs.js";

export interface HandHandlers {
  pick(ray: Ray): Hit | undefined;
  pickPart(ray: Ray): Part | null;
  tool(): Tool;
  grip(): Grip;
  /** Runs a move that is the user's. */
  moving(move: () => void): void;
  dragged(part: Part, active: boolean): void;
  selected(part: Part | null): void;
  hovered(part: Part | null, clientX: number, clientY: number): void;
  measured(hit: Hit | undefined): void;
  fit(part: Part | null): void;
}

export class Hand {
  private readonly ray = new Ray();
  /** Where to look at the next frame: many moves of a pointer come between two of them. */
  private pending: { x: number; y: number; clientX: number; clientY: number } | undefined;
  private dragging = false;

  constructor(
    private readonly cameras: Cameras,
    private readonly on: HandHandlers,
  ) {}

  /** Takes hold of the link at a place in the picture, if the tool moves it. */
  grab(x: number, y: number, event: PointerEvent): Drag | undefined {
    const tool = this.on.tool();
    if (tool === "measure") return undefined;
    const ray = this.cameras.ray(x, y, this.ray);
    const hit = this.on.pick(ray);
    if (!hit) return undefined;
    const grab = tool === "turn" ? grabJoint(hit, ray) : grabLink(hit, ray);
    if (!grab) return undefined;
    const part: Part = { robot: hit.actor.id, kind: "link", name: hit.link };
    return this.hold(grab, part, x, y, event);
  }

  click(x: number, y: number): void {
    const ray = this.cameras.ray(x, y, this.ray);
    if (this.on.tool() === "measure") this.on.measured(this.on.pick(ray));
    else this.on.selected(this.on.pickPart(ray));
  }

  doubleClick(x: number, y: number): void {
    if (this.on.tool() === "measure") return;
    this.on.fit(this.on.pickPart(this.cameras.ray(x, y, this.ray)));
  }

  hover(x: number, y: number, event: PointerEvent): void {
    if (event.pointerType === "touch") return;
    this.pending = { x, y, clientX: event.clientX, clientY: event.clientY };
  }

  leave(): void {
    this.pending = undefined;
    this.on.hovered(null, 0, 0);
  }

  /** Looks where the pointer is, once per frame at most. */
  look(): void {
    const { pending } = this;
    if (!pending || this.dragging) return;
    this.pending = undefined;
    const part = this.on.pickPart(this.cameras.ray(pending.x, pending.y, this.ray));
    this.on.hovered(part, pending.clientX, pending.clientY);
  }

  private hold(grab: Grab, part: Part, startX: number, startY: number, press: PointerEvent): Drag {
    let [lastX, lastY] = [startX, startY];
    let started = false;
    if (press.pointerType !== "touch") this.on.hovered(part, press.clientX, press.clientY);
    return {
      move: (x, y, event) => {
        if (!started) this.on.dragged(part, true);
        started = true;
        this.dragging = true;
        const view = this.cameras.current.quaternion;
        const ray = this.cameras.ray(x, y, this.ray);
        const grip = event.shiftKey ? "hold" : event.altKey ? "turn" : this.on.grip();
        const [dx, dy] = [x - lastX, y - lastY];
        [lastX, lastY] = [x, y];
        this.on.moving(() => grab.follow({ ray, dx, dy, view, grip }));
      },
      end: () => {
        this.dragging = false;
        if (started) this.on.dragged(part, false);
      },
    };
  }
}
