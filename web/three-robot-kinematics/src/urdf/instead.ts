/** What is used where a number cannot be read. */

const table: readonly (readonly [place: RegExp, used?: string])[] = [
  [/^(parent_)?axis xyz$/, "1 0 0"],
  [/^(axis2|child_axis) |^joint value|ratio /],
  [/ (xyz|rpy|size)$/, "0 0 0"],
  [/ quat/, "0 0 0 1"],
  [/^mesh /, "1 1 1"],
  [/ multiplier$/, "1"],
  [/ (radius|length|value|offset|lower|upper|i[xyz][xyz])$/, "0"],
];

/** As it would be written; undefined where the attribute is ignored. */
export function insteadOf(tag: string, attribute: string): string | undefined {
  return table.find(([place]) => place.test(`${tag} ${attribute}`))?.[1];
}
