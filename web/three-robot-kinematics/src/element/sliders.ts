/**
 * One slider for every degree of freedom, but for those of orientations: three nested angles are no way
 * to turn a ball. Names from the file are text, never HTML.
 */
import { kindOf } from "../extension/kinds.js";
import type { RobotJoint } from "../joint.js";
import type { Robot } from "../robot.js";

export function buildSliders(robot: Robot, panel: HTMLElement): () => void {
  const joints = [...robot.joints.values()].filter((joint) => !kindOf(joint.type)?.orientation);
  const updates = joints.flatMap((joint) =>
    joint.dofs.map((_, k) => {
      const { label, update } = buildSlider(joint, k, (value) => {
        const values = [...valuesOf(joint)];
        values[k] = value;
        const moved = values.length === 1 ? value : values;
        robot.setJointValue(joint.name, moved, { wrap: true, partial: true });
      });
      panel.append(label);
      return update;
    }),
  );
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

function valuesOf({ value }: RobotJoint): readonly number[] {
  return typeof value === "number" ? [value] : value;
}

function buildSlider(joint: RobotJoint, k: number, move: (value: number) => void) {
  const { motion, limit } = joint.dofs[k] as RobotJoint["dofs"][number];
  const slides = motion === "translation";
  // Without limits: a turn, or a metre either way.
  const reach = slides ? 1 : Math.PI;
  const { lower = -reach, upper = reach } = limit;
  const [label, name, slider, output] = [
    document.createElement("label"),
    document.createElement("span"),
    document.createElement("input"),
    document.createElement("output"),
  ];
  const title = joint.dofs.length === 1 ? joint.name : `${joint.name} ${k + 1}`;
  name.textContent = title;
  slider.type = "range";
  // The label would name the output, which comes first.
  slider.ariaLabel = title;
  slider.min = String(lower);
  slider.max = String(upper);
  slider.step = "any";
  slider.addEventListener("input", () => move(slider.valueAsNumber));
  label.className = joint.role;
  label.append(name, output, slider);
  const unit = slides ? "m" : "rad";
  const turns = kindOf(joint.type)?.bounds[k] === "endless";
  const update = () => {
    const value = valuesOf(joint)[k] as number;
    // A continuous joint counts its turns; its slider shows the angle within one.
    slider.valueAsNumber = turns ? Math.atan2(Math.sin(value), Math.cos(value)) : value;
    output.textContent = `${value.toFixed(3)} ${unit}`;
  };
  return { label, update };
}
