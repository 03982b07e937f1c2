import { el } from "./element.js";
import { type IconName, icon } from "./icons.js";

export type MenuItem =
  | {
      readonly kind: "action";
      readonly label: string;
      readonly icon?: IconName;
      readonly keys?: string;
      readonly disabled?: boolean;
      /** Why it cannot be pressed. */
      readonly reason?: string;
      readonly press: () => void;
    }
  | {
      readonly kind: "check" | "radio";
      readonly label: string;
      readonly keys?: string;
      readonly checked: boolean;
      /** Shown with a mark of this severity; the label has the words. */
      readonly problem?: "error" | "warning" | "info";
      readonly press: () => void;
    }
  | { readonly kind: "heading"; readonly label: string }
  /** Words with a dot of a colour of the style sheet. */
  | { readonly kind: "legend"; readonly entries: readonly (readonly [string, string])[] }
  | { readonly kind: "separator" };

interface MenuOptions {
  readonly label: string;
  /** Called each time the menu opens, and after an item was pressed in a menu that stays. */
  readonly items: () => readonly MenuItem[];
}

let opened: Menu | undefined;

/** A menu below its button: arrow keys, Home, End, Escape, first letters. */
export class Menu {
  private readonly panel: HTMLElement;

  constructor(
    private readonly owner: HTMLButtonElement,
    private readonly options: MenuOptions,
  ) {
    this.panel = el("div", {
      class: "menu",
      role: "menu",
      "aria-label": options.label,
      tabindex: -1,
    });
    owner.setAttribute("aria-haspopup", "menu");
    owner.setAttribute("aria-expanded", "false");
    owner.addEventListener("click", () => (this.isOpen ? this.close() : this.open()));
    owner.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown" || this.isOpen) return;
      event.preventDefault();
      this.open();
    });
    this.panel.addEventListener("keydown", (event) => this.onKey(event));
  }

  get isOpen(): boolean {
    return opened === this;
  }

  open(): void {
    opened?.close(false);
    opened = this;
    this.fill();
    document.body.append(this.panel);
    this.owner.setAttribute("aria-expanded", "true");
    this.place();
    document.addEventListener("pointerdown", this.onOutside, true);
    window.addEventListener("resize", this.onResize);
    this.items()[0]?.focus({ preventScroll: true });
  }

  close(focus = true): void {
    if (!this.isOpen) return;
    opened = undefined;
    this.panel.remove();
    this.owner.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", this.onOutside, true);
    window.removeEventListener("resize", this.onResize);
    if (focus) this.owner.focus({ preventScroll: true });
  }

  /** Shows what has changed while it is open. */
  refresh(): void {
    if (!this.isOpen) return;
    const index = this.items().indexOf(document.activeElement as HTMLElement);
    this.fill();
    if (index >= 0) this.items()[index]?.focus({ preventScroll: true });
  }

  private fill(): void {
    this.panel.replaceChildren(...this.options.items().map((item) => this.build(item)));
  }

  private build(item: MenuItem): HTMLElement {
    if (item.kind === "separator") return el("div", { class: "menu-separator", role: "separator" });
    if (item.kind === "heading")
      return el("div", { class: "menu-heading", role: "presentation", text: item.label });
    if (item.kind === "legend")
      return el(
        "div",
        { class: "menu-legend", role: "presentation" },
        ...item.entries.map(([text, colour]) => {
          const dot = el("span", { class: "menu-dot" });
          dot.style.setProperty("--dot", `var(${colour})`);
          return el("span", {}, dot, text);
        }),
      );
    const stays = item.kind !== "action";
    const roles = { action: "menuitem", check: "menuitemcheckbox", radio: "menuitemradio" };
    const mark = stays ? (item.checked ? icon("check") : el("span", { class: "icon" })) : null;
    const drawing = item.kind === "action" && item.icon ? icon(item.icon) : null;
    const element = el(
      "button",
      {
        type: "button",
        class: "menu-item",
        role: roles[item.kind],
        tabindex: -1,
        "aria-checked": stays ? String(item.checked) : undefined,
        "aria-keyshortcuts": item.keys,
        disabled: item.kind === "action" && item.disabled === true,
        title: item.kind === "action" && item.disabled ? item.reason : undefined,
      },
      mark ?? drawing,
      el("span", { class: "menu-label", text: item.label }),
      stays && item.problem !== undefined && problemMark(item.problem),
      item.keys !== undefined && el("kbd", { text: item.keys, "aria-hidden": "true" }),
    );
    element.addEventListener("click", () => {
      if (!stays) this.close();
      item.press();
      this.refresh();
    });
    element.addEventListener("pointerenter", () => element.focus({ preventScroll: true }));
    return element;
  }

  private items(): HTMLElement[] {
    return [...this.panel.querySelectorAll<HTMLElement>(".menu-item:not(:disabled)")];
  }

  /** Below the button, or above it where there is more room; never off the window. */
  private place(): void {
    const { style } = this.panel;
    style.left = "0px";
    style.top = "0px";
    style.maxHeight = "";
    const anchor = this.owner.getBoundingClientRect();
    const { width, height } = this.panel.getBoundingClientRect();
    const margin = 8;
    const below = window.innerHeight - anchor.bottom - margin;
    const above = anchor.top - margin;
    const up = height > below && above > below;
    style.maxHeight = `${Math.max(120, (up ? above : below) - 4)}px`;
    const shown = Math.min(height, (up ? above : below) - 4);
    style.top = `${up ? anchor.top - shown - 4 : anchor.bottom + 4}px`;
    const right = window.innerWidth - margin - width;
    const wanted =
      anchor.left + width > window.innerWidth - margin ? anchor.right - width : anchor.left;
    style.left = `${Math.max(margin, Math.min(wanted, right))}px`;
  }

  private readonly onResize = () => this.close(false);

  private readonly onOutside = (event: PointerEvent) => {
    const target = event.target as Node;
    if (!this.panel.contains(target) && !this.owner.contains(target)) this.close(false);
  };

  private onKey(event: KeyboardEvent): void {
    const items = this.items();
    const at = items.indexOf(document.activeElement as HTMLElement);
    const go = (index: number) => items[(index + items.length) % items.length]?.focus();
    event.stopPropagation();
    if (event.key === "ArrowDown") go(at + 1);
    else if (event.key === "ArrowUp") go(at < 0 ? -1 : at - 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(-1);
    else if (event.key === "Escape") this.close();
    else if (event.key === "Tab") {
      this.close();
      return;
    } else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey) {
      const letter = event.key.toLowerCase();
      const order = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      order.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter))?.focus();
    } else return;
    event.preventDefault();
  }
}

function problemMark(severity: "error" | "warning" | "info"): Element {
  const drawing = icon(severity);
  drawing.setAttribute("data-severity", severity);
  return drawing;
}
