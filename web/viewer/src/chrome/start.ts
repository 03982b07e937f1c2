/** Robots to begin with: files that were opened before, and the gallery. */
import { Dialog } from "../dom/dialog.js";
import { el } from "../dom/element.js";
import { icon } from "../dom/icons.js";
import type { StartMessage } from "../live/messages.js";
import type { Session } from "../live/session.js";

export function startLists(
  { gallery, recent }: StartMessage,
  open: (what: string) => void,
): HTMLElement {
  const entry = (name: string, text: string, what: string) => {
    const row = el(
      "button",
      { type: "button", class: "start-entry", title: text },
      what.startsWith("gallery:") ? thumbnail(name) : icon("file"),
      el("span", { class: "start-name", text: name }),
      el("span", { class: "start-text", text }),
    );
    row.addEventListener("click", () => open(what));
    return el("li", {}, row);
  };
  const section = (title: string, rows: HTMLElement[]) =>
    rows.length > 0 &&
    el("section", {}, el("h3", { text: title }), el("ul", { class: "start-list" }, ...rows));
  return el(
    "div",
    { class: "start" },
    section(
      "Recent files",
      recent.map(({ name, folder, path }) => entry(name, folder, path)),
    ),
    section(
      "Gallery",
      gallery.map(({ name, summary }) => entry(name, summary, `gallery:${name}`)),
    ),
  );
}

/** A picture beside the page; an icon where the page is alone, as in a notebook. */
function thumbnail(name: string): Node {
  if (!location.protocol.startsWith("http")) return icon("link");
  const picture = el("img", {
    class: "start-picture",
    src: `assets/thumbs/${encodeURIComponent(name)}.webp`,
    alt: "",
    loading: "lazy",
    width: 72,
    height: 72,
  });
  picture.addEventListener("error", () => picture.replaceWith(icon("link")));
  return picture;
}

/** The same lists in a window, for pages that show something. */
export class StartDialog {
  private dialog: Dialog | undefined;

  constructor(private readonly session: Session) {}

  open(): void {
    const { start } = this.session;
    if (!start.value) return;
    this.dialog ??= new Dialog("Open a robot", { wide: true });
    const { dialog } = this;
    const add = el("input", { type: "checkbox" });
    dialog.body.replaceChildren(
      el("label", { class: "switch" }, add, el("span", { text: "Add to the scene" })),
      startLists(start.value, (what) => {
        dialog.close();
        this.session.openOffered(what, add.checked);
      }),
    );
    dialog.open();
  }
}
