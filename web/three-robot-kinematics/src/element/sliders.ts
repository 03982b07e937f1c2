/** One slider for every joint with one degree of freedom. Names from the file are text, never HTML. */
import type { RobotJoint } from "../joint.js";
import type { RobotModel } from "../robot.js";

export function buildSliders(robot: RobotModel, panel: HTMLElement): () => void {
  const joints = [...robot.joints.values()].filter((joint) => joint.dofs.length === 1);
  const updates = joints.map((joint) => {
    const { label, update } = buildSlider(joint, (value) => {
      robot.setJointValue(joint.name, value, { wrap: true, partial: true });
    });
    panel.append(label);
    return update;
  });
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

function buildSlider(joint: RobotJoint, move: (value: number) => void) {
  const { motion, limit } = joint.dofs[0] as RobotJoint["dofs"][number];
  // Without limits: a turn, or a metre either way.
  const reach = motion === "rotation" ? Math.PI : 1;
  const { lower = -reach, upper = reach } = limit;
  const [label, name, slider, output] = [
    document.createElement("label"),
    document.createElement("span"),
    document.createElement("input"),
    document.createElement("output"),
  ];
  name.textContent = joint.name;
  slider.type = "range";
  // The label would name the output, which comes first.
  slider.ariaLabel = joint.name;
  slider.min = String(lower);
  slider.max = String(upper);
  slider.step = "any";
  slider.addEventListener("input", () => move(slider.valueAsNumber));
  label.className = joint.role;
  label.append(name, output, slider);
  const unit = motion === "rotation" ? "rad" : "m";
  const turns = joint.type === "continuous";
  const update = () => {
    const value = joint.value as number;
    // A continuous joint counts its turns; its slider shows the angle within one.
    slider.valueAsNumber = turns ? Math.atan2(Math.sin(value), Math.cos(value)) : value;
    output.textContent = `${value.toFixed(3)} ${unit}`;
  };
  return { label, update };
}
