import { button } from "../dom/button.js";
import { el } from "../dom/element.js";
import { Signal } from "../signal.js";
import type { Viewer } from "../viewer.js";
import type { Panel } from "./panel.js";

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
    this.element = el(
      "aside",
      { class: "sidebar", "aria-label": "Robot" },
      list,
      el("div", { class: "pages" }, ...entries.map(({ panel }) => panel.element)),
      this.handle(),
    );
    this.show(this.current);
    this.open.watch((on) => {
      this.element.dataset.open = String(on);
      this.element.querySelector(".pages")?.toggleAttribute("inert", !on);
    });
  }

  setOpen(on: boolean): void {
    this.viewer.preferences.panelOpen = on;
    this.viewer.save();
    this.open.value = on;
    if (on) this.show(this.current);
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
    if (again && matchMedia("(max-width: 640px)").matches) this.setOpen(false);
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
    const handle = el("div", {
      class: "resizer",
      role: "separator",
      "aria-orientation": "vertical",
      "aria-label": "Width of the panel",
      "aria-valuemin": NARROWEST,
      "aria-valuemax": WIDEST,
      tabindex: 0,
    });
    const resize = (width: number) => {
      preferences.panelWidth = Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
      document.documentElement.style.setProperty("--panel-width", `${preferences.panelWidth}px`);
      handle.setAttribute("aria-valuenow", String(preferences.panelWidth));
    };
    resize(preferences.panelWidth);
    handle.addEventListener("pointerdown", (event) => {
      handle.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    handle.addEventListener("pointermove", (event) => {
      if (handle.hasPointerCapture(event.pointerId)) resize(event.clientX);
    });
    handle.addEventListener("pointerup", () => this.viewer.save());
    handle.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      resize(preferences.panelWidth + step);
      this.viewer.save();
    });
    return handle;
  }
}
