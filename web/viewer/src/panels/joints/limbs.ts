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
  // The innermost fork decides: an arm is a limb of its own, though it hangs on the waist.
  const limbs = new Map<string, readonly string[]>();
  for (const siblings of carried.values()) {
    const branches = siblings.map(moving).filter((joints) => joints.length >= SMALLEST);
    if (branches.length < 2) continue;
    for (const joints of branches) for (const name of joints) limbs.set(name, joints);
  }
  const members = new Map<readonly string[], string[]>();
  for (const name of order) {
    const limb = limbs.get(name);
    if (limb) members.set(limb, [...(members.get(limb) ?? []), name]);
  }
  const titles = titlesOf([...members.values()]);
  const titled = new Map([...members.keys()].map((limb, k) => [limb, titles[k] ?? ""]));
  return new Map(
    order.flatMap((name) => {
      const limb = limbs.get(name);
      return limb ? [[name, titled.get(limb) ?? ""]] : [];
    }),
  );
}

/** What groups of joints are called; those that share a name say from where to where they go as well. */
export function titlesOf(groups: readonly (readonly string[])[]): string[] {
  const names = groups.map(commonName);
  return groups.map((joints, k) => {
    const name = names[k] ?? "";
    if (names.filter((other) => other === name).length < 2) return name;
    const own = new Set(wordsOf(name).map((word) => word.toLowerCase()));
    const part = (joint: string | undefined) =>
      wordsOf(joint ?? "").find((word) => !own.has(word.toLowerCase())) ?? "";
    const [first, last] = [part(joints[0]), part(joints.at(-1))];
    return first === last ? `${name} ${first}` : `${name} ${first} to ${last}`;
  });
}

function wordsOf(name: string): string[] {
  return name.split(/[_\-.\s]+|(?<=[a-z])(?=[A-Z])/);
}

/** The words that all names share, in the order of the first; its first joint where there are none. */
export function commonName(names: readonly string[]): string {
  const [first = "", ...rest] = names;
  const others = rest.map((name) => new Set(wordsOf(name).map((word) => word.toLowerCase())));
  const shared = wordsOf(first).filter((word) =>
    others.every((set) => set.has(word.toLowerCase())),
  );
  const telling = shared.filter((word) => !/^(joint|j)$/i.test(word) && word !== "");
  return telling.length > 0 ? telling.join(" ") : `from ${first}`;
}
