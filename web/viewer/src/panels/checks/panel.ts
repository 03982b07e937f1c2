import { button, setPressed } from "../../dom/button.js";
import { Dialog } from "../../dom/dialog.js";
import { el, setText } from "../../dom/element.js";
import { icon } from "../../dom/icons.js";
import type { DiffMessage, FindingInfo, RobotInfo, Severity } from "../../live/messages.js";
import { renderMarkdown } from "../../markdown/render.js";
import { Signal } from "../../signal.js";
import type { Viewer } from "../../viewer.js";
import { copyText } from "../joints/clipboard.js";
import type { Panel } from "../panel.js";
import { excerptOf, placeOf } from "./excerpt.js";
import { FixDialog } from "./fix-dialog.js";
import { findingText, groupByRule, matchesFinding, type RuleGroup, SEVERITIES } from "./groups.js";
import { ruleLink } from "./rule-link.js";

const WORDS: Readonly<Record<Severity, readonly [one: string, many: string]>> = {
  error: ["error", "errors"],
  warning: ["warning", "warnings"],
  info: ["info", "infos"],
};
/** Groups are open at first where all of them together are this few rows. */
const FEW = 30;
/** Rows of one group that are put on the page at a time. */
const PORTION = 200;

/** What a page with a server can ask it for. */
export interface ChecksServer {
  explain(code: string): boolean;
  fix(code: string | null, options: { unsafe: boolean; apply: boolean }): boolean;
}

/** What `fourbar check` found, by rule, each with its place in the file. */
export class ChecksPanel implements Panel {
  readonly element: HTMLElement;
  readonly search: HTMLInputElement;
  /** Number of errors, or of warnings where there are none, of the active robot. */
  readonly badge = new Signal<{ count: number; worst: Severity | null }>({ count: 0, worst: null });
  server: ChecksServer | undefined;
  /** Whether files of this machine can be opened in an editor of it. */
  opensEditor = true;

  private readonly list = el("ol", { class: "findings" });
  private readonly cut = el("p", { class: "findings-cut", role: "status" });
  private readonly empty = el("div", { class: "empty-state" });
  private readonly filters = new Map<Severity, HTMLButtonElement>();
  private readonly off = new Set<Severity>();
  private readonly ignored = new Set<string>();
  private readonly toggled = new Set<string>();
  private readonly fixAll: HTMLButtonElement;
  private readonly unignore: HTMLButtonElement;
  private readonly dialog = new Dialog("Rule");
  private readonly fixes: FixDialog;
  private readonly pages = new Map<string, string>();
  private asked = "";
  private shownFor: RobotInfo | undefined;

  constructor(private readonly viewer: Viewer) {
    this.fixes = new FixDialog((code, unsafe) => this.server?.fix(code, { unsafe, apply: true }));
    this.search = el("input", {
      type: "search",
      placeholder: "Find a rule, part, file or word",
      "aria-label": "Find a finding",
      autocomplete: "off",
      spellcheck: "false",
    });
    this.search.addEventListener("input", () => this.render());
    const bar = el("div", { class: "tool-row filters", role: "group", "aria-label": "Severities" });
    for (const severity of SEVERITIES) {
      const press = () => {
        if (!this.off.delete(severity)) this.off.add(severity);
        this.render();
      };
      const [, label] = WORDS[severity];
      const toggle = button({ label, text: "", icon: severity, class: "filter", press });
      toggle.dataset.severity = severity;
      this.filters.set(severity, toggle);
      bar.append(toggle);
    }
    this.fixAll = button({
      label: "Fix all safe…",
      text: "Fix all safe…",
      class: "fix-all",
      press: () => this.askFix(null, false),
    });
    this.unignore = button({
      label: "Show ignored rules",
      text: "",
      class: "unignore",
      press: () => {
        this.ignored.clear();
        this.render();
      },
    });
    bar.append(el("span", { class: "spacer" }), this.unignore, this.fixAll);
    this.element = el(
      "div",
      { class: "page checks" },
      el(
        "div",
        { class: "page-tools" },
        el("div", { class: "search" }, icon("search"), this.search),
        bar,
      ),
      this.cut,
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

  /** Shows what fixing would change, or tells that it was done. */
  takeDiff(message: DiffMessage): void {
    if (!message.applied) {
      this.fixes.show(message);
      return;
    }
    const { count } = message;
    this.viewer.notices.show("info", `${count} ${count === 1 ? "finding" : "findings"} fixed.`);
  }

  private update(): void {
    const { info } = this.viewer;
    if (info?.diagnostics === this.shownFor?.diagnostics && info?.id === this.shownFor?.id) return;
    if (info?.id !== this.shownFor?.id) this.toggled.clear();
    this.shownFor = info;
    const { error = 0, warning = 0, info: infos = 0 } = info?.counts ?? {};
    const worst = error > 0 ? "error" : warning > 0 ? "warning" : infos > 0 ? "info" : null;
    this.badge.value = { count: error || warning, worst };
    this.render();
  }

  private render(): void {
    const { info } = this.viewer;
    const all = info?.diagnostics ?? [];
    for (const [severity, toggle] of this.filters) {
      const count = info?.counts[severity] ?? 0;
      const words = `${count.toLocaleString("en")} ${WORDS[severity][count === 1 ? 0 : 1]}`;
      setText(toggle.querySelector("span") as Element, words);
      toggle.setAttribute("aria-label", words);
      toggle.title = `Show or hide ${WORDS[severity][1]}`;
      setPressed(toggle, !this.off.has(severity));
      toggle.hidden = count === 0;
    }
    const total = info ? info.counts.error + info.counts.warning + info.counts.info : 0;
    const [shown, found] = [all.length, total].map((count) => count.toLocaleString("en"));
    setText(
      this.cut,
      all.length < total
        ? `The ${shown} worst of ${found} findings are listed; fourbar check prints all.`
        : "",
    );
    const query = this.search.value.trim();
    const kept = all.filter(
      (finding) =>
        !this.off.has(finding.severity) &&
        !this.ignored.has(finding.code) &&
        (query === "" || matchesFinding(finding, query)),
    );
    const groups = groupByRule(kept);
    const few = kept.length <= FEW;
    this.list.replaceChildren(...groups.map((group) => this.group(group, few || query !== "")));
    const safe = all.filter(({ fix }) => fix?.safe).length;
    this.fixAll.hidden = !this.server || !info?.fixable || safe === 0;
    this.unignore.hidden = this.ignored.size === 0;
    setText(this.unignore.querySelector("span") as Element, `${this.ignored.size} ignored`);
    this.search.parentElement?.toggleAttribute("hidden", all.length === 0);
    this.empty.hidden = kept.length > 0;
    this.empty.replaceChildren(...(info ? emptyState(info, all.length) : []));
  }

  private group(group: RuleGroup, opensItself: boolean): HTMLElement {
    const { code, name, severity, findings, fixable } = group;
    const isOpen = () => opensItself !== this.toggled.has(code);
    const rows = el("ol", { class: "group-rows" });
    const head = el(
      "button",
      { type: "button", class: "group-head", title: `${code} ${name}` },
      icon(severity),
      el("span", { class: "group-rule", text: `${code} ${name}` }),
      fixable > 0 && el("span", { class: "badge", text: "fixable" }),
      el("span", { class: "group-count", text: findings.length.toLocaleString("en") }),
      icon("chevron"),
    );
    const item = el("li", { class: "rule-group", "data-severity": severity }, head, rows);
    const show = () => {
      head.setAttribute("aria-expanded", String(isOpen()));
      rows.hidden = !isOpen();
      if (isOpen() && rows.childElementCount === 0) {
        rows.append(this.groupTools(group));
        this.fill(rows, findings, 0);
      }
    };
    head.addEventListener("click", () => {
      if (!this.toggled.delete(code)) this.toggled.add(code);
      show();
    });
    show();
    return item;
  }

  /** What can be done about all findings of a rule. */
  private groupTools({ code, name, fixable, safe }: RuleGroup): HTMLElement {
    const { server, pages, viewer } = this;
    const tools = el("li", { class: "group-tools" });
    if (server || pages.has(code))
      tools.append(
        button({
          label: `Explain ${code} ${name}`,
          text: "Explain",
          press: () => this.requestPage(code),
        }),
      );
    else tools.append(ruleLink(code, name));
    if (server && fixable > 0 && viewer.info?.fixable)
      tools.append(
        button({
          label: `Fix ${code}`,
          text: "Fix…",
          press: () => this.askFix(code, !safe),
        }),
      );
    tools.append(
      button({
        label: `Ignore ${code}`,
        text: "Ignore",
        press: () => {
          this.ignored.add(code);
          this.render();
        },
      }),
    );
    return tools;
  }

  private fill(rows: HTMLElement, findings: readonly FindingInfo[], from: number): void {
    const part = findings.slice(from, from + PORTION);
    rows.append(...part.map((finding) => this.finding(finding)));
    const left = findings.length - from - part.length;
    if (left === 0) return;
    const more = button({
      label: `Show ${Math.min(PORTION, left)} more`,
      text: `Show ${Math.min(PORTION, left)} more`,
      press: () => {
        more.parentElement?.remove();
        this.fill(rows, findings, from + PORTION);
      },
    });
    rows.append(el("li", { class: "group-more" }, more));
  }

  /** One line; its details are there when it is pressed. */
  private finding(finding: FindingInfo): HTMLElement {
    const { severity, message, part, line } = finding;
    const head = el(
      "button",
      { type: "button", class: "finding-head", title: message, "aria-expanded": "false" },
      part !== null && el("span", { class: "finding-part", text: part.name }),
      el("span", { class: "finding-text", text: message }),
      line !== null && el("span", { class: "finding-line", text: `:${line}` }),
    );
    const item = el("li", { class: "finding", "data-severity": severity }, head);
    let details: HTMLElement | undefined;
    head.addEventListener("click", () => {
      if (part) this.select(part);
      details ??= this.details(finding);
      const open = !details.isConnected;
      if (open) item.append(details);
      else details.remove();
      head.setAttribute("aria-expanded", String(open));
    });
    return item;
  }

  private details(finding: FindingInfo): HTMLElement {
    const { message, notes, related, fix } = finding;
    const place = placeOf(finding);
    const excerpt = excerptOf(finding);
    const details = el(
      "div",
      { class: "finding-more" },
      el("p", { class: "finding-message", text: message }),
    );
    if (place !== "")
      details.append(el("span", { class: "place", text: place, title: finding.file ?? "" }));
    if (excerpt)
      details.append(
        el(
          "pre",
          { class: "excerpt", tabindex: 0, "aria-label": `Source of ${place}` },
          el("code", { text: excerpt.text }),
          "\n",
          el("span", { class: "carets", text: excerpt.marks, "aria-hidden": "true" }),
        ),
      );
    for (const other of related)
      details.append(el("p", { class: "finding-note", text: `${other.label}: ${placeOf(other)}` }));
    for (const note of notes) details.append(el("p", { class: "finding-note", text: note }));
    if (fix)
      details.append(
        el("p", {
          class: "finding-note",
          text: `fourbar fix can ${fix.description}${fix.safe ? "" : " (not always safe)"}.`,
        }),
      );
    const actions = el("div", { class: "finding-actions" });
    actions.append(
      button({
        label: "Copy finding",
        text: "Copy",
        icon: "copy",
        press: () => void copyText(this.viewer, findingText(finding, place), "Finding"),
      }),
    );
    const editor = this.editorLink(finding);
    if (editor) actions.append(editor);
    details.append(actions);
    return details;
  }

  /** A link that editors take from the browser; only for files of this machine. */
  private editorLink({ file, line, column }: FindingInfo): HTMLElement | undefined {
    const path = this.viewer.info?.path;
    if (
      !this.opensEditor ||
      !path ||
      file === null ||
      line === null ||
      !path.endsWith(file.replace(/^.*[\\/]/, ""))
    )
      return undefined;
    return el("a", {
      class: "button",
      href: `${this.viewer.preferences.editor}://file${encodeURI(path)}:${line}:${column ?? 1}`,
      text: "Open in editor",
    });
  }

  private askFix(code: string | null, unsafe: boolean): void {
    if (!this.server?.fix(code, { unsafe, apply: false }))
      this.viewer.notices.show("warning", "The server is not connected; run: fourbar fix");
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
    if (id === undefined || !known) return;
    this.viewer.select({ robot: id, kind: kind as "link" | "joint" | "loop", name });
  }

  private requestPage(code: string): void {
    this.asked = code;
    if (this.pages.has(code)) this.openPage(code);
    else if (!this.server?.explain(code))
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
  if (found > 0) return [el("p", { text: "No finding matches." })];
  const file = info.file ?? info.name;
  return [
    icon("checks"),
    el("h3", { text: "Nothing found" }),
    el("p", { text: `fourbar check found no problems in ${file.split(/[\\/]/).pop()}.` }),
  ];
}
