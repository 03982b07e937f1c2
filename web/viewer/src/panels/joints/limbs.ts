/** Which limb of a robot a joint belongs to: the branch of the tree that it is in. */
import type { Robot } from "three-robot-kinematics";

/** Fewer moving joints make no limb of their own. */
const SMALLEST = 2;

/**
 * The limb of each moving joint: what follows a fork of the tree, called by what the names of its joints
 * have in common. Joints before the first fork, and those of a robot without one, have none.
 */
export function limbsOf(model: Robot): ReadonlyMap<string, string> {
  const carried = new Map<string, string[]>();
  for (const { name, parentLink } of model.joints.values())
    carried.set(parentLink, [...(carried.get(parentLink) ?? []), name]);
  const below = new Map<string, string[]>();
  const order = [...model.joints.values()].map(({ name }) => name);
  const moving = (name: string): string[] => below.get(name) ?? [];
  // Children come after their parents on the way down, so that the way back sees them first.
  const stack = [...model.links.values()]
    .filter(({ parentJoint }) => parentJoint === undefined)
    .flatMap(({ name }) => carried.get(name) ?? []);
  const down: string[] = [];
  for (let name = stack.pop(); name !== undefined; name = stack.pop()) {
    down.push(name);
    stack.push(...(carried.get(model.joints.get(name)?.childLink ?? "") ?? []));
  }
  for (const name of down.reverse()) {
    const joint = model.joints.get(name);
    const own = joint?.role === "fixed" ? [] : [name];
    const children = carried.get(joint?.childLink ?? "") ?? [];
    below.set(name, [...own, ...children.flatMap(moving)]);
  }
  const limbs = new Map<string, string>();
  for (const siblings of carried.values()) {
    const branches = siblings.map(moving).filter((joints) => joints.length >= SMALLEST);
    if (branches.length < 2) continue;
    for (const joints of branches) {
      const title = commonName(joints);
      for (const name of joints) limbs.set(name, title);
    }
  }
  return new Map(order.flatMap((name) => (limbs.has(name) ? [[name, limbs.get(name) ?? ""]] : [])));
}

/** The words that all names share, in the order of the first; its first joint where there are none. */
export function commonName(names: readonly string[]): string {
  const words = (name: string) => name.split(/[_\-.\s]+|(?<=[a-z])(?=[A-Z])/);
  const [first = "", ...rest] = names;
  const others = rest.map((name) => new Set(words(name).map((word) => word.toLowerCase())));
  const shared = words(first).filter((word) => others.every((set) => set.has(word.toLowerCase())));
  const telling = shared.filter((word) => !/^(joint|j)$/i.test(word) && word !== "");
  return telling.length > 0 ? telling.join(" ") : `from ${first}`;
}
