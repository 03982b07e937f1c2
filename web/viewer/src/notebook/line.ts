/** The page's end of a line through a notebook: what a WebSocket and HTTP are elsewhere. */
import type { Line } from "../live/connection.js";
import { type KernelFrame, readFrame } from "../live/messages.js";
import { type Envelope, GREETING, type OwnFrame } from "./envelope.js";
import { Pieces } from "./pieces.js";

/** Whether this page was made for a notebook, and a widget will bring it a port. */
export function isInNotebook(): boolean {
  return document.querySelector('meta[name="fourbar-line"]') !== null;
}

export class NotebookChannel {
  private readonly pieces = new Pieces((address, start) =>
    this.send({ kind: "fetch", address, start }),
  );
  readonly fetch = this.pieces.fetch;
  private port: MessagePort | undefined;
  private readonly early: Envelope<OwnFrame>[] = [];
  private line: NotebookLine | undefined;

  constructor() {
    addEventListener("message", ({ data, source, ports: [port] }) => {
      if (data !== GREETING || source !== parent || !port) return;
      this.port = port;
      port.onmessage = (event: MessageEvent<Envelope<unknown>>) => {
        const frame = readFrame(event.data.frame);
        if (frame) this.take(frame, event.data.bytes);
      };
      for (const envelope of this.early.splice(0)) port.postMessage(envelope);
    });
  }

  dial(): Line {
    this.line?.end();
    this.line = new NotebookLine((frame, bytes) => this.send(frame, bytes));
    this.send({ kind: "open" });
    return this.line;
  }

  private send(frame: OwnFrame, bytes?: ArrayBuffer): void {
    const envelope = { frame, bytes };
    if (this.port) this.port.postMessage(envelope);
    else this.early.push(envelope);
  }

  private take(frame: KernelFrame, bytes: ArrayBuffer | undefined): void {
    switch (frame.kind) {
      case "open":
        this.line?.begin();
        break;
      case "message":
        this.line?.hear(frame.text ?? "");
        break;
      case "piece":
        this.pieces.take(frame, bytes);
        break;
      case "close":
        this.pieces.fail();
        this.line?.end();
    }
  }
}

class NotebookLine extends EventTarget implements Line {
  readyState: number = WebSocket.CONNECTING;
  /** What was handed over is the kernel's business. */
  readonly bufferedAmount = 0;

  constructor(private readonly post: (frame: OwnFrame, bytes?: ArrayBuffer) => void) {
    super();
  }

  send(data: string | ArrayBuffer): void {
    if (typeof data === "string") this.post({ kind: "message", text: data });
    else this.post({ kind: "bytes" }, data);
  }

  begin(): void {
    if (this.readyState !== WebSocket.CONNECTING) return;
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  hear(text: string): void {
    if (this.readyState === WebSocket.OPEN)
      this.dispatchEvent(new MessageEvent("message", { data: text }));
  }

  end(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new Event("close"));
  }
}
