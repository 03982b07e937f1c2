import { type JointValue, kindOf, type Robot } from "../../index.js";

/** How many poses are tried before a mechanism stays where it came nearest. */
const attempts = 12;

/**
 * A value for every joint that the user decides: anywhere within its limits, half a turn either way
 * without. What slides without limits and what floats stays where it is.
 */
export function randomValues(model: Robot, random: () => number): Map<string, JointValue> {
  const values = new Map<string, JointValue>();
  for (const { name, role, type, dofs, value } of model.joints.values()) {
    const kind = kindOf(type);
    const floats = kind?.turning === "any" && !kind.slides.includes(true);
    if (role !== "independent" || floats) continue;
    const drawn = dofs.map(({ motion, limit: { lower, upper } }, k) => {
      const share = random();
      if (lower !== undefined && upper !== undefined) return lower + share * (upper - lower);
      const present = typeof value === "number" ? value : (value[k] as number);
      return motion === "translation" ? present : (2 * share - 1) * Math.PI;
    });
    values.set(name, drawn.length === 1 ? (drawn[0] as number) : drawn);
  }
  return values;
}

/** Moves a robot to a random pose, loops closed: of closed mechanisms not every draw can be assembled. */
export function moveAnywhere(model: Robot, random: () => number = Math.random): void {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const partial = attempt === attempts - 1;
    if (model.setJointValues(randomValues(model, random), { partial }).converged) return;
  }
}
