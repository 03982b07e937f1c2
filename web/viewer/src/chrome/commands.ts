/** What menus and keys can do beyond moving the robot. */

import type { ScreenshotOptions, Tool } from "three-robot-kinematics/stage";
import { el } from "../dom/element.js";
import { Signal } from "../signal.js";
import type { Viewer } from "../viewer.js";
import { HelpDialog } from "./help.js";
import type { Intake } from "./intake.js";
import { stateLink } from "./page-state.js";
import { StartDialog } from "./start.js";
import { filmTurn } from "./turntable.js";

export class Commands {
  readonly tool = new Signal<Tool>("turn");
  private readonly guide = new HelpDialog();
  private readonly beginning: StartDialog;

  constructor(
    private readonly viewer: Viewer,
    private readonly intake: Intake,
  ) {
    this.tool.value = viewer.stage.tool;
    this.beginning = new StartDialog(intake.session);
  }

  setTool(tool: Tool): void {
    this.viewer.stage.tool = tool;
    if (tool !== "measure") this.viewer.stage.clearMeasure();
    this.tool.value = tool;
  }

  help(): void {
    this.guide.open();
  }

  canDownload(): boolean {
    return this.viewer.info?.glb != null || this.openedGlb() !== undefined;
  }

  /** `add` keeps the robots that are there. */
  openFiles(add = false): void {
    this.ask(el("input", { type: "file", multiple: true }), add);
  }

  openFolder(add = false): void {
    this.ask(el("input", { type: "file", webkitdirectory: true }), add);
  }

  private ask(input: HTMLInputElement, add: boolean): void {
    input.addEventListener(
      "change",
      () => void this.intake.takeFiles([...(input.files ?? [])], add),
    );
    input.click();
  }

  /** Robots to begin with. */
  start(): void {
    this.beginning.open();
  }

  async screenshot(options: ScreenshotOptions & { readonly scale?: number } = {}): Promise<void> {
    try {
      save(await this.picture(options), `${this.fileName()}.png`);
    } catch (error) {
      this.viewer.notices.show(
        "error",
        `The screenshot could not be taken: ${(error as Error).message}`,
      );
    }
  }

  async copyPicture(): Promise<void> {
    const { notices } = this.viewer;
    try {
      const picture = this.picture({});
      await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
      notices.show("info", "Picture copied.");
    } catch (error) {
      notices.show("error", `The picture could not be copied: ${(error as Error).message}`);
    }
  }

  /** Saves a film of one turn around the scene. */
  async turntable(): Promise<void> {
    const { notices, stage } = this.viewer;
    const canvas = document.querySelector<HTMLCanvasElement>(".stage canvas");
    if (!canvas) return;
    notices.show("info", "Recording one turn…");
    try {
      save(await filmTurn(stage, canvas), `${this.fileName()}.webm`);
    } catch (error) {
      notices.show("error", `The film could not be made: ${(error as Error).message}`);
    }
  }

  saveText(text: string, name: string): void {
    save(new Blob([text], { type: "application/json" }), name);
  }

  private picture({
    scale,
    ...options
  }: ScreenshotOptions & { readonly scale?: number }): Promise<Blob> {
    const canvas = document.querySelector(".stage canvas");
    const width = scale === undefined ? options.width : scale * (canvas?.clientWidth ?? 1);
    const sized = width === undefined ? options : { ...options, width };
    return this.viewer.stage.screenshot(sized);
  }

  async downloadGlb(): Promise<void> {
    const { info } = this.viewer;
    const own = this.openedGlb();
    try {
      if (own) save(new Blob([own], { type: "model/gltf-binary" }), `${this.fileName()}.glb`);
      else if (info?.glb) {
        const answer = await this.viewer.fetch(info.glb);
        if (!answer.ok) throw new Error(`the server responded with status ${answer.status}`);
        save(await answer.blob(), `${this.fileName()}.glb`);
      }
    } catch (error) {
      this.viewer.notices.show(
        "error",
        `The robot could not be saved: ${(error as Error).message}`,
      );
    }
  }

  /** Whether a server can make a page of the scene. */
  canSaveHtml(): boolean {
    const { session } = this.intake;
    return session.connection !== undefined && session.opened.size === 0;
  }

  /** Asks for the scene as it is now as one HTML file; it is saved when it comes. */
  askHtml(): void {
    const state = new URL(stateLink(this.viewer, location.href)).hash.slice(1);
    const sent = this.intake.session.connection?.send({ type: "html", state }) ?? false;
    this.viewer.notices.show(
      sent ? "info" : "warning",
      sent ? "Making the HTML file…" : "The server is not connected.",
    );
  }

  async download(url: string, name: string): Promise<void> {
    try {
      const answer = await this.viewer.fetch(url);
      if (!answer.ok) throw new Error(`the server responded with status ${answer.status}`);
      save(await answer.blob(), name);
    } catch (error) {
      this.viewer.notices.show("error", `${name} could not be saved: ${(error as Error).message}`);
    }
  }

  /** The bytes of a GLB that this page opened itself. */
  private openedGlb(): ArrayBuffer | undefined {
    const own = this.intake.opened.get(this.viewer.active.value ?? "")?.source;
    return own instanceof ArrayBuffer ? own : undefined;
  }

  /** Letters, digits, dots, dashes and underscores only. */
  private fileName(): string {
    const name = this.viewer.info?.name ?? "robot";
    return name.replace(/[^\p{L}\p{N}._-]+/gu, "_").slice(0, 80) || "robot";
  }
}

function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = el("a", { href: address, download: name });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
