/** The node hierarchy of a glTF document, checked to be the strict trees that glTF asks for. */
import type { Place } from "./place.js";

export class NodeTree {
  private constructor(
    readonly count: number,
    private readonly parents: Int32Array,
    private readonly scaled: ReadonlySet<number>,
  ) {}

  /** Reads `nodes`; three.js would wait forever on a cycle, and fail obscurely on a bad index. */
  static read(nodes: Place): NodeTree {
    const items = nodes.items();
    const parents = new Int32Array(items.length).fill(-1);
    const scaled = new Set<number>();
    items.forEach((node, i) => {
      if (!node.object()) return;
      if (changesSize(node)) scaled.add(i);
      for (const place of node.field("children").items()) {
        const child = place.index(items.length, "node");
        if (child === undefined) continue;
        if (parents[child] !== -1) {
          place.report(
            "NODE_TWO_PARENTS",
            `node ${child} is also a child of node ${parents[child]}`,
          );
        } else {
          parents[child] = i;
        }
      }
    });
    const tree = new NodeTree(items.length, parents, scaled);
    const looped = tree.findCycle();
    if (looped !== undefined) {
      items[looped]?.report("NODE_CYCLE", `node ${looped} is its own descendant`);
      parents.fill(-1);
    }
    return tree;
  }

  isScaled(node: number): boolean {
    return this.scaled.has(node);
  }

  /** The nodes from just below `ancestor` down to `node`; undefined if it is not below. */
  path(ancestor: number, node: number): number[] | undefined {
    const found: number[] = [];
    for (let i = node; i !== ancestor; i = this.parents[i] as number) {
      if (i === -1) return undefined;
      found.push(i);
    }
    return found.reverse();
  }

  private findCycle(): number | undefined {
    const cleared = new Uint8Array(this.count);
    const visits = new Int32Array(this.count).fill(-1);
    for (let start = 0; start < this.count; start++) {
      let i = start;
      while (i !== -1 && !cleared[i]) {
        if (visits[i] === start) return i;
        visits[i] = start;
        i = this.parents[i] as number;
      }
      for (i = start; i !== -1 && !cleared[i]; i = this.parents[i] as number) cleared[i] = 1;
    }
    return undefined;
  }
}

/** Whether a node scales what is below it; a matrix may shear and mirror as well. */
function changesSize(node: Place): boolean {
  const { value: scale } = node.field("scale");
  if (Array.isArray(scale) && scale.some((s) => Math.abs(s - 1) > 1e-6)) return true;
  const { value: m } = node.field("matrix");
  if (!Array.isArray(m) || m.length !== 16) return false;
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++) {
      let product = 0;
      for (let k = 0; k < 3; k++) product += m[4 * i + k] * m[4 * j + k];
      if (Math.abs(product - (i === j ? 1 : 0)) > 1e-5) return true;
    }
  }
  return false;
}
