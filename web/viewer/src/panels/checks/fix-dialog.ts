import { button } from "../../dom/button.js";
import { Dialog } from "../../dom/dialog.js";
import { el } from "../../dom/element.js";
import type { DiffMessage } from "../../live/messages.js";

/** What fixing would change, line by line; nothing is written before it is confirmed. */
export class FixDialog {
  private readonly dialog = new Dialog("Fix", { wide: true });

  constructor(private readonly apply: (code: string | null, unsafe: boolean) => void) {}

  show({ code, count, text, unsafe }: DiffMessage): void {
    const { dialog } = this;
    dialog.title = code === null ? "Fix all safe findings" : `Fix ${code}`;
    const lines = text
      .split("\n")
      .map((line) =>
        el("span", { class: "diff-line", "data-sign": line.charAt(0), text: `${line}\n` }),
      );
    const words =
      count === 0
        ? "Nothing can be fixed without a decision of yours."
        : `${count} ${count === 1 ? "finding is" : "findings are"} fixed by these changes.`;
    const press = () => {
      dialog.close();
      this.apply(code, unsafe);
    };
    dialog.body.replaceChildren(
      el("p", { text: words }),
      unsafe && count > 0
        ? el("p", { text: "This fix is not always safe: look at the result." })
        : "",
      count > 0 ? el("pre", { class: "diff", tabindex: 0, "aria-label": "Changes" }, ...lines) : "",
      count > 0
        ? button({ label: "Write to the file", text: "Write to the file", class: "primary", press })
        : "",
    );
    dialog.open();
  }
}
