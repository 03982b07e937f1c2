/** Files that come in pieces: what HTTP is where there is only a channel to the kernel. */
import type { KernelFrame } from "../live/messages.js";

/** As much of `fetch` as the page needs. */
export type Fetch = (address: string, options?: { signal?: AbortSignal }) => Promise<Response>;

interface Piece {
  /** Of the whole file; null where the file does not exist. */
  readonly size: number | null;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Waiting {
  resolve(piece: Piece): void;
  reject(error: Error): void;
}

export class Pieces {
  private readonly waiting = new Map<string, Waiting[]>();

  /** `ask` sends for the bytes of a file from a place on. */
  constructor(private readonly ask: (address: string, start: number) => void) {}

  /** A file, read as it comes. */
  readonly fetch: Fetch = async (address, { signal } = {}) => {
    const first = await this.piece(address, 0, signal);
    const { size } = first;
    if (size === null) return new Response(null, { status: 404 });
    let [next, loaded]: [Piece | undefined, number] = [first, 0];
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const { bytes } = next ?? (await this.piece(address, loaded, signal));
        next = undefined;
        loaded += bytes.byteLength;
        if (bytes.byteLength > 0) controller.enqueue(bytes);
        if (loaded >= size) controller.close();
        // A file that was replaced meanwhile has no more bytes under its old address.
        else if (bytes.byteLength === 0) controller.error(new Error(`${address} ended early`));
      },
    });
    return new Response(body, { headers: { "content-length": String(size) } });
  };

  /** Hands a piece to those who wait for it. */
  take({ address = "", start = 0, size = null }: KernelFrame, data: ArrayBuffer | undefined): void {
    const name = key(address, start);
    const bytes = new Uint8Array(data ?? new ArrayBuffer(0));
    for (const { resolve } of this.waiting.get(name) ?? []) resolve({ size, bytes });
    this.waiting.delete(name);
  }

  /** Ends all waiting: the line is down. */
  fail(): void {
    for (const waiting of this.waiting.values())
      for (const { reject } of waiting) reject(new Error("the kernel does not respond"));
    this.waiting.clear();
  }

  private piece(address: string, start: number, signal?: AbortSignal): Promise<Piece> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const name = key(address, start);
      const waiting = this.waiting.get(name);
      signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      if (waiting) waiting.push({ resolve, reject });
      else {
        this.waiting.set(name, [{ resolve, reject }]);
        this.ask(address, start);
      }
    });
  }
}

function key(address: string, start: number): string {
  return `${start} ${address}`;
}
