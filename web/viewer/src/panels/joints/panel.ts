import type { AngleUnit, LengthUnit, StageRobot } from "three-robot-kinematics/stage";
import { button, Segments } from "../../dom/button.js";
import { el, setText, toggleAttribute } from "../../dom/element.js";
import { icon } from "../../dom/icons.js";
import { Menu } from "../../dom/menu.js";
import { lostJoints } from "../../live/local-info.js";
import type { Viewer } from "../../viewer.js";
import type { Panel } from "../panel.js";
import { copyItems, pastePose } from "./clipboard.js";
import { groupJoints, signatureOf } from "./groups.js";
import { JointItem } from "./item.js";
import { limbsOf } from "./limbs.js";

/** Rows of more joints than these are one line each, by limb. */
const MANY = 16;

/** Sliders for every joint that moves. */
export class JointPanel implements Panel {
  readonly element: HTMLElement;
  readonly search: HTMLInputElement;
  private readonly list = el("div", { class: "joint-list" });
  /** Shows what is wrong with joints that were left out. */
  showChecks: () => void = () => {};
  private readonly nothing = el("p", { class: "empty" });
  private readonly toChecks = button({
    label: "Show checks",
    text: "Show checks",
    class: "to-checks",
    press: () => this.showChecks(),
  });
  private readonly items = new Map<string, JointItem>();
  private readonly poses: HTMLButtonElement;
  private readonly controls: HTMLElement;
  private signature = "";

  constructor(private readonly viewer: Viewer) {
    this.search = el("input", {
      type: "search",
      placeholder: "Find a joint",
      "aria-label": "Find a joint",
      autocomplete: "off",
      spellcheck: "false",
    });
    this.search.addEventListener("input", () => this.filter());
    this.poses = button({ label: "Named poses", text: "Poses", icon: "pose", press: () => {} });
    new Menu(this.poses, { label: "Named poses", items: () => this.poseItems() });
    this.controls = this.tools();
    const { controls, list, nothing, toChecks } = this;
    this.element = el("div", { class: "page joints" }, controls, list, nothing, toChecks);
    viewer.scene.watch(() => this.filter());
    viewer.robot.watch((robot) => this.show(robot));
    viewer.pose.watch(() => this.update());
    viewer.units.watch(() => this.update());
    viewer.clamp.watch(() => this.update());
    viewer.hovered.watch(() => this.mark());
    viewer.selected.watch(() => {
      this.mark();
      this.reveal();
    });
  }

  shown(): void {
    this.reveal();
  }

  private tools(): HTMLElement {
    const { viewer } = this;
    const copy = button({ label: "Copy pose", icon: "copy", press: () => {} });
    new Menu(copy, { label: "Copy pose", items: () => copyItems(viewer) });
    const angle = new Segments<AngleUnit>(
      "Unit of angles",
      [
        { value: "deg", label: "Degrees", text: "deg" },
        { value: "rad", label: "Radians", text: "rad" },
      ],
      (unit) => viewer.setUnits({ ...viewer.units.value, angle: unit }),
    );
    const length = new Segments<LengthUnit>(
      "Unit of lengths",
      [
        { value: "m", label: "Metres", text: "m" },
        { value: "mm", label: "Millimetres", text: "mm" },
      ],
      (unit) => viewer.setUnits({ ...viewer.units.value, length: unit }),
    );
    viewer.units.watch((units) => {
      angle.value = units.angle;
      length.value = units.length;
    });
    const drop = button({
      label: "Drop",
      text: "Drop",
      icon: "drop",
      keys: "D",
      press: () => viewer.drop.value?.(),
    });
    drop.title = "Let go of the robot and watch it swing (D)";
    viewer.drop.watch((action) => {
      drop.hidden = action === null;
    });
    const clamp = el("input", { type: "checkbox", role: "switch" });
    clamp.addEventListener("change", () => viewer.setClamp(clamp.checked));
    viewer.clamp.watch((on) => {
      clamp.checked = on;
    });
    return el(
      "div",
      { class: "page-tools" },
      el("div", { class: "search" }, icon("search"), this.search),
      el(
        "div",
        { class: "tool-row", role: "group", "aria-label": "Pose" },
        button({
          label: "Reset",
          text: "Reset",
          icon: "reset",
          keys: "R",
          press: () => viewer.reset(),
        }),
        button({ label: "Random", text: "Random", icon: "random", press: () => viewer.random() }),
        drop,
        this.poses,
        el("span", { class: "spacer" }),
        copy,
        button({ label: "Paste pose", icon: "paste", press: () => void pastePose(viewer) }),
      ),
      el(
        "div",
        { class: "tool-row" },
        angle.element,
        length.element,
        el("span", { class: "spacer" }),
        el("label", { class: "switch" }, clamp, el("span", { text: "Keep to limits" })),
      ),
    );
  }

  private poseItems() {
    const names = [...(this.viewer.robot.value?.model.configurations.keys() ?? [])];
    return names.map((name) => ({
      kind: "action" as const,
      label: name,
      press: () => {
        const values = this.viewer.robot.value?.model.configurations.get(name);
        if (values) this.viewer.moveAll(values, `pose ${name}`);
      },
    }));
  }

  private show(robot: StageRobot | null): void {
    const joints = robot ? [...robot.model.joints.values()] : [];
    this.poses.hidden = !robot || robot.model.configurations.size === 0;
    // Nothing to find, to reset or to measure in degrees.
    this.controls.hidden = joints.length === 0;
    const signature = robot ? signatureOf(joints) : "";
    if (signature === this.signature) return;
    this.signature = signature;
    this.items.clear();
    const movers = joints.filter((joint) => joint.role !== "fixed").length;
    this.list.toggleAttribute("data-compact", movers > MANY);
    const limbs = robot && movers > MANY ? limbsOf(robot.model) : new Map<string, string>();
    const groups = groupJoints(joints).map((group) => {
      const moving = group.role !== "fixed";
      const sorted = byLimb(group.joints, limbs);
      const items = sorted.map((joint) => {
        if (!moving) return this.fixedRow(joint.name);
        const item = new JointItem(this.viewer, joint);
        this.items.set(joint.name, item);
        return item.element;
      });
      const { closedGroups } = this.viewer.preferences;
      const section = el(
        "details",
        { class: "group", "data-role": group.role },
        el(
          "summary",
          { title: group.hint },
          icon("chevron"),
          el("span", { class: "group-title", text: group.title }),
          el("span", { class: "count", text: String(group.joints.length) }),
        ),
        el("div", { class: "group-body" }, ...withLimbs(items, sorted, limbs)),
      );
      section.open = !(closedGroups[group.role] ?? !moving);
      section.addEventListener("toggle", () => {
        closedGroups[group.role] = !section.open;
        this.viewer.save();
      });
      return section;
    });
    this.list.replaceChildren(...groups);
    this.filter();
    this.update();
    this.mark();
  }

  private fixedRow(name: string): HTMLElement {
    const row = el("button", { type: "button", class: "joint fixed-joint", text: name });
    const part = () => ({ robot: this.viewer.active.value ?? "", kind: "joint", name }) as const;
    row.addEventListener("click", () => this.viewer.select(part()));
    row.addEventListener("pointerenter", () => this.viewer.hover(part()));
    row.addEventListener("pointerleave", () => this.viewer.hover(null));
    return row;
  }

  private update(): void {
    const joints = this.viewer.robot.value?.model.joints;
    for (const item of this.items.values()) {
      const joint = joints?.get(item.name);
      if (joint) item.update(joint);
    }
  }

  private filter(): void {
    const query = this.search.value.trim().toLowerCase();
    for (const item of this.items.values())
      toggleAttribute(item.element, "hidden", item.matches(query) ? null : "");
    for (const row of this.list.querySelectorAll<HTMLElement>(".fixed-joint"))
      row.hidden = !(row.textContent ?? "").toLowerCase().includes(query);
    let any = false;
    for (const group of this.list.querySelectorAll<HTMLElement>(".group")) {
      group.hidden = !group.querySelector(".joint:not([hidden])");
      any ||= !group.hidden;
    }
    const robot = this.viewer.robot.value;
    const lost = robot ? lostJoints(this.viewer.info?.diagnostics ?? [], robot.model) : [];
    setText(
      this.nothing,
      any || !robot
        ? ""
        : query === ""
          ? lost.length > 0
            ? `No joint of this file could be used: ${lost.join(", ")} left out.`
            : "This robot has no joints."
          : `No joint matches “${query}”.`,
    );
    this.toChecks.hidden = any || query !== "" || lost.length === 0;
  }

  /** The joint of a part; of a link, the one that carries it. */
  private jointOf(part: { kind: string; name: string } | null): string | undefined {
    if (part?.kind === "joint") return part.name;
    if (part?.kind !== "link") return undefined;
    return this.viewer.robot.value?.model.links.get(part.name)?.parentJoint;
  }

  private mark(): void {
    const hovered = this.jointOf(this.viewer.hovered.value);
    const selected = this.jointOf(this.viewer.selected.value);
    for (const item of this.items.values())
      item.mark(item.name === hovered, item.name === selected);
  }

  private reveal(): void {
    const name = this.jointOf(this.viewer.selected.value);
    const item = name === undefined ? undefined : this.items.get(name);
    if (!item || this.element.hidden || item.element.contains(document.activeElement)) return;
    const group = item.element.closest("details");
    if (group) group.open = true;
    item.element.scrollIntoView({ block: "nearest" });
  }
}

/** Joints of one limb together, limbs and joints in the order of the file. */
function byLimb<T extends { readonly name: string }>(
  joints: readonly T[],
  limbs: ReadonlyMap<string, string>,
): T[] {
  const limbOf = ({ name }: T) => limbs.get(name) ?? "";
  const order = [...new Set(joints.map(limbOf))];
  return [...joints].sort((a, b) => order.indexOf(limbOf(a)) - order.indexOf(limbOf(b)));
}

/** Rows with a heading wherever another limb begins. */
function withLimbs(
  rows: readonly HTMLElement[],
  joints: readonly { readonly name: string }[],
  limbs: ReadonlyMap<string, string>,
): HTMLElement[] {
  let last = "";
  return rows.flatMap((row, k) => {
    const limb = limbs.get(joints[k]?.name ?? "") ?? "";
    const begins = limb !== "" && limb !== last;
    last = limb;
    return begins ? [el("h4", { class: "limb", text: limb }), row] : [row];
  });
}
