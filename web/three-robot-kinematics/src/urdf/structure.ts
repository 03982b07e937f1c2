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

/** The largest tree of a description, and what fits into it. */
export interface Structure {
  /** The link that everything hangs on; undefined without links. */
  readonly root: string | undefined;
  /** The links of the tree. */
  readonly links: ReadonlySet<string>;
  /** Its joints, parents first. */
  readonly joints: readonly Joint[];
  /** Loops, couplings and mimics (`joint[elbow].mimic`) that cannot be used, by path. */
  readonly unusable: ReadonlySet<string>;
  /** Why parts are left out. */
  readonly findings: readonly Finding[];
}

/** Finds what does not fit together, with line and column; it is left out when a robot is built. */
export function checkStructure(robot: RobotModel): Structure {
  const findings: Finding[] = [];
  const report = reporter(findings, robot.locate);
  // A text without a robot has been reported by the reader.
  if (robot.links.size === 0 && robot.locate("robot")) {
    report(rules.noLinks, "the robot has no links; it must have at least one", "robot");
  }
  checkReferences(robot, report);
  const complete = new Forest(robot);
  const surplus = [
    ...checkExtraJoints(complete, report),
    ...checkRootless(robot, complete, report),
    ...[...robot.joints.values()].filter(
      ({ parent, child }) => !robot.links.has(parent) || !robot.links.has(child),
    ),
  ];
  const forest = surplus.length > 0 ? treesWithout(robot, surplus) : complete;
  const root = checkRoots(robot, withoutAstray(robot, complete), forest, report);
  const links = new Set([...robot.links.keys()].filter((name) => forest.rootOf.get(name) === root));
  checkAxes(robot, report);
  const unusable = new Set([
    ...checkEnds(robot, links, report),
    ...checkMimicCycles(robot, report),
  ]);
  for (const path of checkCouplings(robot, forest, unusable, report)) unusable.add(path);
  for (const path of checkMimicDofs(robot, unusable, report)) unusable.add(path);
  const joints = forest.joints.filter(({ child }) => links.has(child));
  return { root, links, joints, unusable, findings };
}

/** The trees without joints whose parent does not exist: what hangs on them is not connected. */
function withoutAstray(robot: RobotModel, complete: Forest): Forest {
  const joints = new Map([...robot.joints].filter(([, { parent }]) => robot.links.has(parent)));
  return joints.size < robot.joints.size ? new Forest({ ...robot, joints }) : complete;
}

/** The trees that are left without some joints. */
function treesWithout(robot: RobotModel, surplus: readonly Joint[]): Forest {
  const gone = new Set(surplus);
  for (;;) {
    const joints = new Map([...robot.joints].filter(([, joint]) => !gone.has(joint)));
    const forest = new Forest({ ...robot, joints });
    // Breaking a cycle can show a second parent that was out of reach.
    if (forest.extra.length === 0) return forest;
    for (const joint of forest.extra) gone.add(joint);
  }
}

/** A joint that arrives at a link from below closes a cycle; any other is a second parent. */
function checkExtraJoints(forest: Forest, report: Report): readonly Joint[] {
  for (const joint of forest.extra) {
    const chain = forest.chain(joint.parent);
    const at = chain.indexOf(joint.child);
    if (at < 0) {
      reportTwoParents(forest.above.get(joint.child) as Joint, joint, report);
    } else {
      reportCycle(joint, chain.slice(at), report);
    }
  }
  return forest.extra;
}

/** Links that no root reaches hang below a cycle: follow the parents until one returns. */
function checkRootless({ links, joints }: Parts, forest: Forest, report: Report): Joint[] {
  const surplus: Joint[] = [];
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
      surplus.push(...others);
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
    surplus.push(inCycle[at] as Joint);
  }
  return surplus;
}

/** The root of the largest tree; reports the others, as far as the description is the reason. */
function checkRoots(
  robot: Parts,
  complete: Forest,
  forest: Forest,
  report: Report,
): string | undefined {
  const main = largest(forest);
  const { roots, rootOf, sizes } = complete;
  if (roots.length < 2) return main;
  for (const [kind, parts] of closing(robot)) {
    for (const { name, predecessor, successor } of parts.values()) {
      const [a, b] = [rootOf.get(predecessor), rootOf.get(successor)];
      if (a === undefined || b === undefined || a === b) continue;
      const message = `${kind} '${name}' connects link '${predecessor}' (below root '${a}') to link '${successor}' (below root '${b}'); only a joint can connect two trees`;
      const notes = [`Connect the trees with a joint; the ${kind} can stay.`];
      report(rules.loopBetweenTrees, message, step(kind, name), [], notes);
    }
  }
  const first = largest(complete);
  for (const root of roots) {
    if (root === first) continue;
    const below = (sizes.get(root) as number) - 1;
    const rest = `the ${below} ${below === 1 ? "link" : "links"} below it are`;
    const what = below ? `link '${root}' and ${rest}` : `link '${root}' is`;
    const message = `${what} not connected to '${first}'; a robot has one root link`;
    const notes = [
      `Add a joint between '${first}' and '${root}'; use type "floating" if it moves freely.`,
      `Loading leaves ${below ? "them" : "it"} out.`,
    ];
    report(rules.severalRoots, message, step("link", root), [], notes);
  }
  return main;
}

function largest({ roots, sizes }: Forest): string | undefined {
  const size = (root: string) => sizes.get(root) as number;
  return roots.reduce<string | undefined>(
    (best, root) => (best === undefined || size(root) > size(best) ? root : best),
    undefined,
  );
}

const shown = 8;
const leftOut = "Loading leaves the joint out.";

function reportCycle(joint: Joint, links: readonly string[], report: Report): void {
  const [part, inside] = [step("joint", joint.name), ["child", "link"]];
  if (joint.parent === joint.child) {
    const message = `joint '${joint.name}' connects link '${joint.child}' to itself`;
    const notes = ["Parent and child must be two different links.", leftOut];
    report(rules.jointCycle, message, part, inside, notes);
    return;
  }
  const some = links.length > shown + 1 ? [links[0], "...", ...links.slice(-shown)] : links;
  const names = [...some, links[0]].map((link) => (link === "..." ? link : `'${link}'`));
  const message = `joint '${joint.name}' closes a cycle of joints: ${names.join(" -> ")}`;
  const notes = ["If the mechanism is closed, write one joint of the cycle as a loop.", leftOut];
  report(rules.jointCycle, message, part, inside, notes);
}

function reportTwoParents(first: Joint, { name, child }: Joint, report: Report): void {
  const message = `link '${child}' has two parent joints: '${first.name}' and '${name}'`;
  const notes = ["If the mechanism closes here, write one of the joints as a loop.", leftOut];
  report(rules.twoParents, message, step("joint", name), ["child", "link"], notes);
}
