/** What widget and page hand each other through a port: a frame, and the bytes beside it. */
import type { PageFrame } from "../live/messages.js";

/** The widget knows which page it has; the page does not. */
export type OwnFrame = Omit<PageFrame, "page">;

export interface Envelope<Frame> {
  readonly frame: Frame;
  readonly bytes?: ArrayBuffer | undefined;
}

/** What the widget posts to its page, with the port. */
export const GREETING = "fourbar-line";
