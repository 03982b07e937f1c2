import type { Joint } from "./model.js";
import type { Parts } from "./references.js";

/** The links that are reached from links without a parent joint, root by root. */
export class Forest {
  readonly roots: string[] = [];
  readonly joints: Joint[] = [];
  /** Joints that arrive at a link that has been reached. */
  readonly extra: Joint[] = [];
  /** The number of each link that is reached; parents have smaller ones. */
  readonly numbers = new Map<string, number>();
  readonly above = new Map<string, Joint>();
  readonly parents: ReadonlyMap<string, readonly Joint[]>;
  /** How many links each root has below it, itself included. */
  readonly sizes = new Map<string, number>();
  readonly rootOf = new Map<string, string>();

  constructor(robot: Parts) {
    this.parents = grouped(robot.joints.values(), "child");
    const children = grouped(robot.joints.values(), "parent");
    const order = new Map([...robot.joints.keys()].map((name, i) => [name, i]));
    for (const root of robot.links.keys()) {
      if (this.parents.has(root)) continue;
      this.roots.push(root);
      this.reach(root, root);
      // The earliest joint in the document whose parent is reached comes next.
      const ready = new Queue((joint: Joint) => order.get(joint.name) as number);
      ready.push(children.get(root) ?? []);
      for (let joint = ready.pop(); joint; joint = ready.pop()) {
        if (this.numbers.has(joint.child)) {
          this.extra.push(joint);
        } else if (robot.links.has(joint.child)) {
          this.reach(joint.child, root);
          this.joints.push(joint);
          this.above.set(joint.child, joint);
          ready.push(children.get(joint.child) ?? []);
        }
      }
    }
  }

  /** The links from the root down to a link. */
  chain(link: string): string[] {
    const found = [link];
    for (let joint = this.above.get(link); joint; joint = this.above.get(joint.parent)) {
      found.push(joint.parent);
    }
    return found.reverse();
  }

  private reach(link: string, root: string): void {
    this.numbers.set(link, this.numbers.size);
    this.rootOf.set(link, root);
    this.sizes.set(root, (this.sizes.get(root) ?? 0) + 1);
  }
}

/** A binary heap: the item of the smallest key comes out first. */
class Queue<T> {
  private readonly items: T[] = [];

  constructor(private readonly key: (item: T) => number) {}

  push(items: readonly T[]): void {
    const { items: heap, key } = this;
    for (const item of items) {
      let at = heap.push(item) - 1;
      for (let up = (at - 1) >> 1; at > 0 && key(heap[up] as T) > key(item); up = (at - 1) >> 1) {
        heap[at] = heap[up] as T;
        heap[up] = item;
        at = up;
      }
    }
  }

  pop(): T | undefined {
    const { items: heap, key } = this;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down >= heap.length) break;
      if (down + 1 < heap.length && key(heap[down + 1] as T) < key(heap[down] as T)) down++;
      if (key(heap[down] as T) >= key(last)) break;
      heap[at] = heap[down] as T;
      at = down;
    }
    heap[at] = last;
    return first;
  }
}

function grouped(joints: Iterable<Joint>, side: "parent" | "child"): Map<string, Joint[]> {
  const found = new Map<string, Joint[]>();
  for (const joint of joints) {
    const group = found.get(joint[side]);
    if (group) group.push(joint);
    else found.set(joint[side], [joint]);
  }
  return found;
}
