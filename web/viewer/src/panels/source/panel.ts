/** The robot's description, read-only, in step with what is selected. */
import type { PartKind } from "three-robot-kinematics/stage";
import { el, setText } from "../../dom/element.js";
import type { Viewer } from "../../viewer.js";
import type { Panel } from "../panel.js";
import { linesOf, partAt, type SourceText } from "./text.js";

const KINDS: readonly string[] = ["link", "joint", "loop"] satisfies PartKind[];

export class SourcePanel implements Panel {
  readonly element: HTMLElement;
  /** Asks for the text of a robot, which `take` gets; false where nobody can be asked. */
  ask: (robot: string) => boolean = () => false;
  private readonly code = el("pre", { class: "source-text" });
  private readonly numbers = el("pre", { class: "source-numbers", "aria-hidden": "true" });
  private readonly mark = el("div", { class: "source-mark" });
  private readonly sheet = el(
    "div",
    { class: "source-sheet", tabindex: 0, role: "region", "aria-label": "Source" },
    el("div", { class: "source-body" }, this.mark, this.numbers, this.code),
  );
  private readonly message = el("p", { class: "empty" });
  private source: SourceText = { text: null, parts: [], note: null };
  private lines: readonly string[] = [];
  /** The robot and version whose text is shown or on its way. */
  private known = "";

  constructor(private readonly viewer: Viewer) {
    this.element = el("div", { class: "page source-page" }, this.message, this.sheet);
    this.show({ text: null, parts: [], note: null });
    this.code.addEventListener("click", (event) => this.choose(event));
    viewer.selected.watch(() => this.follow());
    viewer.scene.watch(() => this.refresh());
    viewer.active.watch(() => this.refresh());
  }

  shown(): void {
    this.refresh();
    this.follow();
  }

  take(robot: string, source: SourceText): void {
    if (robot !== this.viewer.active.value) return;
    this.show(source);
    this.follow();
  }

  /** Asks for the text where another robot or version is shown, if the page is in front. */
  private refresh(): void {
    const { info } = this.viewer;
    const wanted = info ? `${info.id} ${info.version}` : "";
    if (this.element.hidden || wanted === this.known) return;
    this.known = wanted;
    if (info && !this.ask(info.id))
      this.show({ text: null, parts: [], note: "This page does not have the text." });
  }

  private show(source: SourceText): void {
    this.source = source;
    this.lines = source.text?.split("\n") ?? [];
    setText(this.code, source.text ?? "");
    setText(this.numbers, this.lines.map((_, k) => k + 1).join("\n"));
    this.sheet.hidden = source.text === null;
    this.message.hidden = source.text !== null;
    setText(this.message, source.note ?? "Loading the text…");
  }

  /** Brings the lines of what is selected into view. */
  private follow(): void {
    const { selected, active } = this.viewer;
    const part = selected.value;
    const place =
      part?.robot === active.value
        ? this.source.parts.find(({ kind, name }) => kind === part?.kind && name === part?.name)
        : undefined;
    this.mark.hidden = !place;
    if (!place) return;
    const [first, last] = linesOf(this.lines, place);
    this.mark.style.setProperty("--first", String(first - 1));
    this.mark.style.setProperty("--count", String(last - first + 1));
    if (!this.element.hidden) this.mark.scrollIntoView({ block: "nearest" });
  }

  /** Selects the part whose lines were clicked, unless text was marked. */
  private choose(event: MouseEvent): void {
    const robot = this.viewer.active.value;
    if (robot === null || !(getSelection()?.isCollapsed ?? true)) return;
    const box = this.code.getBoundingClientRect();
    const line = 1 + Math.floor(((event.clientY - box.top) / box.height) * this.lines.length);
    const part = partAt(this.source.parts, line);
    if (part && KINDS.includes(part.kind))
      this.viewer.select({ robot, kind: part.kind as PartKind, name: part.name });
  }
}
