/** Joints by what decides their position. */
import type { JointRole, RobotJoint } from "three-robot-kinematics";

export interface JointGroup {
  readonly role: JointRole;
  readonly title: string;
  readonly hint: string;
  readonly joints: readonly RobotJoint[];
}

const GROUPS: readonly Omit<JointGroup, "joints">[] = [
  { role: "independent", title: "Driven", hint: "Moved by hand" },
  {
    role: "dependent",
    title: "Solved by loops",
    hint: "Follow from the closed loops; moving one moves the driven joints",
  },
  { role: "mimic", title: "Mimic", hint: "Follow another joint; moving one moves its leader" },
  { role: "fixed", title: "Fixed", hint: "Do not move" },
];

export function groupJoints(joints: Iterable<RobotJoint>): JointGroup[] {
  const all = [...joints];
  return GROUPS.map((group) => ({
    ...group,
    joints: all.filter((joint) => joint.role === group.role),
  })).filter((group) => group.joints.length > 0);
}

/** "follows left × −1 + 0.02" */
export function mimicText({ mimic }: RobotJoint): string {
  if (!mimic) return "";
  const sign = (value: number) => String(Number(value.toPrecision(6))).replace("-", "−");
  const factor = mimic.multiplier === 1 ? "" : ` × ${sign(mimic.multiplier)}`;
  const offset =
    mimic.offset === 0 ? "" : ` ${mimic.offset < 0 ? "−" : "+"} ${sign(Math.abs(mimic.offset))}`;
  return `follows ${mimic.joint}${factor}${offset}`;
}

/** What two robots must have in common for their rows to be kept. */
export function signatureOf(joints: Iterable<RobotJoint>): string {
  return JSON.stringify(
    [...joints].map(({ name, type, role, dofs, mimic }) => [name, type, role, dofs, mimic]),
  );
}
