/** Cutting a mechanism's constraints into islands, and choosing what depends on what in each. */

import { add, spanningColumns } from "../dense.js";
import type { Constraint } from "../kinematics/constraint.js";
import type { Mechanism } from "../kinematics/mechanism.js";
import { closed } from "../numerics.js";
import { Closer } from "./close.js";
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
 * Marks the dependent columns of an island: those of which the file says that they are not independent,
 * and where these do not span the constraints, as many more as it takes. `independent` is by
 * coordinate. Returns the coordinates that had to be taken although the file says otherwise.
 */
export function chooseDependent(
  island: Island,
  independent: readonly (boolean | undefined)[],
  size: number,
): number[] {
  differentiateNearby(island, size);
  const said = Array.from(island.coordinates, (coordinate) => independent[coordinate]);
  // Where a file names some dependent joints, silence about the others means independent.
  const silence = said.includes(false) ? 2 : 1;
  const order = said.map((flag) => (flag === false ? 0 : flag === undefined ? silence : 2));
  const { rows, columns } = island;
  const picked = spanningColumns(island.jacobian.slice(), rows, columns, order);
  for (const column of picked) island.dependent[column] = 1;
  said.forEach((flag, column) => {
    if (flag === false) island.dependent[column] = 1;
  });
  return picked
    .filter((column) => order[column] === 2)
    .map((column) => island.coordinates[column] as number);
}

/**
 * Finds the Jacobian at a closed pose a little off the present one, which comes back afterwards: where
 * robots rest, bars often lie in line, and constraints that are different elsewhere look the same.
 */
function differentiateNearby(island: Island, size: number): void {
  const { frames, coordinates, y } = island.mechanism;
  const start = new Float64Array(island.columns);
  island.save(start);
  island.coordinates.forEach((coordinate, column) => {
    const unit = frames.turns[coordinates.leaders[coordinate] as number] ? 1 : size;
    add(y, coordinate, 0.05 * unit * Math.sin(13 * (column + 1)));
  });
  const closer = new Closer(island);
  closer.release(new Uint8Array(island.columns), 0);
  if (!closer.close(closed.shown)) island.restore(start);
  island.evaluate();
  island.differentiate();
  island.restore(start);
  island.evaluate();
}
