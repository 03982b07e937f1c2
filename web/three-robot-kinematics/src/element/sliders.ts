/** One slider for every degree of freedom. Names from the file are text, never HTML. */
import type { JointRole } from "../joint.js";
import type { Robot } from "../robot.js";
import {
  formatValue,
  rangeOf,
  type ShownDof,
  shownDofs,
  turnOf,
  type Units,
  unitOf,
} from "../stage/index.js";

/** Joints in the order of the panel; those that follow others are in groups that are closed at first. */
const groups: readonly { readonly role: JointRole; readonly title?: string }[] = [
  { role: "independent" },
  { role: "dependent", title: "Solved by loops" },
  { role: "mimic", title: "Mimic" },
];

/** Fills a panel; the result takes it away again. `move` moves one DOF, `reset` all joints. */
export function buildSliders(
  robot: Robot,
  panel: HTMLElement,
  units: Units,
  { move, reset }: { move: (dof: ShownDof, value: number) => void; reset: () => void },
): () => void {
  const updates = groups.flatMap(({ role, title }) => {
    const joints = [...robot.joints.values()].filter((joint) => joint.role === role);
    const dofs = joints.flatMap((joint) => shownDofs(joint));
    const sliders = dofs.map((dof) => buildSlider(dof, units, (value) => move(dof, value)));
    const labels = sliders.map(({ label }) => label);
    for (const label of labels) label.className = role;
    if (title === undefined) panel.append(...labels);
    else if (labels.length > 0) panel.append(closedGroup(`${title} (${joints.length})`, labels));
    return dofs.map((dof, k) => () => sliders[k]?.update(positionOf(robot, dof)));
  });
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Reset";
  button.part.add("reset");
  button.addEventListener("click", reset);
  if (updates.length > 0) panel.append(button);
  const refresh = () => {
    for (const update of updates) update();
  };
  refresh();
  robot.addEventListener("change", refresh);
  return () => {
    robot.removeEventListener("change", refresh);
    panel.replaceChildren();
  };
}

function closedGroup(title: string, labels: readonly HTMLElement[]): HTMLElement {
  const [group, summary] = [document.createElement("details"), document.createElement("summary")];
  summary.textContent = title;
  group.part.add("group");
  group.append(summary, ...labels);
  return group;
}

function positionOf(robot: Robot, { joint, index }: ShownDof): number {
  const value = robot.joints.get(joint)?.value ?? 0;
  return typeof value === "number" ? value : (value[index] as number);
}

function buildSlider(dof: ShownDof, units: Units, move: (value: number) => void) {
  const [label, name, slider, output] = [
    document.createElement("label"),
    document.createElement("span"),
    document.createElement("input"),
    document.createElement("output"),
  ];
  const title = `${dof.joint} ${dof.label}`.trim();
  name.textContent = title;
  name.title = title;
  slider.type = "range";
  // The label would name the output, which comes first.
  slider.ariaLabel = title;
  slider.step = "any";
  slider.addEventListener("input", () => move(slider.valueAsNumber));
  label.part.add("joint");
  slider.part.add("slider");
  output.part.add("value");
  label.append(name, output, slider);
  const unit = unitOf(dof.quantity, units);
  const update = (value: number) => {
    const { min, max } = rangeOf(dof, value, true);
    slider.min = String(min);
    slider.max = String(max);
    // A continuous joint counts its turns; its slider shows the angle within one.
    slider.valueAsNumber = dof.wraps ? turnOf(value) : value;
    output.textContent = formatValue(value, unit);
  };
  return { label, update };
}
