import type { RobotJoint } from "three-robot-kinematics";
import type { StageRobot } from "three-robot-kinematics/stage";
import { formatValue, shownDofs, unitOf } from "three-robot-kinematics/stage";
import { button, setPressed } from "../../dom/button.js";
import { el, setText, toggleAttribute } from "../../dom/element.js";
import { type IconName, icon, setIcon } from "../../dom/icons.js";
import type { Viewer } from "../../viewer.js";
import type { Panel } from "../panel.js";
import { showDetails } from "./details.js";
import { FrameReadout } from "./frame-readout.js";
import {
  buildTree,
  isFixedFrame,
  matchingNodes,
  rowKey,
  type TreeNode,
  visibleNodes,
} from "./nodes.js";

const ICONS: Readonly<Record<TreeNode["kind"], IconName>> = {
  link: "link",
  joint: "joint",
  loop: "loopJoint",
  group: "loopJoint",
};

/** The structure of the robot; arrow keys walk through it. */
export class TreePanel implements Panel {
  readonly element: HTMLElement;
  readonly search: HTMLInputElement;
  private readonly tree = el("div", {
    class: "tree",
    role: "tree",
    "aria-label": "Links and joints",
  });
  private readonly details = el("section", { class: "details", "aria-label": "Selected part" });
  private readonly empty = el("p", { class: "empty" });
  private readonly closed = new Set<string>();
  private readonly elements = new Map<string, HTMLElement>();
  private readonly chips = new Map<string, HTMLElement>();
  private readonly nodes = new Map<string, TreeNode>();
  private readonly frame: FrameReadout;
  private readonly fixed: HTMLButtonElement;
  private readonly showAll: HTMLButtonElement;
  private readonly opacity = el("input", {
    type: "range",
    min: 0.1,
    max: 1,
    step: 0.05,
    "aria-label": "Opacity",
  });
  private readonly opaque = el(
    "label",
    { class: "opacity" },
    el("span", { text: "Opacity" }),
    this.opacity,
  );
  private hidesFixed = false;
  private roots: TreeNode[] = [];
  private rows: TreeNode[] = [];
  private focused: string | undefined;
  private model: StageRobot["model"] | undefined;

  constructor(private readonly viewer: Viewer) {
    this.search = el("input", {
      type: "search",
      placeholder: "Find a link or joint",
      "aria-label": "Find a link or joint",
      autocomplete: "off",
      spellcheck: "false",
    });
    this.search.addEventListener("input", () => this.render());
    this.frame = new FrameReadout(viewer);
    this.fixed = button({
      label: "Hide fixed frames",
      text: "Hide fixed frames",
      press: () => {
        this.hidesFixed = !this.hidesFixed;
        setPressed(this.fixed, this.hidesFixed);
        this.render();
      },
    });
    setPressed(this.fixed, false);
    this.showAll = button({
      label: "Show all links",
      text: "Show all",
      icon: "eye",
      press: () => this.setVisible([...(this.stageRobot()?.hidden ?? [])], true),
    });
    this.opacity.addEventListener("input", () => {
      const part = viewer.selected.value;
      if (part?.kind === "link")
        viewer.stage.setLinkOpacity(part.robot, part.name, this.opacity.valueAsNumber);
    });
    const tools = el(
      "div",
      { class: "page-tools" },
      el("div", { class: "search" }, icon("search"), this.search),
      el("div", { class: "tool-row" }, this.fixed, this.showAll),
    );
    this.element = el(
      "div",
      { class: "page tree-page" },
      tools,
      this.tree,
      this.empty,
      el("div", { class: "tree-foot" }, this.details, this.opaque, this.frame.element),
    );
    this.tree.addEventListener("keydown", (event) => this.onKey(event));
    this.tree.addEventListener("click", (event) => this.onClick(event));
    this.tree.addEventListener("dblclick", () => viewer.stage.fit(viewer.selected.value));
    this.tree.addEventListener("pointerover", (event) => {
      const node = this.nodeAt(event.target);
      viewer.hover(node ? this.partOf(node) : null);
    });
    this.tree.addEventListener("pointerleave", () => viewer.hover(null));
    viewer.robot.watch((robot) => this.show(robot));
    viewer.hovered.watch(() => this.mark());
    viewer.selected.watch(() => this.reveal());
    viewer.pose.watch(() => this.describe());
    viewer.units.watch(() => this.describe());
    viewer.coverage.watch(() => this.describe());
  }

  shown(): void {
    this.reveal();
  }

  private show(robot: StageRobot | null): void {
    if (robot?.model === this.model) return;
    this.model = robot?.model;
    this.roots = robot ? buildTree(robot.model) : [];
    this.render();
    this.describe();
  }

  private render(): void {
    const { query } = this;
    const finds = ({ kind, name, joint }: TreeNode) =>
      kind !== "group" && `${name} ${joint?.name ?? ""}`.toLowerCase().includes(query);
    const found = query === "" ? undefined : matchingNodes(this.roots, finds);
    const rows = found?.rows ?? visibleNodes(this.roots, (node) => !this.closed.has(node.key));
    this.rows = this.hidesFixed && !found ? rows.filter((node) => !isFixedFrame(node)) : rows;
    this.elements.clear();
    this.chips.clear();
    this.nodes.clear();
    for (const node of this.rows) this.nodes.set(node.key, node);
    const built = this.rows.map((node) => this.build(node));
    if (found)
      for (const [k, node] of this.rows.entries())
        built[k]?.toggleAttribute("data-way", !found.hits.has(node));
    this.tree.replaceChildren(...built);
    this.showAll.hidden = (this.stageRobot()?.hidden.size ?? 0) === 0;
    this.writeChips();
    setText(
      this.empty,
      query !== "" && this.rows.length === 0 ? `No part matches “${query}”.` : "",
    );
    const [first] = found?.hits ?? [];
    if (first) this.elements.get(first.key)?.scrollIntoView({ block: "nearest" });
    this.focusable();
    this.mark();
  }

  private build(node: TreeNode): HTMLElement {
    const { joint } = node;
    const branch = node.children.length > 0;
    const open = !this.closed.has(node.key);
    const siblings = node.parent?.children ?? this.roots;
    const element = el(
      "div",
      {
        class: "tree-row",
        role: "treeitem",
        "data-kind": node.kind,
        "data-key": node.key,
        "data-role": joint?.role,
        title: joint ? `${node.name}, on ${joint.name} (${joint.type})` : node.name,
        "aria-level": node.level,
        "aria-setsize": siblings.length,
        "aria-posinset": node.place,
        "aria-expanded": branch ? String(open) : undefined,
        "aria-selected": "false",
        tabindex: -1,
      },
      el(
        "span",
        { class: "twist", "data-twist": branch },
        branch && icon(open ? "down" : "chevron"),
      ),
      icon(ICONS[node.kind]),
      el("span", { class: "tree-name" }, ...marked(node.name, this.query)),
      joint
        ? this.chip(node, joint)
        : node.badge !== "" && el("span", { class: "badge", text: node.badge }),
      node.kind === "link" && this.eye(node.name),
    );
    element.style.setProperty("--level", String(node.level - 1));
    this.elements.set(node.key, element);
    return element;
  }

  /** The joint above a link: its type, or where it is; a press selects it. */
  private chip(node: TreeNode, joint: RobotJoint): HTMLElement {
    const chip = el("button", {
      type: "button",
      class: "badge joint-chip",
      tabindex: -1,
      "data-role": joint.role,
      "aria-label": `Joint ${joint.name}`,
      title: `${joint.name} (${joint.type}, ${joint.role})`,
      text: joint.type,
    });
    this.chips.set(node.key, chip);
    return chip;
  }

  /** Where joints of one degree of freedom are. */
  private writeChips(): void {
    const units = this.viewer.units.value;
    for (const [key, chip] of this.chips) {
      const joint = this.nodes.get(key)?.joint;
      const live = this.model?.joints.get(joint?.name ?? "");
      const { query } = this;
      // A joint that is looked for is called by its name.
      if (query !== "" && joint?.name.toLowerCase().includes(query)) {
        chip.replaceChildren(...marked(joint.name, query));
        continue;
      }
      const [dof] = live && live.dofs.length === 1 ? shownDofs(live) : [];
      if (!dof || typeof live?.value !== "number") continue;
      setText(chip, formatValue(live.value, unitOf(dof.quantity, units)));
    }
  }

  private eye(link: string): HTMLElement {
    const hidden = this.isHidden(link);
    const element = el(
      "button",
      {
        type: "button",
        class: "eye",
        tabindex: -1,
        "aria-pressed": String(!hidden),
        "aria-label": `Show ${link}`,
        title: `${hidden ? "Show" : "Hide"} (Shift: with all below; Alt: only this)`,
      },
      icon(hidden ? "eyeOff" : "eye"),
    );
    return element;
  }

  private get query(): string {
    return this.search.value.trim().toLowerCase();
  }

  private isHidden(link: string): boolean {
    return this.stageRobot()?.hidden.has(link) ?? false;
  }

  private stageRobot(): StageRobot | undefined {
    return this.viewer.stage.robots.get(this.viewer.active.value ?? "");
  }

  /** One link, all below it (Shift), or nothing but it (Alt). */
  private toggleLink(node: TreeNode, event: MouseEvent | KeyboardEvent): void {
    const links = [...(this.stageRobot()?.model.links.keys() ?? [])];
    const below = visibleNodes([node], () => true).map(({ name }) => name);
    if (event.altKey) {
      const only = event.shiftKey ? below : [node.name];
      this.setVisible(links, false);
      this.setVisible(only, true);
    } else {
      this.setVisible(event.shiftKey ? below : [node.name], this.isHidden(node.name));
    }
  }

  private setVisible(links: readonly string[], on: boolean): void {
    const robot = this.viewer.active.value;
    if (robot === null) return;
    for (const link of links) {
      this.viewer.stage.setLinkVisible(robot, link, on);
      const eye = this.elements.get(`link ${link}`)?.querySelector(".eye");
      const drawing = eye?.querySelector("svg");
      if (drawing) setIcon(drawing, on ? "eye" : "eyeOff");
      eye?.setAttribute("aria-pressed", String(on));
    }
    this.showAll.hidden = (this.stageRobot()?.hidden.size ?? 0) === 0;
  }

  private partOf(node: TreeNode) {
    const robot = this.viewer.active.value;
    if (robot === null || node.kind === "group") return null;
    return { robot, kind: node.kind, name: node.name } as const;
  }

  private nodeAt(target: EventTarget | null): TreeNode | undefined {
    const key = (target as Element | null)?.closest<HTMLElement>(".tree-row")?.dataset.key;
    return this.nodes.get(key ?? "");
  }

  private onClick(event: MouseEvent): void {
    const node = this.nodeAt(event.target);
    const target = event.target as Element;
    if (!node) return;
    if (target.closest(".eye")) this.toggleLink(node, event);
    else if (target.closest(".joint-chip")) this.selectJoint(node);
    else if (target.closest("[data-twist]")) this.toggle(node);
    else this.go(node);
  }

  private toggle(node: TreeNode, open = this.closed.has(node.key)): void {
    if (open) this.closed.delete(node.key);
    else this.closed.add(node.key);
    this.render();
    this.elements.get(node.key)?.focus();
  }

  private selectJoint({ joint }: TreeNode): void {
    const robot = this.viewer.active.value;
    if (robot !== null && joint) this.viewer.select({ robot, kind: "joint", name: joint.name });
  }

  /** Focus and selection go together. */
  private go(node: TreeNode | undefined): void {
    if (!node) return;
    this.focused = node.key;
    this.focusable();
    this.elements.get(node.key)?.focus();
    const part = this.partOf(node);
    if (part) this.viewer.select(part);
  }

  private onKey(event: KeyboardEvent): void {
    const at = this.rows.findIndex((node) => node.key === this.focused);
    const node = this.rows[at];
    if (!node) return;
    const branch = node.children.length > 0;
    const open = branch && !this.closed.has(node.key);
    if (event.key === "ArrowDown") this.go(this.rows[at + 1]);
    else if (event.key === "ArrowUp") this.go(this.rows[at - 1]);
    else if (event.key === "Home") this.go(this.rows[0]);
    else if (event.key === "End") this.go(this.rows[this.rows.length - 1]);
    else if (event.key === "ArrowRight") {
      if (branch && !open) this.toggle(node, true);
      else if (branch) this.go(node.children[0]);
    } else if (event.key === "ArrowLeft") {
      if (open) this.toggle(node, false);
      else this.go(node.parent);
    } else if (event.key === "Enter") this.viewer.stage.fit(this.partOf(node));
    else if (event.key === " ") {
      if (node.kind === "link") this.toggleLink(node, event);
      else if (branch) this.toggle(node);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private focusable(): void {
    if (!this.elements.has(this.focused ?? "")) this.focused = this.rows[0]?.key;
    for (const [key, element] of this.elements) element.tabIndex = key === this.focused ? 0 : -1;
  }

  private mark(): void {
    const key = (part: { kind: string; name: string } | null) => part && rowKey(this.model, part);
    const selected = key(this.viewer.selected.value);
    const hovered = key(this.viewer.hovered.value);
    for (const [own, element] of this.elements) {
      toggleAttribute(element, "aria-selected", String(own === selected));
      toggleAttribute(element, "data-hovered", own === hovered ? "" : null);
    }
  }

  private reveal(): void {
    const part = this.viewer.selected.value;
    // First, for it takes room from the rows.
    this.describe();
    if (part) {
      const key = rowKey(this.model, part);
      const all = visibleNodes(this.roots, () => true);
      const row = all.find((node) => node.key === key);
      const shut = [...this.ancestors(row)].filter((node) => this.closed.delete(node.key));
      if (shut.length > 0) this.render();
      this.focused = key;
      this.focusable();
      if (!this.element.hidden) this.elements.get(key)?.scrollIntoView({ block: "nearest" });
    }
    this.mark();
  }

  private *ancestors(node: TreeNode | undefined): Iterable<TreeNode> {
    for (let above = node?.parent; above; above = above.parent) yield above;
  }

  private describe(): void {
    const robot = this.viewer.robot.value;
    const part = this.viewer.selected.value;
    if (this.element.hidden) return;
    showDetails(
      this.details,
      robot,
      part,
      this.viewer.units.value,
      this.viewer.coverage.value.get(robot?.id ?? ""),
    );
    this.frame.update(robot, part);
    this.opaque.hidden = part?.kind !== "link";
    if (part?.kind === "link") this.opacity.valueAsNumber = this.viewer.stage.linkOpacity(part);
    this.writeChips();
  }
}

/** A text with what was looked for marked. */
function marked(text: string, query: string): (HTMLElement | string)[] {
  const at = query === "" ? -1 : text.toLowerCase().indexOf(query);
  if (at < 0) return [text];
  const end = at + query.length;
  return [text.slice(0, at), el("mark", { text: text.slice(at, end) }), text.slice(end)];
}
