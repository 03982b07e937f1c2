/** Bounds on what a file may ask for, so that none can make the page hang or run out of memory. */

const mostNodes = 100_000;
/** three.js walks its trees by recursion: deeper ones exhaust the stack. */
const deepest = 3000;
/** Its origin, its motion and its link. */
const nodesPerJoint = 3;
const wayOut =
  "Merge links on fixed joints (robot.merge_fixed() in Python), or cut the chain in two.";
/** Numbers that an accessor may conjure up without a buffer behind it. */
const mostEmpty = 10_000_000;
const mostBytes = 2 ** 31;

interface Document {
  readonly nodes?: unknown;
  readonly accessors?: unknown;
  readonly bufferViews?: unknown;
}

/** Throws where a glTF document is beyond all bounds; cycles among nodes are found by the robot plugin. */
export function checkBounds(json: unknown): void {
  if (typeof json !== "object" || json === null) throw new Error("This file is not glTF.");
  const { nodes, accessors } = json as Document;
  if (Array.isArray(nodes)) {
    if (nodes.length > mostNodes) {
      throw new Error(`This file has ${nodes.length} nodes; at most ${mostNodes} can be shown.`);
    }
    const depth = depthOf(nodes);
    if (depth > deepest) {
      const found = `Its nodes are nested ${depth.toLocaleString("en")} levels deep`;
      throw new Error(
        `${found}, and at most ${deepest.toLocaleString("en")} can be drawn: some ${(deepest / nodesPerJoint).toLocaleString("en")} joints in a row. ${wayOut}`,
      );
    }
  }
  let empty = 0;
  for (const accessor of Array.isArray(accessors) ? accessors : []) {
    const { count, bufferView } = (accessor ?? {}) as { count?: unknown; bufferView?: unknown };
    if (typeof count !== "number" || !(count >= 0 && count * 64 <= mostBytes)) {
      throw new Error("An accessor of this file has an impossible count.");
    }
    if (bufferView === undefined) empty += count;
  }
  if (empty > mostEmpty) throw new Error("This file declares more data than it contains.");
}

/** The longest way from a node to its last ancestor; stops counting in a cycle. */
function depthOf(nodes: readonly unknown[]): number {
  const parents = new Int32Array(nodes.length).fill(-1);
  nodes.forEach((node, i) => {
    const { children } = (node ?? {}) as { children?: unknown };
    for (const child of Array.isArray(children) ? children : []) {
      if (Number.isInteger(child) && child >= 0 && child < nodes.length) parents[child] = i;
    }
  });
  const depths = new Int32Array(nodes.length);
  let most = 0;
  for (let start = 0; start < nodes.length; start++) {
    let steps = 0;
    let i = start;
    while (i !== -1 && depths[i] === 0 && steps <= nodes.length) {
      steps++;
      i = parents[i] as number;
    }
    let depth = steps + (i === -1 ? 0 : (depths[i] as number));
    most = Math.max(most, depth);
    for (let j = start; j !== -1 && depths[j] === 0; j = parents[j] as number) depths[j] = depth--;
  }
  return most;
}
