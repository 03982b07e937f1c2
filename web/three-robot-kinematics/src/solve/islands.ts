/** Cutting a mechanism's constraints into islands, and choosing what depends on what in each. */

import { spanningColumns } from "../dense.js";
import type { Constraint } from "../kinematics/constraint.js";
import type { Mechanism } from "../kinematics/mechanism.js";
import { Island } from "./island.js";

/** Groups constraints that share coordinates, in the order of the first of each group. */
export function findIslands(mechanism: Mechanism, constraints: readonly Constraint[]): Island[] {
  const { coordinateOf } = mechanism.coordinates;
  const heads = Int32Array.from(mechanism.y, (_, i) => i);
  const head = (i: number) => {
    let at = i;
    while (heads[at] !== at) at = heads[at] as number;
    return at;
  };
  const touched = constraints.map((constraint) => [
    ...new Set(constraint.dofs.map((dof) => coordinateOf[dof] as number)),
  ]);
  for (const [first, ...others] of touched) {
    for (const other of others) heads[head(other)] = head(first as number);
  }
  const groups = new Map<number, Constraint[]>();
  constraints.forEach((constraint, i) => {
    const first = touched[i]?.[0];
    // Without a joint between its ends it is closed or open whatever moves.
    if (first === undefined || constraint.rows === 0) return;
    const group = groups.get(head(first)) ?? [];
    groups.set(head(first), group);
    group.push(constraint);
  });
  return [...groups].map(([key, group]) => {
    const coordinates = Int32Array.from(mechanism.y, (_, i) => i).filter((i) => head(i) === key);
    return new Island(mechanism, group, coordinates);
  });
}

/**
 * Marks the dependent columns of an island: as many as its constraints determine, those first of which
 * the file says that they are not independent. `independent` is by coordinate. Returns the coordinates
 * for which the file could not be followed.
 */
export function chooseDependent(
  island: Island,
  independent: readonly (boolean | undefined)[],
): number[] {
  island.evaluate();
  island.differentiate();
  const said = Array.from(island.coordinates, (coordinate) => independent[coordinate]);
  // Where a file names some dependent joints, silence about the others means independent.
  const silence = said.includes(false) ? 2 : 1;
  const order = said.map((flag) => (flag === false ? 0 : flag === undefined ? silence : 2));
  const { rows, columns } = island;
  const picked = spanningColumns(island.jacobian.slice(), rows, columns, order);
  for (const column of picked) island.dependent[column] = 1;
  return Array.from(island.coordinates).filter((_, column) => {
    const expected = order[column] === 0;
    return order.includes(0) && expected !== (island.dependent[column] === 1);
  });
}
