import { button } from "../dom/button.js";
import { el } from "../dom/element.js";
import { isNarrow } from "../dom/narrow.js";
import { Separator } from "../dom/separator.js";
import { Signal } from "../signal.js";
import type { Viewer } from "../viewer.js";
import type { Panel } from "./panel.js";
import { Sheet, type SheetHeight } from "./sheet.js";

interface Tab {
  readonly id: string;
  readonly label: string;
  readonly panel: Panel;
}

const NARROWEST = 260;
const WIDEST = 640;

/** The panel at the left; a sheet from below on a phone. */
export class Sidebar {
  readonly element: HTMLElement;
  readonly open: Signal<boolean>;
  private readonly sheet: Sheet;
  private readonly tabs = new Map<string, HTMLButtonElement>();
  private current: string;

  constructor(
    private readonly viewer: Viewer,
    private readonly entries: readonly Tab[],
  ) {
    const { preferences } = viewer;
    this.open = new Signal(preferences.panelOpen);
    this.current = preferences.tab;
    const list = el("div", { class: "tabs", role: "tablist", "aria-label": "Panels" });
    for (const { id, label, panel } of entries) {
      const tab = el(
        "button",
        {
          type: "button",
          class: "tab",
          role: "tab",
          id: `tab-${id}`,
          "aria-controls": `panel-${id}`,
        },
        el("span", { text: label }),
      );
      tab.addEventListener("click", () => this.press(id));
      panel.element.id = `panel-${id}`;
      panel.element.setAttribute("role", "tabpanel");
      panel.element.setAttribute("aria-labelledby", `tab-${id}`);
      this.tabs.set(id, tab);
      list.append(tab);
    }
    list.addEventListener("keydown", (event) => this.onKey(event));
    const close = button({
      label: "Close panel",
      icon: "down",
      class: "sheet-close",
      press: () => this.setOpen(false),
    });
    list.append(close);
    const head = el("div", { class: "sheet-head" }, list);
    this.element = el(
      "aside",
      { class: "sidebar", "aria-label": "Robot" },
      head,
      el("div", { class: "pages" }, ...entries.map(({ panel }) => panel.element)),
      this.handle(),
    );
    this.sheet = new Sheet(this.element, head, (height) => this.setHeight(height));
    this.show(this.current);
    this.open.watch((on) => {
      this.element.dataset.open = String(on);
      // It opens below the robot, never over it.
      if (on === (this.sheet.height === "peek")) this.sheet.height = on ? "half" : "peek";
      this.element.querySelector(".pages")?.toggleAttribute("inert", !on);
    });
  }

  setOpen(on: boolean): void {
    this.viewer.preferences.panelOpen = on;
    this.viewer.save();
    this.open.value = on;
    if (on) this.show(this.current);
  }

  /** Uncovers the robot where a sheet of full height hides it. */
  uncover(): void {
    if (this.sheet.height === "full") this.sheet.height = "half";
  }

  private setHeight(height: SheetHeight): void {
    this.sheet.height = height;
    this.setOpen(height !== "peek");
  }

  /** Brings a page to the front and opens the panel. */
  reveal(id: string): void {
    this.current = id;
    this.setOpen(true);
  }

  /** As `reveal`, for this once: the next visit begins with the page that was chosen. */
  bringForward(id: string): void {
    const { tab } = this.viewer.preferences;
    this.show(id);
    this.viewer.preferences.tab = tab;
    this.viewer.save();
  }

  badge(id: string, text: string, severity: string | null): void {
    const tab = this.tabs.get(id);
    tab?.querySelector(".tab-badge")?.remove();
    if (text !== "")
      tab?.append(el("span", { class: "tab-badge", text, "data-severity": severity ?? "" }));
  }

  /** On a phone a second press on the page in front closes the sheet. */
  private press(id: string): void {
    const again = id === this.current && this.open.value;
    if (again && isNarrow()) this.setOpen(false);
    else this.reveal(id);
  }

  private show(id: string): void {
    this.current = id;
    this.viewer.preferences.tab = id;
    this.viewer.save();
    for (const entry of this.entries) {
      const on = entry.id === id;
      entry.panel.element.hidden = !on;
      const tab = this.tabs.get(entry.id);
      tab?.setAttribute("aria-selected", String(on));
      if (tab) tab.tabIndex = on ? 0 : -1;
      if (on) entry.panel.shown?.();
    }
  }

  private onKey(event: KeyboardEvent): void {
    const ids = [...this.tabs.keys()];
    const at = ids.indexOf(this.current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const id = ids[(to + ids.length) % ids.length] as string;
    this.reveal(id);
    this.tabs.get(id)?.focus();
  }

  private handle(): HTMLElement {
    const { preferences } = this.viewer;
    const line = new Separator({
      label: "Width of the panel",
      class: "resizer",
      range: [NARROWEST, WIDEST],
      step: 16,
      at: ({ clientX }) => clientX,
      change: (width) => {
        preferences.panelWidth = width;
        document.documentElement.style.setProperty("--panel-width", `${width}px`);
      },
      done: () => this.viewer.save(),
    });
    line.value = preferences.panelWidth;
    return line.element;
  }
}
