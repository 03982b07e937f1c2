/** Makes trees beside the page, in a worker; where pages forbid workers, between other things it does. */
import { growTree, type Tree } from "./grow-tree.js";
import { inPieces, type Triangles } from "./triangles.js";

/** Numbers that are handed over at a time: copying more would be felt. */
const chunk = 2 ** 20;

interface Order {
  readonly id: number;
  readonly name: "positions" | "index";
  readonly length: number;
  readonly at: number;
  readonly part: Float32Array | Uint16Array | Uint32Array;
}

interface Done {
  readonly id: number;
  readonly tree: Tree;
}

/** Runs in the worker, as its own text; it uses nothing from outside. */
function work(grow: typeof growTree): void {
  interface Job {
    positions?: Float32Array;
    index?: Uint16Array | Uint32Array;
  }
  const jobs = new Map<number, Job>();
  const scope = globalThis as unknown as Worker;
  scope.onmessage = ({ data }: MessageEvent<Order | { readonly id: number }>) => {
    const job = jobs.get(data.id) ?? {};
    jobs.set(data.id, job);
    if ("part" in data) {
      const { name, length, at, part } = data;
      const Kind = part.constructor as new (length: number) => never;
      job[name] ??= new Kind(length);
      job[name]?.set(part, at);
      return;
    }
    jobs.delete(data.id);
    const steps = grow(job.positions ?? new Float32Array(0), job.index ?? null);
    let step = steps.next();
    while (!step.done) step = steps.next();
    const { boxes, starts, counts, order } = step.value;
    const moved = [boxes.buffer, starts.buffer, counts.buffer, order.buffer];
    scope.postMessage({ id: data.id, tree: step.value }, moved);
  };
}

export class TreeWorker {
  private worker: Worker | undefined;
  private failed = typeof Worker === "undefined";
  private readonly waiting = new Map<number, (tree: Tree | undefined) => void>();
  private count = 0;
  private turn: Promise<unknown> = Promise.resolve();

  /** The tree of a mesh, some time later. */
  async make(triangles: Triangles): Promise<Tree> {
    const made = await this.ask(triangles);
    if (made) return made;
    // One after the other: together they would hold up the page.
    const { positions, index } = triangles;
    const own = this.turn.then(() => inPieces(growTree(positions, index)));
    this.turn = own;
    return own;
  }

  dispose(): void {
    this.giveUp();
  }

  /** Undefined where there can be no worker. */
  private async ask({ positions, index }: Triangles): Promise<Tree | undefined> {
    const worker = this.start();
    if (!worker) return undefined;
    const id = ++this.count;
    const made = new Promise<Tree | undefined>((resolve) => this.waiting.set(id, resolve));
    for (const [name, all] of [
      ["positions", positions],
      ["index", index],
    ] as const) {
      for (let at = 0; all && at < all.length; at += chunk) {
        const part = all.slice(at, at + chunk);
        const order: Order = { id, name, length: all.length, at, part };
        worker.postMessage(order, [part.buffer as ArrayBuffer]);
        if (at + chunk < all.length) await new Promise((go) => setTimeout(go, 0));
      }
    }
    worker.postMessage({ id });
    return made;
  }

  private start(): Worker | undefined {
    if (this.worker || this.failed) return this.worker;
    const text = `(${work})(${growTree})`;
    const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    try {
      this.worker = new Worker(address);
    } catch {
      this.giveUp();
      return undefined;
    } finally {
      URL.revokeObjectURL(address);
    }
    // Pages whose policy forbids it say so only here.
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.giveUp();
    };
    this.worker.onmessage = ({ data: { id, tree } }: MessageEvent<Done>) => {
      this.waiting.get(id)?.(tree);
      this.waiting.delete(id);
    };
    return this.worker;
  }

  private giveUp(): void {
    this.failed = true;
    this.worker?.terminate();
    this.worker = undefined;
    for (const resolve of this.waiting.values()) resolve(undefined);
    this.waiting.clear();
  }
}
