import type { RobotJoint } from "three-robot-kinematics";
import { shownDofs } from "three-robot-kinematics/stage";
import { cutInside, el, toggleAttribute } from "../../dom/element.js";
import type { Viewer } from "../../viewer.js";
import { mimicText } from "./groups.js";
import { DofRow } from "./row.js";

/** Everything about one joint: its name, and a row for each of its degrees of freedom. */
export class JointItem {
  readonly element: HTMLElement;
  readonly name: string;
  private readonly rows: readonly DofRow[];
  private readonly text: string;

  constructor(
    private readonly viewer: Viewer,
    joint: RobotJoint,
  ) {
    this.name = joint.name;
    this.text = `${joint.name} ${joint.type} ${joint.childLink}`.toLowerCase();
    const title = el("button", {
      type: "button",
      class: "joint-name",
      title: `${joint.name} (${joint.type}): ${joint.parentLink} to ${joint.childLink}`,
      "aria-label": joint.name,
    });
    title.append(...cutInside(joint.name));
    title.addEventListener("click", () => this.select());
    const follows = mimicText(joint);
    this.element = el("div", { class: "joint", "data-role": joint.role });
    const dofs = shownDofs(joint);
    if (dofs.length === 1) this.rows = dofs.map((dof) => new DofRow(viewer, dof, title));
    else {
      this.rows = dofs.map(
        (dof) => new DofRow(viewer, dof, el("span", { class: "dof-label", text: dof.label })),
      );
      const badge = el("span", { class: "badge", text: joint.type });
      this.element.append(el("div", { class: "joint-head" }, title, badge));
    }
    this.element.append(...this.rows.map((row) => row.element));
    if (follows !== "") this.element.append(el("p", { class: "follows", text: follows }));
    this.element.addEventListener("pointerenter", () => this.hover(true));
    this.element.addEventListener("pointerleave", () => this.hover(false));
    this.element.addEventListener("focusin", () => this.hover(true));
    this.element.addEventListener("focusout", () => this.hover(false));
  }

  update(joint: RobotJoint): void {
    const { value } = joint;
    this.rows.forEach((row, k) => {
      row.update(typeof value === "number" ? value : (value[k] ?? 0));
    });
  }

  matches(query: string): boolean {
    return this.text.includes(query);
  }

  mark(hovered: boolean, selected: boolean): void {
    toggleAttribute(this.element, "data-hovered", hovered ? "" : null);
    toggleAttribute(this.element, "data-selected", selected ? "" : null);
  }

  private part() {
    const robot = this.viewer.active.value;
    return robot === null ? null : ({ robot, kind: "joint", name: this.name } as const);
  }

  private select(): void {
    this.viewer.select(this.part());
  }

  private hover(on: boolean): void {
    this.viewer.hover(on ? this.part() : null);
  }
}
