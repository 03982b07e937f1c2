import type { StageRobot } from "three-robot-kinematics/stage";
import { el, setText, toggleAttribute } from "../../dom/element.js";
import { type IconName, icon, setIcon } from "../../dom/icons.js";
import type { Viewer } from "../../viewer.js";
import type { Panel } from "../panel.js";
import { showDetails } from "./details.js";
import { buildTree, findNode, type TreeNode, visibleNodes } from "./nodes.js";

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
    const tools = el(
      "div",
      { class: "page-tools" },
      el("div", { class: "search" }, icon("search"), this.search),
    );
    this.element = el(
      "div",
      { class: "page tree-page" },
      tools,
      this.tree,
      this.empty,
      this.details,
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
    const query = this.search.value.trim().toLowerCase();
    const all = visibleNodes(this.roots, () => true);
    const matches = (node: TreeNode) =>
      node.kind !== "group" && node.name.toLowerCase().includes(query);
    this.rows =
      query === ""
        ? visibleNodes(this.roots, (node) => !this.closed.has(node.key))
        : all.filter(matches);
    this.elements.clear();
    const flat = query !== "";
    this.tree.replaceChildren(...this.rows.map((node) => this.build(node, flat)));
    setText(
      this.empty,
      query !== "" && this.rows.length === 0 ? `No part matches “${query}”.` : "",
    );
    this.focusable();
    this.mark();
  }

  private build(node: TreeNode, flat: boolean): HTMLElement {
    const branch = node.children.length > 0 && !flat;
    const open = !this.closed.has(node.key);
    const siblings = node.parent?.children ?? this.roots;
    const element = el(
      "div",
      {
        class: "tree-row",
        role: "treeitem",
        "data-kind": node.kind,
        "data-key": node.key,
        "aria-level": flat ? 1 : node.level,
        "aria-setsize": flat ? this.rows.length : siblings.length,
        "aria-posinset": flat ? this.rows.indexOf(node) + 1 : siblings.indexOf(node) + 1,
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
      el("span", { class: "tree-name", text: node.name }),
      node.badge !== "" && el("span", { class: "badge", text: node.badge }),
      node.kind === "link" && this.eye(node.name),
    );
    element.style.setProperty("--level", String(flat ? 0 : node.level - 1));
    this.elements.set(node.key, element);
    return element;
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
        title: hidden ? "Show" : "Hide",
      },
      icon(hidden ? "eyeOff" : "eye"),
    );
    return element;
  }

  private isHidden(link: string): boolean {
    return this.stageRobot()?.hidden.has(link) ?? false;
  }

  private stageRobot(): StageRobot | undefined {
    return this.viewer.stage.robots.get(this.viewer.active.value ?? "");
  }

  private toggleLink(link: string): void {
    const robot = this.viewer.active.value;
    if (robot === null) return;
    this.viewer.stage.setLinkVisible(robot, link, this.isHidden(link));
    const eye = this.elements.get(`link ${link}`)?.querySelector(".eye");
    const hidden = this.isHidden(link);
    const drawing = eye?.querySelector("svg");
    if (drawing) setIcon(drawing, hidden ? "eyeOff" : "eye");
    eye?.setAttribute("aria-pressed", String(!hidden));
    eye?.setAttribute("title", hidden ? "Show" : "Hide");
  }

  private partOf(node: TreeNode) {
    const robot = this.viewer.active.value;
    if (robot === null || node.kind === "group") return null;
    return { robot, kind: node.kind, name: node.name } as const;
  }

  private nodeAt(target: EventTarget | null): TreeNode | undefined {
    const key = (target as Element | null)?.closest<HTMLElement>(".tree-row")?.dataset.key;
    return this.rows.find((node) => node.key === key);
  }

  private onClick(event: MouseEvent): void {
    const node = this.nodeAt(event.target);
    const target = event.target as Element;
    if (!node) return;
    if (target.closest(".eye")) this.toggleLink(node.name);
    else if (target.closest("[data-twist]")) this.toggle(node);
    else this.go(node);
  }

  private toggle(node: TreeNode, open = this.closed.has(node.key)): void {
    if (open) this.closed.delete(node.key);
    else this.closed.add(node.key);
    this.render();
    this.elements.get(node.key)?.focus();
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
      if (node.kind === "link") this.toggleLink(node.name);
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
    const key = (part: { kind: string; name: string } | null) =>
      part && `${part.kind} ${part.name}`;
    const selected = key(this.viewer.selected.value);
    const hovered = key(this.viewer.hovered.value);
    for (const [own, element] of this.elements) {
      toggleAttribute(element, "aria-selected", String(own === selected));
      toggleAttribute(element, "data-hovered", own === hovered ? "" : null);
    }
  }

  private reveal(): void {
    const part = this.viewer.selected.value;
    if (part) {
      const key = `${part.kind} ${part.name}`;
      const shut = [...this.ancestors(findNode(this.roots, key))].filter((node) =>
        this.closed.delete(node.key),
      );
      if (shut.length > 0) this.render();
      this.focused = key;
      this.focusable();
      if (!this.element.hidden) this.elements.get(key)?.scrollIntoView({ block: "nearest" });
    }
    this.mark();
    this.describe();
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
  }
}
