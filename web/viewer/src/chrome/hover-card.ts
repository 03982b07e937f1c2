import type { Part } from "three-robot-kinematics/stage";
import { formatShort, formatValue, shownDofs, unitOf } from "three-robot-kinematics/stage";
import { el, setText } from "../dom/element.js";
import type { Viewer } from "../viewer.js";

/** Says what is under the pointer. */
export class HoverCard {
  readonly element: HTMLElement;
  private readonly title = el("strong");
  private readonly text = el("span");
  private readonly value = el("span", { class: "hover-value" });

  constructor(private readonly viewer: Viewer) {
    this.element = el(
      "div",
      { class: "hover-card", "aria-hidden": "true" },
      this.title,
      this.text,
      this.value,
    );
    this.element.hidden = true;
    const { stage } = viewer;
    let dragging = false;
    let last: Part | null = null;
    stage.addEventListener("drag", ({ active }) => {
      dragging = active;
    });
    stage.addEventListener("hover", ({ part, x, y }) => {
      // Rows of the panels highlight too, without a place of the pointer.
      last = part;
      const inside =
        part !== null &&
        Number.isFinite(x) &&
        Number.isFinite(y) &&
        this.overStage() &&
        stage.tool !== "measure";
      this.element.hidden = !inside;
      if (!part || !inside) return;
      this.show(part);
      this.place(x, y);
    });
    document.addEventListener("pointermove", ({ clientX, clientY }) => {
      if (dragging && !this.element.hidden) this.place(clientX, clientY);
    });
    viewer.pose.watch(() => {
      if (!this.element.hidden && last && dragging) this.show(last);
    });
  }

  private overStage(): boolean {
    return document.querySelector(".stage:hover") !== null;
  }

  private show(part: Part): void {
    const model = this.viewer.stage.robots.get(part.robot)?.model;
    setText(this.title, part.name);
    if (part.kind === "loop") {
      const loop = model?.loops.get(part.name);
      setText(
        this.text,
        loop
          ? `${loop.type} loop between ${loop.predecessorLink} and ${loop.successorLink}`
          : "loop",
      );
      setText(this.value, "");
      return;
    }
    const link = part.kind === "link" ? model?.links.get(part.name) : undefined;
    const joint = model?.joints.get(link ? (link.parentJoint ?? "") : part.name);
    if (!joint) {
      setText(this.text, part.kind === "link" ? "link, root" : "joint");
      setText(this.value, "");
      return;
    }
    setText(this.text, link ? `link on ${joint.name} (${joint.type})` : `${joint.type} joint`);
    const values = typeof joint.value === "number" ? [joint.value] : joint.value;
    const lines = shownDofs(joint).map((dof, k) => {
      const unit = unitOf(dof.quantity, this.viewer.units.value);
      const { lower, upper } = dof;
      const limits =
        lower === undefined && upper === undefined
          ? ""
          : ` (${lower === undefined ? "−∞" : formatShort(lower, unit)} to ${upper === undefined ? "∞" : formatShort(upper, unit)})`;
      return `${dof.label} ${formatValue(values[k] ?? 0, unit)}${limits}`.trim();
    });
    setText(this.value, lines.join(", "));
  }

  private place(x: number, y: number): void {
    const { offsetWidth, offsetHeight, style } = this.element;
    const left = x + 16 + offsetWidth > window.innerWidth - 8 ? x - 16 - offsetWidth : x + 16;
    const top = y + 20 + offsetHeight > window.innerHeight - 8 ? y - 12 - offsetHeight : y + 20;
    style.transform = `translate(${Math.max(8, left)}px, ${Math.max(8, top)}px)`;
  }
}
