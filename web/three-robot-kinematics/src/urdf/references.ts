/** Names that parts of a robot refer to and that do not exist. */
import { type Finding, step } from "./finding.js";
import type { Material, RobotModel } from "./model.js";
import { didYouMean } from "./nearest.js";
import * as rules from "./rules.js";

export type Parts = Pick<RobotModel, "links" | "joints" | "loops" | "couplings" | "materials">;

/** Reports a finding about a part of the robot, or about something inside it. */
export type Report = (
  rule: rules.Rule,
  message: string,
  part: string,
  inside?: readonly string[],
  notes?: readonly string[],
) => void;

export function reporter(into: Finding[], locate: RobotModel["locate"]): Report {
  return ({ code, name, severity }, message, part, inside = [], notes = []) => {
    const path = [part, ...inside].join(".");
    const position = locate(part, ...inside);
    into.push({ code, rule: name, severity, message, path, position, notes });
  };
}

/** Comparing names is slow; a file full of unknown names must not take minutes. */
const mostSuggestions = 50;

export function checkReferences(robot: Parts, report: Report): void {
  let count = 0;
  const missing = (
    rule: rules.Rule,
    what: string,
    name: string,
    known: Iterable<string>,
    part: string,
    ...inside: string[]
  ) => {
    const guess = count++ < mostSuggestions ? didYouMean(name, known) : "";
    report(rule, `${what} '${name}' does not exist${guess}`, part, inside);
  };
  const ends = (kind: string, name: string, sides: Readonly<Record<string, string>>) => {
    for (const [side, link] of Object.entries(sides)) {
      if (robot.links.has(link)) continue;
      const what = `${kind} '${name}': ${side} link`;
      missing(rules.unknownLink, what, link, robot.links.keys(), step(kind, name), side, "link");
    }
  };
  for (const { name, parent, child, mimic } of robot.joints.values()) {
    ends("joint", name, { parent, child });
    if (mimic && !robot.joints.has(mimic.joint)) {
      const what = `joint '${name}': mimicked joint`;
      const known = [...robot.joints.keys()].filter((other) => other !== name);
      missing(rules.unknownJoint, what, mimic.joint, known, step("joint", name), "mimic", "joint");
    }
  }
  for (const { name, predecessor, successor } of robot.loops.values()) {
    ends("loop", name, { predecessor, successor });
  }
  for (const { name, predecessor, successor } of robot.couplings.values()) {
    ends("coupling", name, { predecessor, successor });
  }
  const defined = definedMaterials(robot);
  for (const link of robot.links.values()) {
    link.visuals.forEach(({ material }, i) => {
      if (!material || !isReference(material) || defined.has(material.name)) return;
      const inside = [step("visual", i), "material", "name"];
      const { name } = material;
      missing(
        rules.undefinedMaterial,
        "material",
        name,
        defined.keys(),
        step("link", link.name),
        ...inside,
      );
    });
  }
}

/** Whether a material only refers to one that is defined elsewhere. */
export function isReference({ color, texture }: Material): boolean {
  return color === undefined && texture === undefined;
}

/** Materials by name: the robot's own, then those that a visual defines in passing. */
export function definedMaterials({
  links,
  materials,
}: Pick<RobotModel, "links" | "materials">): Map<string, Material> {
  const defined = new Map(materials);
  for (const link of links.values()) {
    for (const { material } of link.visuals) {
      if (material && !isReference(material) && !defined.has(material.name)) {
        defined.set(material.name, material);
      }
    }
  }
  return defined;
}
