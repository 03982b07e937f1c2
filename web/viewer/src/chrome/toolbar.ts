import type { Tool } from "three-robot-kinematics/stage";
import { button, Segments } from "../dom/button.js";
import { el, setText } from "../dom/element.js";
import { icon, mark } from "../dom/icons.js";
import { Menu, type MenuItem } from "../dom/menu.js";
import { isNarrow } from "../dom/narrow.js";
import type { Session } from "../live/session.js";
import type { Sidebar } from "../panels/sidebar.js";
import type { Viewer } from "../viewer.js";
import type { Commands } from "./commands.js";
import { layerItems, viewItems } from "./layers.js";
import { sceneItems } from "./scene-menu.js";
import { shareButton } from "./share-menu.js";
import { themeItems } from "./theme.js";

/** The bar at the top. */
export class Toolbar {
  readonly element: HTMLElement;
  private readonly tools: Segments<Tool>;

  constructor(
    private readonly viewer: Viewer,
    private readonly commands: Commands,
    private readonly session: Session,
    sidebar: Sidebar,
  ) {
    const panel = button({
      label: "Side panel",
      icon: "panel",
      keys: "\\",
      class: "wide-only",
      press: () => sidebar.setOpen(!sidebar.open.value),
    });
    sidebar.open.watch((on) => panel.setAttribute("aria-expanded", String(on)));
    this.tools = new Segments<Tool>(
      "What dragging does",
      [
        { value: "turn", label: "Turn joints", text: "Turn", icon: "turn", keys: "T" },
        { value: "pull", label: "Pull links", text: "Pull", icon: "pull", keys: "P" },
        { value: "measure", label: "Measure", text: "Measure", icon: "measure", keys: "M" },
      ],
      (tool) => commands.setTool(tool),
    );
    commands.tool.watch((tool) => {
      this.tools.value = tool;
    });
    const layers = this.menuButton("Layers", "layers", () => layerItems(viewer));
    const view = this.menuButton("View", "view", () => viewItems(viewer));
    viewer.layers.watch(() => layers.menu.refresh());
    const more = button({ label: "More", icon: "more", press: () => {} });
    new Menu(more, { label: "More", items: () => this.moreItems() });
    this.element = el(
      "header",
      { class: "toolbar", "aria-label": "Viewer" },
      el("div", { class: "toolbar-start" }, panel, this.title()),
      this.tools.element,
      el(
        "div",
        { class: "toolbar-end" },
        button({
          label: "Undo",
          icon: "undo",
          keys: "Ctrl+Z",
          class: "wide-only",
          press: () => viewer.undo(),
        }),
        button({
          label: "Redo",
          icon: "redo",
          keys: "Ctrl+Shift+Z",
          class: "wide-only",
          press: () => viewer.redo(),
        }),
        el("span", { class: "divider wide-only" }),
        button({
          label: "Fit",
          icon: "fit",
          keys: "F",
          class: "wide-only",
          press: () => viewer.stage.fit(viewer.selected.value),
        }),
        view.element,
        layers.element,
        shareButton(viewer, commands),
        more,
      ),
    );
  }

  private menuButton(label: string, drawing: "layers" | "view", items: () => MenuItem[]) {
    const element = button({ label, text: label, icon: drawing, press: () => {} });
    element.setAttribute("aria-label", label);
    element.append(icon("down"));
    return { element, menu: new Menu(element, { label, items }) };
  }

  /** Name of the robot, and the menu of the scene. */
  private title(): HTMLElement {
    const { viewer } = this;
    const name = el("span", { class: "robot-name" });
    const file = el("span", { class: "robot-file" });
    const chooser = el(
      "button",
      { type: "button", class: "button robot-title", "aria-label": "Robot" },
      mark(),
      el("span", { class: "robot-words" }, name, file),
      icon("down"),
    );
    new Menu(chooser, {
      label: "Robot",
      items: () => sceneItems(viewer, this.session, this.commands),
    });
    const show = () => {
      const { info, scene } = viewer;
      const title = info?.name ?? (scene.value.title || "fourbar");
      setText(name, title);
      setText(file, info?.file?.split(/[\\/]/).pop() ?? "");
      file.title = info?.file ?? "";
      file.hidden = !info?.file;
      const several = scene.value.robots.size > 1;
      chooser.setAttribute("aria-label", several ? `Robot: ${title}` : title);
      document.title = info ? `${title} – fourbar` : "fourbar";
    };
    viewer.scene.watch(show);
    viewer.active.watch(show);
    return chooser;
  }

  private moveItems(): MenuItem[] {
    const { viewer } = this;
    return [
      { kind: "action", label: "Undo", icon: "undo", keys: "Ctrl+Z", press: () => viewer.undo() },
      {
        kind: "action",
        label: "Redo",
        icon: "redo",
        keys: "Ctrl+Shift+Z",
        press: () => viewer.redo(),
      },
    ];
  }

  private moreItems(): MenuItem[] {
    const { commands, viewer } = this;
    const items: MenuItem[] = [
      { kind: "action", label: "Open files…", icon: "file", press: () => commands.openFiles() },
      { kind: "action", label: "Open folder…", icon: "open", press: () => commands.openFolder() },
    ];
    // Where the bar has no room for them.
    if (isNarrow()) items.push({ kind: "separator" }, ...this.moveItems());
    items.push(
      { kind: "separator" },
      { kind: "heading", label: "Theme" },
      ...themeItems(viewer),
      { kind: "separator" },
      {
        kind: "action",
        label: "Keyboard and mouse",
        icon: "help",
        keys: "?",
        press: () => commands.help(),
      },
    );
    return items;
  }
}
