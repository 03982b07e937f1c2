import { button } from "./button.js";
import { el } from "./element.js";

/** A modal window. The browser keeps the focus inside, closes on Escape and gives the focus back. */
export class Dialog {
  readonly element: HTMLDialogElement;
  readonly body: HTMLElement;
  private readonly heading: HTMLElement;

  constructor(title: string, { wide = false } = {}) {
    this.heading = el("h2", { text: title });
    this.body = el("div", { class: "dialog-body" });
    const close = button({ label: "Close", icon: "close", press: () => this.close() });
    this.element = el(
      "dialog",
      { class: wide ? "dialog wide" : "dialog", "aria-label": title },
      el("header", { class: "dialog-head" }, this.heading, close),
      this.body,
    );
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.close();
    });
    // Shortcuts of the page stay out of a modal window.
    this.element.addEventListener("keydown", (event) => event.stopPropagation());
    document.body.append(this.element);
  }

  get isOpen(): boolean {
    return this.element.open;
  }

  set title(text: string) {
    this.heading.textContent = text;
    this.element.setAttribute("aria-label", text);
  }

  open(): void {
    if (!this.element.open) this.element.showModal();
  }

  close(): void {
    this.element.close();
  }
}
