import { button, setPressed } from "../../dom/button.js";
import { Dialog } from "../../dom/dialog.js";
import { el, setText } from "../../dom/element.js";
import { icon } from "../../dom/icons.js";
import type { DiffMessage, FindingInfo, RobotInfo, Severity } from "../../live/messages.js";
import { renderMarkdown } from "../../markdown/render.js";
import { Signal } from "../../signal.js";
import type { Viewer } from "../../viewer.js";
import type { Panel } from "../panel.js";
import { findingDetails } from "./details.js";
import { FixDialog } from "./fix-dialog.js";
import { foundAbout, HERE_ONLY, nothingFound } from "./found.js";
import { groupByRule, matchesFinding, type RuleGroup, SEVERITIES } from "./groups.js";
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
  /** Whether this page has read a robot itself, by id: then only its reader looked for problems. */
  readHere: (id: string) => boolean = () => false;

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
  private failure: string | undefined;

  constructor(
    private readonly viewer: Viewer,
    /** Why robots could not be shown, by id. */
    private readonly failures: Signal<ReadonlyMap<string, string>>,
  ) {
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
    failures.watch(() => this.update());
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
    const failure = info && (info.failed ?? this.failures.value.get(info.id));
    const before = this.shownFor;
    if (
      info?.diagnostics === before?.diagnostics &&
      info?.id === before?.id &&
      failure === this.failure
    )
      return;
    if (info?.id !== before?.id) this.toggled.clear();
    this.shownFor = info;
    this.failure = failure;
    const { error, warning, info: infos } = this.found().counts;
    const worst = error > 0 ? "error" : warning > 0 ? "warning" : infos > 0 ? "info" : null;
    this.badge.value = { count: error || warning, worst };
    this.render();
  }

  private found(): ReturnType<typeof foundAbout> {
    const { info } = this.viewer;
    if (info) return foundAbout(info, this.failures.value);
    return { findings: [], counts: { error: 0, warning: 0, info: 0 } };
  }

  private render(): void {
    const { info } = this.viewer;
    const { findings: all, counts } = this.found();
    const here = info !== undefined && this.readHere(info.id);
    for (const [severity, toggle] of this.filters) {
      const count = counts[severity];
      const words = `${count.toLocaleString("en")} ${WORDS[severity][count === 1 ? 0 : 1]}`;
      setText(toggle.querySelector("span") as Element, words);
      toggle.setAttribute("aria-label", words);
      toggle.title = `Show or hide ${WORDS[severity][1]}`;
      setPressed(toggle, !this.off.has(severity));
      toggle.hidden = count === 0;
    }
    const total = counts.error + counts.warning + counts.info;
    const [shown, found] = [all.length, total].map((count) => count.toLocaleString("en"));
    setText(
      this.cut,
      all.length < total
        ? `The ${shown} worst of ${found} findings are listed; fourbar check prints all.`
        : here && total > 0
          ? HERE_ONLY
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
    this.empty.replaceChildren(...(info ? emptyState(info, all.length, here) : []));
  }

  private group(group: RuleGroup, opensItself: boolean): HTMLElement {
    const { code, name, severity, findings, fixable } = group;
    const title = `${code} ${name}`.trim();
    const words = [
      icon(severity),
      el("span", { class: "group-rule", title, text: title }),
      fixable > 0 && el("span", { class: "badge", text: "fixable" }),
    ];
    const tools = this.groupTools(group);
    const rows = el("ol", { class: "group-rows" });
    if (findings.length === 1) {
      this.fill(rows, findings, 0);
      const head = el("div", { class: "group-head lone" }, ...words);
      return el("li", { class: "rule-group", "data-severity": severity }, head, tools, rows);
    }
    const isOpen = () => opensItself !== this.toggled.has(code);
    const head = el(
      "button",
      { type: "button", class: "group-head" },
      ...words,
      el("span", { class: "group-count", text: findings.length.toLocaleString("en") }),
      icon("chevron"),
    );
    const show = () => {
      head.setAttribute("aria-expanded", String(isOpen()));
      rows.hidden = !isOpen();
      if (isOpen() && rows.childElementCount === 0) this.fill(rows, findings, 0);
    };
    head.addEventListener("click", () => {
      if (!this.toggled.delete(code)) this.toggled.add(code);
      show();
    });
    show();
    return el("li", { class: "rule-group", "data-severity": severity }, head, tools, rows);
  }

  /** What can be done about all findings of a rule. */
  private groupTools({ code, name, fixable, safe }: RuleGroup): HTMLElement {
    const { server, pages, viewer } = this;
    const tools = el("div", { class: "group-tools" });
    if (code === "") return tools; // no rule
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

  /** Its words; its details are there when it is pressed. */
  private finding(finding: FindingInfo): HTMLElement {
    const { severity, message, part, line } = finding;
    const head = el(
      "button",
      { type: "button", class: "finding-head", "aria-expanded": "false" },
      el(
        "span",
        { class: "finding-text", title: message },
        part !== null && el("strong", { class: "finding-part", text: part.name }),
        part !== null && " ",
        message,
      ),
      line !== null && el("span", { class: "finding-line", text: `:${line}` }),
    );
    const item = el("li", { class: "finding", "data-severity": severity }, head);
    let details: HTMLElement | undefined;
    head.addEventListener("click", () => {
      if (part) this.select(part);
      details ??= findingDetails(this.viewer, finding, this.opensEditor);
      const open = !details.isConnected;
      if (open) item.append(details);
      else details.remove();
      head.setAttribute("aria-expanded", String(open));
    });
    return item;
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

function emptyState(info: RobotInfo, found: number, here: boolean): Node[] {
  if (found > 0) return [el("p", { text: "No finding matches." })];
  return [
    icon("checks"),
    el("h3", { text: "Nothing found" }),
    el("p", { text: nothingFound(info, here) }),
  ];
}
