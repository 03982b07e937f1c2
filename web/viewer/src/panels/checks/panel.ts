import { button, setPressed } from "../../dom/button.js";
import { Dialog } from "../../dom/dialog.js";
import { el, setText } from "../../dom/element.js";
import { icon } from "../../dom/icons.js";
import type { FindingInfo, RobotInfo, Severity } from "../../live/messages.js";
import { renderMarkdown } from "../../markdown/render.js";
import { Signal } from "../../signal.js";
import type { Viewer } from "../../viewer.js";
import type { Panel } from "../panel.js";
import { excerptOf, placeOf } from "./excerpt.js";

const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];
const WORDS: Readonly<Record<Severity, readonly [one: string, many: string]>> = {
  error: ["error", "errors"],
  warning: ["warning", "warnings"],
  info: ["hint", "hints"],
};

/** What `fourbar check` found, each with its place in the file. */
export class ChecksPanel implements Panel {
  readonly element: HTMLElement;
  /** Number of errors and warnings of the active robot, and the worst of them. */
  readonly badge = new Signal<{ count: number; worst: Severity | null }>({ count: 0, worst: null });
  /** Asks for the page of a rule; the answer comes through `explain`. */
  ask: ((code: string) => boolean) | undefined;

  private readonly list = el("ol", { class: "findings" });
  private readonly empty = el("div", { class: "empty-state" });
  private readonly filters = new Map<Severity, HTMLButtonElement>();
  private readonly off = new Set<Severity>();
  private readonly dialog = new Dialog("Rule");
  private readonly pages = new Map<string, string>();
  private asked = "";
  private shownFor: readonly FindingInfo[] | undefined;

  constructor(private readonly viewer: Viewer) {
    const bar = el("div", { class: "tool-row filters", role: "group", "aria-label": "Severities" });
    for (const severity of SEVERITIES) {
      const press = () => {
        if (!this.off.delete(severity)) this.off.add(severity);
        this.render();
      };
      const toggle = button({
        label: WORDS[severity][1],
        text: "",
        icon: severity,
        class: "filter",
        press,
      });
      toggle.dataset.severity = severity;
      this.filters.set(severity, toggle);
      bar.append(toggle);
    }
    this.element = el(
      "div",
      { class: "page checks" },
      el("div", { class: "page-tools" }, bar),
      this.list,
      this.empty,
    );
    viewer.scene.watch(() => this.update());
    viewer.active.watch(() => this.update());
  }

  /** Shows the page of a rule that was asked for. */
  explain(code: string, markdown: string): void {
    this.pages.set(code, markdown);
    if (code === this.asked) this.openPage(code);
  }

  private update(): void {
    const diagnostics = this.viewer.info?.diagnostics ?? [];
    if (diagnostics === this.shownFor) return;
    this.shownFor = diagnostics;
    const counted = diagnostics.filter(({ severity }) => severity !== "info");
    const worst = SEVERITIES.find((severity) =>
      diagnostics.some((diagnostic) => diagnostic.severity === severity),
    );
    this.badge.value = { count: counted.length, worst: worst ?? null };
    this.render();
  }

  private render(): void {
    const { info } = this.viewer;
    const diagnostics = info?.diagnostics ?? [];
    for (const [severity, toggle] of this.filters) {
      const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
      const words = `${count} ${WORDS[severity][count === 1 ? 0 : 1]}`;
      setText(toggle.querySelector("span") as Element, words);
      toggle.setAttribute("aria-label", words);
      toggle.title = `Show or hide ${WORDS[severity][1]}`;
      setPressed(toggle, !this.off.has(severity));
      toggle.hidden = count === 0;
    }
    const rank = (diagnostic: FindingInfo) => SEVERITIES.indexOf(diagnostic.severity);
    const kept = diagnostics
      .filter((diagnostic) => !this.off.has(diagnostic.severity))
      .sort((a, b) => rank(a) - rank(b));
    this.list.replaceChildren(...kept.map((diagnostic) => this.finding(diagnostic)));
    this.empty.hidden = kept.length > 0;
    this.empty.replaceChildren(...(info ? emptyState(info, diagnostics.length) : []));
  }

  private finding(diagnostic: FindingInfo): HTMLElement {
    const { severity, code, name, message, part, notes, related, fix } = diagnostic;
    const place = placeOf(diagnostic);
    const excerpt = excerptOf(diagnostic);
    const words = [icon(severity), el("span", { class: "finding-text", text: message })];
    const head = part
      ? el(
          "button",
          { type: "button", class: "finding-head", title: `Select ${part.name}` },
          ...words,
        )
      : el("div", { class: "finding-head" }, ...words);
    if (part) head.addEventListener("click", () => this.select(part));
    const item = el("li", { class: "finding", "data-severity": severity }, head);
    const about = el("div", { class: "finding-about" });
    if (this.ask || this.pages.has(code)) {
      const press = () => this.requestPage(code);
      about.append(
        button({ label: `Explain ${code} ${name}`, text: `${code} ${name}`, class: "rule", press }),
      );
    } else about.append(el("span", { class: "rule", text: `${code} ${name}` }));
    if (place !== "")
      about.append(el("span", { class: "place", text: place, title: diagnostic.file ?? "" }));
    item.append(about);
    if (excerpt)
      item.append(
        el(
          "pre",
          { class: "excerpt", tabindex: 0, "aria-label": `Source of ${place}` },
          el("code", { text: excerpt.text }),
          "\n",
          el("span", { class: "carets", text: excerpt.marks, "aria-hidden": "true" }),
        ),
      );
    for (const other of related)
      item.append(el("p", { class: "finding-note", text: `${other.label}: ${placeOf(other)}` }));
    for (const note of notes) item.append(el("p", { class: "finding-note", text: note }));
    if (fix)
      item.append(
        el("p", {
          class: "finding-note",
          text: `fourbar fix can ${fix.description}${fix.safe ? "" : " (not always safe)"}.`,
        }),
      );
    return item;
  }

  private select(part: { readonly kind: string; readonly name: string }): void {
    const { robot } = this.viewer;
    const id = robot.value?.id;
    const { kind, name } = part;
    const model = robot.value?.model;
    const known =
      (kind === "link" && model?.links.has(name)) ||
      (kind === "joint" && model?.joints.has(name)) ||
      (kind === "loop" && model?.loops.has(name));
    if (id === undefined || !known) {
      this.viewer.notices.show("info", `${name} is not part of the robot that is shown.`);
      return;
    }
    this.viewer.select({ robot: id, kind: kind as "link" | "joint" | "loop", name });
  }

  private requestPage(code: string): void {
    this.asked = code;
    if (this.pages.has(code)) this.openPage(code);
    else if (!this.ask?.(code))
      this.viewer.notices.show(
        "warning",
        `The server is not connected; run: fourbar explain ${code}`,
      );
  }

  private openPage(code: string): void {
    this.dialog.title = code;
    const page = el("div", { class: "prose" }, renderMarkdown(this.pages.get(code) ?? ""));
    const heading = page.querySelector("h3");
    if (heading) {
      this.dialog.title = heading.textContent ?? code;
      heading.remove();
    }
    this.dialog.body.replaceChildren(page);
    this.dialog.open();
    this.dialog.body.scrollTop = 0;
  }
}

function emptyState(info: RobotInfo, found: number): Node[] {
  if (found > 0) return [el("p", { text: "All findings are hidden by the filter." })];
  const file = info.file ?? info.name;
  return [
    icon("checks"),
    el("h3", { text: "Nothing found" }),
    el("p", { text: `fourbar check found no problems in ${file.split(/[\\/]/).pop()}.` }),
  ];
}
