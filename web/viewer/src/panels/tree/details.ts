/** What is known about the selected part. */
import { Euler, Quaternion } from "three";
import { closedLevels, quaternionToUrdf, type Robot, vectorToUrdf } from "three-robot-kinematics";
import type { Part, StageRobot } from "three-robot-kinematics/stage";
import {
  formatShort,
  formatValue,
  shownDofs,
  type Units,
  unitOf,
} from "three-robot-kinematics/stage";
import { el } from "../../dom/element.js";
import type { Coverage } from "../../live/coverage.js";
import type { LinkCoverageInfo } from "../../live/messages.js";
import { mimicText } from "../joints/groups.js";

type Fact = readonly [term: string, value: string];

const written = new WeakMap<HTMLElement, string>();

export function showDetails(
  host: HTMLElement,
  robot: StageRobot | null,
  part: Part | null,
  units: Units,
  coverage?: Coverage,
): void {
  const chosen = robot && part?.robot === robot.id ? part : null;
  const facts = robot
    ? chosen
      ? factsOf(robot.model, chosen, units, coverage)
      : robotFacts(robot)
    : [];
  const title = chosen?.name ?? robot?.name ?? "";
  const state = JSON.stringify([chosen, title, facts]);
  if (written.get(host) === state) return;
  written.set(host, state);
  host.hidden = facts.length === 0;
  host.dataset.kind = chosen?.kind ?? "robot";
  host.replaceChildren(
    el(
      "h3",
      {},
      el("span", { class: "details-name", text: title }),
      el("span", { class: "badge", text: chosen?.kind ?? "robot" }),
    ),
    el(
      "dl",
      {},
      ...facts.flatMap(([term, value]) => [el("dt", { text: term }), el("dd", { text: value })]),
    ),
  );
}

function robotFacts({ model, triangles, complete }: StageRobot): Fact[] {
  const links = [...model.links.values()];
  const joints = [...model.joints.values()];
  const free = joints.filter((joint) => joint.role === "independent");
  const mass = links.reduce((sum, link) => sum + (link.inertial?.mass ?? 0), 0);
  const facts: Fact[] = [
    ["Links", String(links.length)],
    [
      "Joints",
      `${joints.filter((joint) => joint.role !== "fixed").length} moving, ${joints.length} in all`,
    ],
    ["Degrees of freedom", String(free.reduce((sum, joint) => sum + joint.dofs.length, 0))],
  ];
  if (model.loops.size > 0) facts.push(["Loops", String(model.loops.size)]);
  if (model.couplings.size > 0) facts.push(["Couplings", String(model.couplings.size)]);
  if (mass > 0) facts.push(["Mass", `${short(mass)} kg`]);
  if (complete) facts.push(["Triangles", triangles.toLocaleString("en")]);
  return facts;
}

function factsOf(
  model: Robot,
  { kind, name }: Part,
  units: Units,
  coverage: Coverage | undefined,
): Fact[] {
  if (kind === "link")
    return [...linkFacts(model, name), ...coverageFacts(coverage?.get(name), units)];
  if (kind === "joint") return jointFacts(model, name, units);
  return loopFacts(model, name);
}

function linkFacts(model: Robot, name: string): Fact[] {
  const link = model.links.get(name);
  if (!link) return [];
  const facts: Fact[] = [["Parent joint", link.parentJoint ?? "none (root)"]];
  const children = [...model.joints.values()].filter((joint) => joint.parentLink === name);
  if (children.length > 0)
    facts.push(["Child joints", children.map((joint) => joint.name).join(", ")]);
  facts.push(["Visuals", String(link.visualNodes.length)]);
  facts.push(["Collisions", String(link.collisions.length)]);
  const { inertial } = link;
  if (!inertial) return [...facts, ["Mass", "not given"]];
  return [
    ...facts,
    ["Mass", `${short(inertial.mass)} kg`],
    ["Centre of mass", `${triple(vectorToUrdf(inertial.centerOfMass))} m`],
    ["Principal inertia", `${triple(vectorToUrdf(inertial.inertiaDiagonal))} kg m²`],
  ];
}

/** How far the visuals stick out of the collision shapes, and these out of them. */
export function coverageFacts(found: LinkCoverageInfo | undefined, units: Units): Fact[] {
  if (!found) return [];
  if (found.problem !== null) return [["Coverage", `not measured: ${found.problem}`]];
  const unit = unitOf("length", units);
  return [
    ["Outside collision", formatShort(found.outside, unit)],
    ["Collision excess", formatShort(found.excess, unit)],
  ];
}

function jointFacts(model: Robot, name: string, units: Units): Fact[] {
  const joint = model.joints.get(name);
  if (!joint) return [];
  const { position, quaternion } = joint.originNode;
  const turned = quaternionToUrdf([quaternion.x, quaternion.y, quaternion.z, quaternion.w]);
  // URDF's roll, pitch, yaw: about fixed x, y, z, that is R = Rz Ry Rx.
  const { x, y, z } = new Euler().setFromQuaternion(new Quaternion(...turned), "ZYX");
  const facts: Fact[] = [
    [
      "Type",
      joint.role === "independent" || joint.role === "fixed"
        ? joint.type
        : `${joint.type}, ${joint.role}`,
    ],
    ["Parent", joint.parentLink],
    ["Child", joint.childLink],
    ["Origin xyz", `${triple(vectorToUrdf([position.x, position.y, position.z]))} m`],
    ["Origin rpy", `${triple([x, y, z])} rad`],
  ];
  const values = typeof joint.value === "number" ? [joint.value] : joint.value;
  shownDofs(joint).forEach((dof, k) => {
    const unit = unitOf(dof.quantity, units);
    const prefix = dof.label === "" ? "" : `${dof.label}: `;
    const { lower, upper } = dof;
    const axis = joint.dofs[k]?.axis;
    if (axis && prefix === "") facts.push(["Axis", triple(vectorToUrdf(axis))]);
    facts.push(["Position", prefix + formatValue(values[k] ?? 0, unit)]);
    if (lower !== undefined || upper !== undefined)
      facts.push([
        "Limits",
        `${prefix}${lower === undefined ? "−∞" : formatShort(lower, unit)} to ${upper === undefined ? "∞" : formatShort(upper, unit)}`,
      ]);
    const { velocity, effort } = joint.dofs[k]?.limit ?? {};
    const angle = dof.quantity === "angle";
    if (velocity !== undefined)
      facts.push(["Velocity", `${short(velocity)} ${angle ? "rad/s" : "m/s"}`]);
    if (effort !== undefined) facts.push(["Effort", `${short(effort)} ${angle ? "N m" : "N"}`]);
  });
  if (joint.mimic) facts.push(["Mimic", mimicText(joint)]);
  for (const [key, value] of joint.dynamics ?? []) facts.push([capital(key), short(value)]);
  return facts;
}

function loopFacts(model: Robot, name: string): Fact[] {
  const loop = model.loops.get(name);
  if (!loop) return [];
  return [
    ["Type", `${loop.type}, closes a loop`],
    ["Predecessor", loop.predecessorLink],
    ["Successor", loop.successorLink],
    [
      "Gap",
      loop.residual < closedLevels.shown ? "closed" : `${loop.residual.toExponential(1)} (m, rad)`,
    ],
  ];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function short(value: number): string {
  return String(Number(value.toPrecision(5))).replace("-", "−");
}

function triple(values: readonly number[]): string {
  return values.map((value) => short(Math.abs(value) < 1e-12 ? 0 : value)).join("  ");
}
