/** From a description to a robot that moves, at once and without loading anything. */
import type { RobotOptions } from "../result.js";
import { Robot } from "../robot.js";
import { type Axes, type Basis, bases } from "./basis.js";
import type { Planar } from "./directions.js";
import { describe, type Finding, step, UrdfError } from "./finding.js";
import type { RobotModel } from "./model.js";
import { boundsOf, Nest, restOf } from "./nest.js";
import { reporter } from "./references.js";
import * as rules from "./rules.js";
import { addSkeleton } from "./skeleton.js";
import { checkStructure, type Structure } from "./structure.js";

/** How a robot is made of a description. */
export interface BuildOptions extends RobotOptions {
  /** The axes of the frames; `"gltf"` by default, which is how fourbar's own files have them. */
  readonly axes?: Axes | undefined;
  /** `"xyt"` gives planar joints a third number, the rotation about their normal. */
  readonly planar?: Planar | undefined;
}

export interface Assembled {
  readonly robot: Robot;
  readonly basis: Basis;
  /** What the description's structure gave cause for. */
  readonly findings: readonly Finding[];
}

/**
 * A robot drawn as spheres at its joints and lines between them. What does not fit into the largest tree
 * of links is left out (`checkStructure` tells why). Throws a `UrdfError` where the text holds no robot,
 * more than 1000 joints follow each other, or xacro has not been expanded.
 */
export function buildRobot(model: RobotModel, options: BuildOptions = {}): Robot {
  const { robot } = assemble(model, plan(model), options);
  addSkeleton(robot);
  return robot;
}

/** What a robot will be made of. */
export type Plan = Pick<Assembled, "findings"> & { readonly structure: Structure };

/** Finds out what fits together; throws where there is no robot in it. */
export function plan(model: RobotModel): Plan {
  const structure = checkStructure(model);
  const findings = [...structure.findings, ...restFindings(model)];
  refuse(model, structure, [...model.findings, ...findings]);
  refuseDepth(structure, model);
  return { structure, findings };
}

/** The robot with empty nodes for its shapes. */
export function assemble(
  model: RobotModel,
  { structure, findings }: Plan,
  options: BuildOptions,
): Assembled {
  const { axes = "gltf", planar = "xy", ...rest } = options;
  const basis = bases[axes];
  const nest = new Nest(model, structure, basis, planar);
  const robot = new Robot(nest.data, nest.nodeOf, rest);
  nest.settle(robot);
  return { robot, basis, findings };
}

/** What keeps a description from being built; all else is about parts that are left out. */
const fatal: ReadonlySet<string> = new Set(
  [
    rules.notWellFormed,
    rules.doctype,
    rules.tooDeep,
    rules.tooLarge,
    rules.noRobot,
    rules.emptyFile,
    rules.unexpandedXacro,
    rules.noLinks,
  ].map(({ code }) => code),
);

const shown = 5;

function refuse(model: RobotModel, { links }: Structure, findings: readonly Finding[]): void {
  const isXacro = findings.some(({ code }) => code === rules.unexpandedXacro.code);
  if (links.size > 0 && !isXacro) return;
  const reasons = findings.filter(({ code }) => fatal.has(code)).map(describe);
  const lines = reasons.slice(0, shown);
  if (reasons.length > shown) lines.push(`and ${reasons.length - shown} more`);
  const what = isXacro
    ? "this is a xacro file, which has to be expanded first: fourbar convert robot.xacro robot.urdf"
    : `robot '${model.name}' cannot be built`;
  throw new UrdfError([what, ...lines].join("\n"), findings);
}

/** three.js walks its trees by recursion, with three nodes per joint: longer chains exhaust the stack. */
const deepest = 1000;

function refuseDepth({ joints }: Structure, model: RobotModel): void {
  const depths = new Map<string, number>();
  for (const { parent, child } of joints) depths.set(child, (depths.get(parent) ?? 0) + 1);
  for (const depth of depths.values()) {
    if (depth <= deepest) continue;
    const message = `robot '${model.name}' cannot be built: more than ${deepest} joints in a row`;
    throw new UrdfError(message, model.findings);
  }
}

function restFindings(model: RobotModel): Finding[] {
  const findings: Finding[] = [];
  const report = reporter(findings, model.locate);
  for (const joint of model.joints.values()) {
    const [lower, upper] = boundsOf(joint);
    if (lower > upper || (lower <= 0 && 0 <= upper) || joint.mimic) continue;
    const message = `joint '${joint.name}' is shown at ${restOf(joint)} because 0 is outside its limits`;
    report(rules.defaultMoved, message, step("joint", joint.name), ["limit"]);
  }
  return findings;
}
