import { button } from "../../dom/button.js";
import { Dialog } from "../../dom/dialog.js";
import { el, setText, toggleAttribute } from "../../dom/element.js";
import type { Viewer } from "../../viewer.js";
import type { Panel } from "../panel.js";
import { type Drawing, readDrawing, themedStyle } from "./drawing.js";
import { PanZoom } from "./pan-zoom.js";
import { bodiesOf, type NamedPart, partOfLine, partOfTitle } from "./parts.js";

/** The graph drawing of the robot: drag to move, wheel to zoom; a click on a part selects it. */
export class GraphPanel implements Panel {
  readonly element: HTMLElement;
  private readonly frame: HTMLElement;
  private readonly content = el("div", { class: "graph-content" });
  private readonly sheet = new CSSStyleSheet();
  private readonly message = el("p", { class: "empty" });
  private readonly view: PanZoom;
  private readonly large = new Dialog("Graph", { wide: true });
  private readonly holder: HTMLElement;
  private drawing: Drawing | undefined;
  private address: string | null = null;

  constructor(
    private readonly viewer: Viewer,
    private readonly theme: () => "light" | "dark",
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
    this.holder = el("div", { class: "graph-holder" }, this.frame);
    this.element = el(
      "div",
      { class: "page graph-page" },
      el(
        "div",
        { class: "page-tools" },
        el(
          "div",
          { class: "tool-row", role: "group", "aria-label": "Graph" },
          button({ label: "Zoom in", icon: "plus", press: zoom(1.25) }),
          button({ label: "Zoom out", icon: "minus", press: zoom(0.8) }),
          button({ label: "Fit drawing", icon: "fit", press: () => this.view.fit() }),
          el("span", { class: "spacer" }),
          button({
            label: "Open large",
            text: "Open large",
            icon: "expand",
            press: () => this.enlarge(),
          }),
        ),
      ),
      this.holder,
      el("p", {
        class: "graph-legend",
        text: "n: joint variables. n_c: equations that close the loops.",
      }),
      this.message,
    );
    this.large.element.addEventListener("close", () => {
      this.holder.append(this.frame);
      this.view.start();
    });
    this.frame.addEventListener("click", (event) => this.onClick(event));
    viewer.scene.watch(() => this.update());
    viewer.active.watch(() => this.update());
    viewer.theme.watch(() => this.paint());
    viewer.selected.watch(() => this.mark());
  }

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
    if (address === this.address || this.element.hidden) return;
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

  private enlarge(): void {
    this.large.body.replaceChildren(this.frame);
    this.large.open();
    this.view.fit();
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
