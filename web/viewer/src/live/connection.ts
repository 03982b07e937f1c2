import { type PageMessage, readMessage, type ServerMessage } from "./messages.js";

export type ConnectionState = "connecting" | "open" | "waiting";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;

/** How long to wait before trying again [ms]: twice as long each time, up to a bound. */
export function backOff(failures: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.max(0, failures - 1));
}

interface Listeners {
  message(message: ServerMessage): void;
  state(state: ConnectionState): void;
}

/** What a live line has of a WebSocket; in notebooks, the kernel's channel is one. */
export interface Line {
  readonly readyState: number;
  /** Bytes handed over but not sent yet. */
  readonly bufferedAmount: number;
  send(data: string | ArrayBuffer): void;
  addEventListener(type: "open" | "message" | "close", listener: (event: Event) => void): void;
}

/** The live line to the server; comes back by itself when it is lost. */
export class Connection {
  private socket: Line | undefined;
  private failures = 0;
  private timer: number | undefined;

  /** `first` is a line that was opened before there was anybody to listen. */
  constructor(
    private readonly dial: () => Line,
    private readonly listeners: Listeners,
    first = dial(),
  ) {
    this.connect(first);
    window.addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.retry();
    });
  }

  get open(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Bytes handed over but not sent yet. */
  get pending(): number {
    return this.socket?.bufferedAmount ?? 0;
  }

  /** Says whether the line was open. */
  send(message: PageMessage): boolean {
    if (!this.open) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }

  sendBytes(bytes: ArrayBuffer): void {
    if (!this.open) throw new Error("the connection was lost");
    this.socket?.send(bytes);
  }

  /** Tries at once instead of waiting. */
  retry(): void {
    if (this.timer === undefined) return;
    window.clearTimeout(this.timer);
    this.connect();
  }

  private connect(socket = this.dial()): void {
    this.timer = undefined;
    this.listeners.state("connecting");
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.failures = 0;
      this.listeners.state("open");
    });
    socket.addEventListener("message", (event) => {
      const { data } = event as MessageEvent<unknown>;
      const message = typeof data === "string" ? readMessage(data) : undefined;
      if (message) this.listeners.message(message);
    });
    socket.addEventListener("close", () => {
      if (this.socket !== socket) return;
      this.failures += 1;
      this.listeners.state("waiting");
      this.timer = window.setTimeout(() => this.connect(), backOff(this.failures));
    });
  }
}
