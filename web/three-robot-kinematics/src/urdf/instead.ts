/** What is used where a number cannot be read. */

const zero = new Set("radius length value offset lower upper ixx iyy izz ixy ixz iyz".split(" "));

/** As it would be written; undefined where the attribute is ignored. */
export function insteadOf(tag: string, attribute: string): string | undefined {
  if (attribute === "xyz" && /^(parent_)?axis$/.test(tag)) return "1 0 0";
  if (attribute === "xyz" && /^(axis2|child_axis)$/.test(tag)) return undefined;
  const key = `${tag} ${attribute}`;
  if (attribute === "xyz" || attribute === "rpy" || key === "box size") return "0 0 0";
  if (key === "mesh scale") return "1 1 1";
  if (key === "mimic multiplier") return "1";
  if (key === "joint value" || /^(gear_)?ratio$/.test(tag)) return undefined;
  return zero.has(attribute) ? "0" : undefined;
}
