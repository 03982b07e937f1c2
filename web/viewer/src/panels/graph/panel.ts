import type { Split } from "../../chrome/split.js";
import { button, Segments } from "../../dom/button.js";
import { el, setText, toggleAttribute } from "../../dom/element.js";
import { isNarrow, watchNarrow } from "../../dom/narrow.js";
import type { Preferences } from "../../preferences.js";
import type { Viewer } from "../../viewer.js";
import type { Panel } from "../panel.js";
import { type Drawing, readDrawing, themedStyle } from "./drawing.js";
import { PanZoom } from "./pan-zoom.js";
import { bodiesOf, type NamedPart, partOfLine, partOfTitle } from "./parts.js";

type Place = Preferences["graphPlace"];

/** The graph drawing of the robot: drag to move, wheel to zoom; a click on a part selects it. */
export class GraphPanel implements Panel {
  readonly element: HTMLElement;
  private readonly frame: HTMLElement;
  private readonly content = el("div", { class: "graph-content" });
  private readonly sheet = new CSSStyleSheet();
  private readonly message = el("p", { class: "empty" });
  private readonly view: PanZoom;
  private readonly places: Segments<Place>;
  /** The drawing and its tools: on the page of the panel, or docked below or beside the robot. */
  private readonly body: HTMLElement;
  private readonly note: HTMLElement;
  private drawing: Drawing | undefined;
  private address: string | null = null;

  constructor(
    private readonly viewer: Viewer,
    private readonly theme: () => "light" | "dark",
    private readonly split: Split,
  ) {
    const root = this.content.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [this.sheet];
    this.frame = el(
      "div",
      {
        class: "graph-frame",
        tabindex: 0,
        role: "region",
        "aria-label": "Graph drawing: arrow keys move it, plus and minus zoom",
      },
      this.content,
    );
    const size = () => this.drawing ?? { width: 300, height: 300 };
    this.view = new PanZoom(this.frame, this.content, size);
    const zoom = (factor: number) => () => this.view.zoom(factor);
    this.places = new Segments<Place>(
      "Where the graph is",
      [
        { value: "panel", label: "In the panel", icon: "panel" },
        { value: "below", label: "Below the robot", icon: "dockBelow" },
        { value: "beside", label: "Beside the robot", icon: "dockBeside" },
      ],
      (place) => this.move(place),
    );
    this.places.element.classList.add("wide-only");
    this.body = el(
      "div",
      { class: "graph-body" },
      el(
        "div",
        { class: "page-tools" },
        el(
          "div",
          { class: "tool-row", role: "group", "aria-label": "Graph" },
          button({ label: "Zoom in", icon: "plus", press: zoom(1.25) }),
          button({ label: "Zoom out", icon: "minus", press: zoom(0.8) }),
          button({ label: "Fit drawing", icon: "fit", press: () => this.view.fit() }),
          el("span", {
            class: "graph-legend",
            text: "n: joint variables. n_c: equations that close the loops.",
          }),
          el("span", { class: "spacer" }),
          this.places.element,
        ),
      ),
      el("div", { class: "graph-holder" }, this.frame),
      this.message,
    );
    const back = button({
      label: "Show it here",
      text: "Show it here",
      icon: "panel",
      press: () => this.move("panel"),
    });
    const note = el("p", { text: "The graph is docked with the robot." });
    this.note = el("div", { class: "empty graph-note" }, note, back);
    this.element = el("div", { class: "page graph-page" }, this.body, this.note);
    watchNarrow(() => this.place());
    this.frame.addEventListener("click", (event) => this.onClick(event));
    viewer.scene.watch(() => this.update());
    viewer.active.watch(() => this.update());
    viewer.theme.watch(() => this.paint());
    viewer.selected.watch(() => this.mark());
    this.place();
  }

  /** Called when the drawing leaves the panel, which then has room for something else. */
  onDock: () => void = () => {};

  shown(): void {
    this.update();
    this.view.start();
  }

  /** The theme has changed. */
  paint(): void {
    if (this.drawing) this.sheet.replaceSync(themedStyle(this.drawing.style, this.theme()));
  }

  private update(): void {
    const address = this.viewer.info?.graph ?? null;
    if (address === this.address || (this.element.hidden && !this.isDocked)) return;
    this.address = address;
    void this.load(address);
  }

  private async load(address: string | null): Promise<void> {
    let drawing: Drawing | undefined;
    let message = address === null ? "This robot has no graph drawing." : "";
    try {
      if (address !== null) {
        const answer = await this.viewer.fetch(address);
        if (!answer.ok)
          throw new Error(`The graph drawing could not be loaded (status ${answer.status}).`);
        drawing = readDrawing(await answer.text());
      }
    } catch (error) {
      message = (error as Error).message;
    }
    if (address !== this.address) return;
    this.drawing = drawing;
    setText(this.message, message);
    this.frame.hidden = !drawing;
    this.content.shadowRoot?.replaceChildren(...(drawing ? [drawing.svg] : []));
    this.paint();
    this.mark();
    this.view.start();
  }

  /** Whether the drawing is outside of the panel; a phone has no room for that. */
  private get isDocked(): boolean {
    return this.viewer.preferences.graphPlace !== "panel" && !isNarrow();
  }

  private move(place: Place): void {
    const was = this.isDocked;
    this.viewer.preferences.graphPlace = place;
    this.viewer.save();
    this.place();
    if (this.isDocked && !was) this.onDock();
    // What is moved within the page loses the focus.
    this.places.focus();
  }

  private place(): void {
    const { graphPlace } = this.viewer.preferences;
    const docked = this.isDocked;
    if (docked && graphPlace !== "panel") this.split.put(this.body, "Graph", graphPlace);
    else {
      this.split.clear();
      this.element.prepend(this.body);
    }
    this.note.hidden = !docked;
    this.places.value = graphPlace;
    this.update();
    this.view.start();
  }

  private onClick(event: MouseEvent): void {
    const robot = this.viewer.active.value;
    const shape = event
      .composedPath()
      .find((node): node is SVGElement => node instanceof SVGElement);
    const part = shape && this.partAt(shape, event.clientY);
    if (robot !== null && part) this.viewer.select({ robot, ...part });
  }

  /** What a shape stands for; in the box of a cluster, the line that is nearest to a height [px]. */
  private partAt(shape: SVGElement, y: number): NamedPart | undefined {
    const names = this.viewer.robot.value?.model;
    const title = titleOf(shape) ?? titleOf(shape.parentElement);
    if (!names || title === undefined) return undefined;
    const part = partOfTitle(title, names);
    const box = shape.closest("g");
    if (part || !title.startsWith("cluster ") || !box) return part;
    const away = (line: Element) => {
      const { top, bottom } = line.getBoundingClientRect();
      return Math.abs((top + bottom) / 2 - y);
    };
    const [line] = [...box.querySelectorAll(":scope > text:not(.number)")].sort(
      (one, other) => away(one) - away(other),
    );
    const before = line?.previousElementSibling;
    const number = before?.classList.contains("number") ? before.textContent : null;
    const titles = [...this.boxes()].map((each) => titleOf(each) ?? "");
    return partOfLine({ number, text: line?.textContent ?? "" }, bodiesOf(titles), names);
  }

  /** Marks the boxes of the link that is selected. */
  private mark(): void {
    const { robot, selected, active } = this.viewer;
    const part = selected.value;
    const names = robot.value?.model;
    for (const box of this.boxes()) {
      const own = names && partOfTitle(titleOf(box) ?? "", names);
      const chosen =
        part?.robot === active.value && own?.kind === part?.kind && own?.name === part?.name;
      toggleAttribute(box, "data-selected", own && chosen ? "" : null);
    }
  }

  private boxes(): Iterable<Element> {
    return this.drawing?.svg.querySelectorAll("g:has(> title), path:has(> title)") ?? [];
  }
}

function titleOf(shape: Element | null): string | undefined {
  return shape?.querySelector(":scope > title")?.textContent ?? undefined;
}
