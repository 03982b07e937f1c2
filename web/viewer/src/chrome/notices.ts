import { button } from "../dom/button.js";
import { el } from "../dom/element.js";
import { icon } from "../dom/icons.js";
import type { Severity } from "../live/messages.js";

const LASTING: Readonly<Record<Severity, number>> = { info: 4000, warning: 8000, error: 14_000 };
const MOST = 4;

/** Short messages that come and go; read out by screen readers. */
export class Notices {
  readonly element = el("div", { class: "notices", role: "log", "aria-label": "Notices" });

  /** `action` is a button of the notice, which goes when it is pressed. */
  show(
    severity: Severity,
    text: string,
    action?: { readonly label: string; readonly press: () => void },
  ): void {
    const repeated = [...this.element.children].find(
      (notice) => notice.querySelector("p")?.textContent === text,
    );
    repeated?.remove();
    const notice = el(
      "div",
      {
        class: "notice",
        "data-severity": severity,
        role: severity === "error" ? "alert" : "status",
      },
      icon(severity),
      el("p", { text }),
    );
    if (action)
      notice.append(
        button({
          label: action.label,
          text: action.label,
          press: () => {
            notice.remove();
            action.press();
          },
        }),
      );
    const close = button({ label: "Dismiss", icon: "close", press: () => notice.remove() });
    notice.append(close);
    this.element.append(notice);
    while (this.element.children.length > MOST) this.element.firstElementChild?.remove();
    // What can be taken back may take a moment longer to think about.
    const lasting = action ? 3 * LASTING[severity] : LASTING[severity];
    let timer = window.setTimeout(() => notice.remove(), lasting);
    // What is being read stays.
    notice.addEventListener("pointerenter", () => window.clearTimeout(timer));
    notice.addEventListener("pointerleave", () => {
      timer = window.setTimeout(() => notice.remove(), lasting);
    });
  }
}
