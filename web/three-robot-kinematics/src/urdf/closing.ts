/** Whether axes, loops, couplings and mimics fit into the tree; checks give what is unusable, by path. */
import { jointKinds } from "../extension/kinds.js";
import { areParallel } from "./directions.js";
import { step } from "./finding.js";
import type { Forest } from "./forest.js";
import type { Coupling, Joint } from "./model.js";
import type { Parts, Report } from "./references.js";
import * as rules from "./rules.js";

const shown = 8;

/** What closes loops, by kind. */
export function closing({ loops, couplings }: Parts) {
  return [
    ["loop", loops],
    ["coupling", couplings],
  ] as const;
}

/** Axes that point nowhere: `directions` takes the default instead. */
export function checkAxes({ joints, loops }: Parts, report: Report): void {
  const kinds = [
    ["joint", joints],
    ["loop", loops],
  ] as const;
  for (const [kind, parts] of kinds) {
    for (const part of parts.values()) {
      const { axes } = jointKinds[part.type];
      const tell = (tag: "axis" | "axis2", fault: string) => {
        const message = `the ${tag} of ${part.type} ${kind} '${part.name}' must not be ${fault}`;
        report(rules.zeroAxis, message, step(kind, part.name), [tag, "xyz"]);
      };
      if (axes > 0 && part.axis.every((c) => c === 0)) tell("axis", "0 0 0");
      if (axes < 2 || !part.axis2) continue;
      if (part.axis2.every((c) => c === 0)) tell("axis2", "0 0 0");
      else if (kind === "loop" && areParallel(part.axis, part.axis2))
        tell("axis2", "parallel to its axis");
    }
  }
}

/** Loops and couplings whose ends are not two links of the tree. */
export function checkEnds(robot: Parts, tree: ReadonlySet<string>, report: Report): string[] {
  const unusable: string[] = [];
  for (const [kind, parts] of closing(robot)) {
    for (const { name, predecessor, successor } of parts.values()) {
      const path = step(kind, name);
      const fits = tree.has(predecessor) && tree.has(successor);
      if (fits && predecessor !== successor) continue;
      unusable.push(path);
      // Links that do not exist, or are in another tree, have been reported.
      if (predecessor !== successor || !robot.links.has(successor)) continue;
      const message = `${kind} '${name}' connects link '${successor}' to itself; predecessor and successor must differ`;
      report(rules.loopToItself, message, path, ["successor", "link"]);
    }
  }
  for (const name of robot.couplings.keys()) {
    if (!robot.loops.has(name)) continue;
    unusable.push(step("coupling", name));
    const message = `duplicate name '${name}': a loop has it too`;
    report(rules.duplicateName, message, step("coupling", name), ["name"]);
  }
  return unusable;
}

/** Joints that mimic each other in a circle, or a joint that does not exist. */
export function checkMimicCycles({ joints }: Parts, report: Report): string[] {
  const unusable: string[] = [];
  const leaderOf = (name: string) => {
    const leader = joints.get(name)?.mimic?.joint;
    return leader !== undefined && joints.has(leader) ? leader : undefined;
  };
  const walks = new Map<string, string>();
  for (const { name: start, mimic } of joints.values()) {
    if (mimic && leaderOf(start) === undefined) unusable.push(`${step("joint", start)}.mimic`);
    const trail: string[] = [];
    let name = start;
    for (let next = leaderOf(name); next !== undefined && !walks.has(name); next = leaderOf(name)) {
      walks.set(name, start);
      trail.push(name);
      name = next;
    }
    if (trail.length === 0 || walks.get(name) !== start) continue;
    const circle = trail.slice(trail.indexOf(name));
    unusable.push(...circle.map((each) => `${step("joint", each)}.mimic`));
    const some = circle.length > shown ? [...circle.slice(0, shown), "..."] : circle;
    const names = [...some, name].map((each) => (each === "..." ? each : `'${each}'`)).join(" -> ");
    const message =
      circle.length === 1
        ? `joint '${name}' mimics itself: ${names}`
        : `joints mimic each other in a cycle: ${names}`;
    const notes = ["Remove <mimic> from the joint that should lead the others."];
    report(rules.mimicCycle, message, step("joint", name), ["mimic", "joint"], notes);
  }
  return unusable;
}

function motionOf({ type }: Joint): { dof: number; verb: string; orientation: boolean } {
  const { chains, orientation } = jointKinds[type];
  const [chain] = chains;
  const slides = chain?.includes("translation");
  const turns = chain?.some((motion) => motion !== "translation");
  const verb = slides && turns ? "turns and slides" : turns ? "turns" : "slides";
  return { dof: chain?.length ?? 0, verb, orientation };
}

export function checkMimicDofs(
  { joints }: Parts,
  unusable: ReadonlySet<string>,
  report: Report,
): string[] {
  const found: string[] = [];
  for (const joint of joints.values()) {
    const leader = joints.get(joint.mimic?.joint ?? "");
    const path = `${step("joint", joint.name)}.mimic`;
    if (!leader || unusable.has(path)) continue;
    const [own, other] = [motionOf(joint), motionOf(leader)];
    const what = `joint '${joint.name}' (${joint.type}, ${own.dof} DOF) mimics '${leader.name}' (${leader.type}, ${other.dof} DOF)`;
    const place = [step("joint", joint.name), ["mimic", "joint"]] as const;
    if (own.dof !== other.dof) {
      report(rules.mimicMixedDof, `${what}: the degrees of freedom differ`, ...place);
    } else if (own.orientation) {
      const message = `joint '${joint.name}' is ${joint.type} and mimics '${leader.name}', but an orientation cannot be multiplied`;
      report(rules.couplingOfOrientations, message, ...place);
    } else continue;
    found.push(path);
  }
  return found;
}

/** Couplings between joints whose positions cannot be added. */
export function checkCouplings(
  robot: Parts,
  forest: Forest,
  known: ReadonlySet<string>,
  report: Report,
): string[] {
  const unusable: string[] = [];
  for (const coupling of robot.couplings.values()) {
    const { name } = coupling;
    const path = step("coupling", name);
    if (known.has(path)) continue;
    const what = `coupling '${name}'`;
    const told = (joint: Joint) => `'${joint.name}' (${joint.type}, ${motionOf(joint).dof} DOF)`;
    const moving = movingJoints(coupling, forest);
    const ball = moving.find((joint) => motionOf(joint).orientation);
    const [one, two] = moving;
    if (!one) {
      const message = `${what} couples nothing: all its joints are fixed`;
      report(rules.couplingWithoutMotion, message, path);
    } else if (ball) {
      const message = `${what} includes joint ${told(ball)}, whose position is an orientation, which cannot be added or scaled`;
      report(rules.couplingOfOrientations, message, path);
    } else if (two) {
      const [a, b] = [motionOf(one), motionOf(two)];
      const differ = a.verb !== b.verb;
      const reason = differ
        ? `one ${a.verb}, the other ${b.verb}`
        : `they have ${a.dof} and ${b.dof} degrees of freedom`;
      const message = `${what} adds joints ${told(one)} and ${told(two)}: ${reason}`;
      report(differ ? rules.couplingMixedMotion : rules.couplingMixedDof, message, path);
    } else continue;
    unusable.push(path);
  }
  return unusable;
}

/** A joint of each motion below the nearest common ancestor of the two links, in tree order. */
function movingJoints({ predecessor, successor }: Coupling, forest: Forest): Joint[] {
  const [p, s] = [forest.chain(predecessor), forest.chain(successor)];
  const found = new Map<string, Joint>();
  for (const [chain, other] of [[p, s] as const, [s, p] as const]) {
    chain.forEach((link, i) => {
      const joint = forest.above.get(link);
      if (link === other[i] || !joint || motionOf(joint).dof === 0) return;
      const { dof, verb } = motionOf(joint);
      found.set(`${dof} ${verb}`, joint);
    });
  }
  const number = (joint: Joint) => forest.numbers.get(joint.child) as number;
  return [...found.values()].sort((a, b) => number(a) - number(b));
}
