/**
 * `<robot-viewer src="robot.urdf" sliders>`: a robot on any page, to look at, to drag and to drive.
 * `src` is a URDF with its meshes, or a GLB; `packages="name: address, ..."` is where packages are.
 *
 * Dispatches `load` when the robot is there (`element.robot`) and `error` (its `detail` is the error)
 * when it cannot be.
 */
import { disposeObject } from "../dispose.js";
import type { Robot } from "../robot.js";
import { Grab } from "./grab.js";
import { openRobot, packagesOf } from "./open.js";
import { buildSliders } from "./sliders.js";
import { Stage } from "./stage.js";

const style = `
  :host { display: flex; min-height: 20rem; font: 0.875rem system-ui, sans-serif; }
  :host([hidden]) { display: none; }
  canvas { flex: 1; min-width: 0; width: 100%; height: 100%; touch-action: none; outline-offset: -2px; }
  form { overflow-y: auto; width: 14rem; padding: 0.5rem 1rem; }
  form:empty { display: none; }
  label { display: grid; grid-template-columns: 1fr auto; margin-block: 0.5rem; }
  label.dependent span, label.mimic span { opacity: 0.7; }
  input { grid-column: 1 / -1; width: 100%; }
  p { margin: auto; padding: 1rem; white-space: pre-wrap; }
  p:empty { display: none; }
`;

export class RobotViewerElement extends HTMLElement {
  static readonly observedAttributes = ["src", "packages", "sliders"];

  /** The first robot of the file; undefined until `load`. */
  robot: Robot | undefined;
  private readonly canvas = document.createElement("canvas");
  private readonly panel = document.createElement("form");
  private readonly message = document.createElement("p");
  private stage: Stage | undefined;
  private undo: (() => void)[] = [];
  private removeSliders: () => void = () => {};
  private loading = 0;

  constructor() {
    super();
    // A constructed sheet, and no <style>: pages may forbid inline styles.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    this.message.setAttribute("role", "alert");
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", "Robot");
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    root.append(this.canvas, this.message, this.panel);
  }

  get src(): string {
    return this.getAttribute("src") ?? "";
  }

  set src(address: string) {
    this.setAttribute("src", address);
  }

  connectedCallback(): void {
    try {
      this.stage ??= new Stage(this.canvas);
    } catch (error) {
      this.fail(error);
      return;
    }
    void this.load();
  }

  disconnectedCallback(): void {
    this.clear();
    this.stage?.dispose();
    this.stage = undefined;
  }

  attributeChangedCallback(name: string): void {
    if (!this.stage) return;
    if (name === "sliders") this.showSliders();
    else void this.load();
  }

  private async load(): Promise<void> {
    this.clear();
    const turn = ++this.loading;
    if (!this.src) return;
    const controller = new AbortController();
    this.undo.push(() => controller.abort());
    try {
      const { scene, robot, ready } = await openRobot(this.src, {
        packageMap: packagesOf(this.getAttribute("packages")),
        signal: controller.signal,
        onChange: () => this.stage?.draw(),
      });
      // Another address may have been set, or the element taken away, while this one was loading.
      if (turn !== this.loading || !this.stage) return;
      this.stage.scene.add(scene);
      this.undo.push(() => {
        scene.removeFromParent();
        disposeObject(scene);
      });
      this.stage.fit(scene);
      if (robot) this.show(robot, this.stage);
      await ready;
      if (turn !== this.loading) return;
      this.stage.fit(scene);
      this.dispatchEvent(new CustomEvent("load"));
    } catch (error) {
      if (turn === this.loading) this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.message.textContent = error instanceof Error ? error.message : String(error);
    this.dispatchEvent(new CustomEvent("error", { detail: error }));
  }

  private show(robot: Robot, stage: Stage): void {
    this.robot = robot;
    this.canvas.setAttribute("aria-label", `Robot ${robot.name}`);
    robot.addEventListener("change", stage.draw);
    const grab = new Grab(robot, stage);
    this.undo.push(() => {
      grab.dispose();
      robot.dispose();
    });
    this.showSliders();
    this.undo.push(() => this.removeSliders());
  }

  private showSliders(): void {
    this.removeSliders();
    if (this.robot && this.hasAttribute("sliders")) {
      this.removeSliders = buildSliders(this.robot, this.panel);
    }
  }

  private clear(): void {
    this.loading++;
    for (const step of this.undo.reverse()) step();
    this.undo = [];
    this.robot = undefined;
    this.message.textContent = "";
    this.stage?.draw();
  }
}

// A page may load the script twice.
if (!customElements.get("robot-viewer")) customElements.define("robot-viewer", RobotViewerElement);

declare global {
  interface HTMLElementTagNameMap {
    "robot-viewer": RobotViewerElement;
  }
}
