/** Whether names exist, joints make a tree of the links, and loops, couplings and mimics fit into it. */
import {
  checkAxes,
  checkCouplings,
  checkEnds,
  checkMimicCycles,
  checkMimicDofs,
  closing,
} from "./closing.js";
import { type Finding, step } from "./finding.js";
import { Forest } from "./forest.js";
import type { Joint, RobotModel } from "./model.js";
import { checkReferences, type Parts, type Report, reporter } from "./references.js";
import * as rules from "./rules.js";

export interface Structure {
  /** Links that are no joint's child, in document order. */
  readonly roots: readonly string[];
  /** Whether every link is reached from a root over one joint, so that nodes can be nested. */
  readonly isTree: boolean;
  /** The joints of the tree, parents first. */
  readonly joints: readonly Joint[];
  /** What cannot be used, by path; a finding tells why. */
  readonly unusable: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

/** The tree of a description, and findings with line and column about what does not fit into it. */
export function checkStructure(robot: RobotModel): Structure {
  const findings: Finding[] = [];
  const report = reporter(findings, robot.locate);
  if (robot.links.size === 0) {
    report(rules.noLinks, "the robot has no links; it must have at least one", "robot");
  }
  checkReferences(robot, report);
  const forest = new Forest(robot);
  checkExtraJoints(forest, report);
  checkRootless(robot, forest, report);
  checkRoots(robot, forest, report);
  const unusable = new Set([
    ...checkAxes(robot, report),
    ...checkEnds(robot, report),
    ...checkMimicCycles(robot, report),
  ]);
  const { roots, joints } = forest;
  // One joint to every link but the roots, and no joint left over.
  const reached = forest.numbers.size;
  const isTree = reached === robot.links.size && reached > 0 && joints.length === robot.joints.size;
  if (isTree) {
    for (const path of checkCouplings(robot, forest, report)) unusable.add(path);
    for (const path of checkMimicDofs(robot, unusable, report)) unusable.add(path);
  }
  return { roots, joints, isTree, unusable, findings };
}

/** A joint that arrives at a link from below closes a cycle; any other is a second parent. */
function checkExtraJoints(forest: Forest, report: Report): void {
  for (const joint of forest.extra) {
    const chain = forest.chain(joint.parent);
    const at = chain.indexOf(joint.child);
    if (at < 0) {
      reportTwoParents(forest.above.get(joint.child) as Joint, joint, report);
    } else {
      reportCycle(joint, chain.slice(at), report);
    }
  }
}

/** Links that no root reaches hang below a cycle: follow the parents until one returns. */
function checkRootless({ links, joints }: Parts, forest: Forest, report: Report): void {
  const walks = new Map<string, number>();
  const order = new Map([...joints.keys()].map((name, i) => [name, i]));
  let walk = 0;
  for (let name of links.keys()) {
    const trail: string[] = [];
    walk++;
    while (links.has(name) && !walks.has(name) && !forest.numbers.has(name)) {
      walks.set(name, walk);
      trail.push(name);
      name = (forest.parents.get(name) as [Joint])[0].parent;
    }
    for (const child of trail) {
      const [first, ...others] = forest.parents.get(child) as [Joint, ...Joint[]];
      for (const joint of others) reportTwoParents(first, joint, report);
    }
    if (trail.length === 0 || walks.get(name) !== walk) continue;
    const upward = trail.slice(trail.indexOf(name));
    const inCycle = upward.map((link) => (forest.parents.get(link) as [Joint])[0]);
    // The joint listed last closes the cycle, as it does in a file that lists parents first.
    const place = (joint: Joint) => order.get(joint.name) as number;
    const at = inCycle.reduce(
      (last, joint, i) => (place(joint) > place(inCycle[last] as Joint) ? i : last),
      0,
    );
    const downward = [...upward.slice(0, at + 1).reverse(), ...upward.slice(at + 1).reverse()];
    reportCycle(inCycle[at] as Joint, downward, report);
  }
}

function checkRoots(robot: Parts, forest: Forest, report: Report): void {
  const { roots, sizes, rootOf } = forest;
  const size = (root: string) => sizes.get(root) as number;
  const main = roots.reduce<string | undefined>(
    (best, root) => (best === undefined || size(root) > size(best) ? root : best),
    undefined,
  );
  if (roots.length < 2) return;
  for (const [kind, parts] of closing(robot)) {
    for (const { name, predecessor, successor } of parts.values()) {
      const [a, b] = [rootOf.get(predecessor), rootOf.get(successor)];
      if (a === undefined || b === undefined || a === b) continue;
      const message = `${kind} '${name}' connects link '${predecessor}' (below root '${a}') to link '${successor}' (below root '${b}'); only a joint can connect two trees`;
      const notes = [`Connect the trees with a joint; the ${kind} can stay.`];
      report(rules.loopBetweenTrees, message, step(kind, name), [], notes);
    }
  }
  for (const root of roots) {
    if (root === main) continue;
    const below = size(root) - 1;
    const rest = `the ${below} ${below === 1 ? "link" : "links"} below it are`;
    const what = below ? `link '${root}' and ${rest}` : `link '${root}' is`;
    const message = `${what} not connected to '${main}'; a robot has one root link`;
    const notes = [`Add a joint with child '${root}'; use type "floating" if it moves freely.`];
    report(rules.severalRoots, message, step("link", root), [], notes);
  }
}

const shown = 8;

function reportCycle(joint: Joint, links: readonly string[], report: Report): void {
  const [part, inside] = [step("joint", joint.name), ["child", "link"]];
  if (joint.parent === joint.child) {
    const message = `joint '${joint.name}' connects link '${joint.child}' to itself`;
    const notes = ["Parent and child must be two different links."];
    report(rules.jointCycle, message, part, inside, notes);
    return;
  }
  const some = links.length > shown + 1 ? [links[0], "...", ...links.slice(-shown)] : links;
  const names = [...some, links[0]].map((link) => (link === "..." ? link : `'${link}'`));
  const message = `joint '${joint.name}' closes a cycle of joints: ${names.join(" -> ")}`;
  const notes = ["If the mechanism is closed, write one joint of the cycle as a loop."];
  report(rules.jointCycle, message, part, inside, notes);
}

function reportTwoParents(first: Joint, { name, child }: Joint, report: Report): void {
  const message = `link '${child}' has two parent joints: '${first.name}' and '${name}'`;
  const notes = ["If the mechanism closes here, write one of the joints as a loop."];
  report(rules.twoParents, message, step("joint", name), ["child", "link"], notes);
}
