/** Which links of a robot must not touch: those that no joint or loop joins. */
import type { Robot } from "../../index.js";

/** All pairs with collision shapes, without neighbours; links on fixed joints count as one body. */
export function strangers(model: Robot): (readonly [string, string])[] {
  const bodyOf = new Map<string, string>();
  const body = (link: string): string => {
    const above = bodyOf.get(link);
    return above === undefined ? link : body(above);
  };
  const joints = [...model.joints.values()];
  for (const { dofs, parentLink, childLink } of joints)
    if (dofs.length === 0) bodyOf.set(childLink, parentLink);
  const near = new Set<string>();
  const meet = (one: string, other: string): void => {
    near.add(`${body(one)}\n${body(other)}`);
    near.add(`${body(other)}\n${body(one)}`);
  };
  for (const { parentLink, childLink } of joints) meet(parentLink, childLink);
  for (const { predecessorLink, successorLink } of model.loops.values())
    meet(predecessorLink, successorLink);
  const links = [...model.links.values()].filter(({ collisions }) => collisions.length > 0);
  return links.flatMap(({ name }, i) =>
    links
      .slice(i + 1)
      .filter((other) => {
        const [a, b] = [body(name), body(other.name)];
        return a !== b && !near.has(`${a}\n${b}`);
      })
      .map((other) => [name, other.name] as const),
  );
}
