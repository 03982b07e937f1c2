/**
 * Tendon constraints of Drake: sums of joint positions that stay what they are.
 *
 * With two joints one follows the other, with more it is a coupling, where the joints are those between
 * two links. A tendon with some play is neither.
 */
import { jointKinds } from "../extension/kinds.js";
import type { Document } from "./document.js";
import { step } from "./finding.js";
import type { Coupling, Joint, Mimic } from "./model.js";
import { Part, words } from "./part.js";
import * as rules from "./rules.js";
import type { Element } from "./xml.js";

export const tendon = "drake:tendon_constraint";

const tendonShape = {
  attributes: words("name"),
  single: words(
    `${tendon}_offset ${tendon}_lower_limit ${tendon}_upper_limit ${tendon}_stiffness ${tendon}_damping`,
  ),
  several: words(`${tendon}_joint`),
};

/** A joint and what it follows, or a coupling. */
export type Lifted =
  | { readonly follower: Joint; readonly mimic: Mimic }
  | { readonly coupling: Coupling };

type Joints = ReadonlyMap<string, Joint>;

/** What ties the joints of a tendon together; undefined, with a finding, where nothing of ours does. */
export function liftTendon(
  document: Document,
  element: Element,
  called: string,
  joints: Joints,
): Lifted | undefined {
  const part = new Part(document, element, step("coupling", called), tendonShape);
  const terms = readTerms(part, joints);
  const [offset, lower, upper] = ["offset", "lower_limit", "upper_limit"].map((word) => {
    const child = part.leaf(`${tendon}_${word}`, words("value"));
    return child ? part.number(child, "value", true) : word === "offset" ? 0 : undefined;
  });
  if (!terms || offset === undefined) return undefined;
  const held = lower !== undefined && lower === upper;
  const lifted = held ? tied(called, terms, lower - offset, joints) : undefined;
  if (!lifted) {
    const message = `<${tendon}> of ${terms.size} joints is neither one joint that follows another nor a ratio between two chains of joints; it is ignored`;
    part.report(rules.notALoop, message);
    return undefined;
  }
  const what =
    "coupling" in lifted
      ? `coupling '${called}'`
      : `joint '${lifted.follower.name}' that follows '${lifted.mimic.joint}'`;
  part.report(rules.liftedLoop, `<${tendon}> is read as ${what}`);
  return lifted;
}

function readTerms(part: Part, joints: Joints): Map<string, number> | undefined {
  const terms = new Map<string, number>();
  const elements = part.element.children.filter(({ tag }) => tag === `${tendon}_joint`);
  for (const element of elements) {
    const joint = part.text(element, "name");
    const factor = part.requiredNumber(element, "a");
    if (joint === undefined || factor === undefined) return undefined;
    const known = joints.get(joint);
    if (!known || jointKinds[known.type].chains[0]?.length !== 1) {
      const message = `<${tendon}>: '${joint}' is not a joint with one position`;
      part.report(rules.notALoop, message, element, "name");
      return undefined;
    }
    terms.set(joint, (terms.get(joint) ?? 0) + factor);
  }
  if (terms.size === 0) part.required(`${tendon}_joint`, words("name a"));
  return terms.size > 0 ? terms : undefined;
}

/** What makes the sum of the terms equal to a constant. */
function tied(
  called: string,
  terms: ReadonlyMap<string, number>,
  constant: number,
  joints: Joints,
): Lifted | undefined {
  const all = [...terms];
  if (all.some(([, factor]) => factor === 0)) return undefined;
  if (all.length !== 2) {
    const coupling = constant === 0 ? couplingOf(called, terms, joints) : undefined;
    return coupling && { coupling };
  }
  const [one, two] = all as [[string, number], [string, number]];
  for (const [[follower, a], [leader, b]] of [
    [one, two],
    [two, one],
  ] as const) {
    const joint = joints.get(follower) as Joint;
    if (joint.mimic || follows(leader, follower, joints)) continue;
    return { follower: joint, mimic: { joint: leader, multiplier: -b / a, offset: constant / a } };
  }
  return undefined;
}

/** Whether a joint follows another, directly or through more. */
function follows(joint: string, other: string, joints: Joints): boolean {
  const seen = new Set<string>();
  let at: string | undefined = joint;
  while (at !== undefined && !seen.has(at)) {
    if (at === other) return true;
    seen.add(at);
    at = joints.get(at)?.mimic?.joint;
  }
  return at !== undefined;
}

/** The coupling that a sum is: one factor on the way to one link, another on the way to a second. */
function couplingOf(
  called: string,
  terms: ReadonlyMap<string, number>,
  joints: Joints,
): Coupling | undefined {
  const [first, second, ...more] = new Set(terms.values());
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  const parents = new Map<string, Joint>();
  for (const joint of joints.values()) {
    if (!parents.has(joint.child)) parents.set(joint.child, joint);
  }
  const above = (link: string) => {
    const found = new Set<Joint>();
    for (let at = parents.get(link); at && !found.has(at); at = parents.get(at.parent))
      found.add(at);
    return found;
  };
  const same = (way: Set<Joint>, other: Set<Joint>, factor: number) => {
    const moving = [...way].filter((joint) => !other.has(joint) && joint.type !== "fixed");
    const wanted = [...terms].filter(([, each]) => each === factor);
    return (
      moving.length === wanted.length && moving.every(({ name }) => terms.get(name) === factor)
    );
  };
  for (const [one, a] of terms) {
    for (const [two, b] of terms) {
      if (a !== first || b !== second) continue;
      const [p, s] = [joints.get(one) as Joint, joints.get(two) as Joint];
      const [up, down] = [above(p.child), above(s.child)];
      if (same(up, down, first) && same(down, up, second)) {
        return {
          name: called,
          predecessor: p.child,
          successor: s.child,
          ratio: -second / first,
        };
      }
    }
  }
  return undefined;
}
