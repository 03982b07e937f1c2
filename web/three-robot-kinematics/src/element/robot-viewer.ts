/**
 * `<robot-viewer src="robot.urdf" controls>`: a robot on any page, to look at, to drag and to drive, on
 * the same stage as fourbar's viewer.
 *
 * Dispatches `load` (`detail.findings`) when the robot is there (`element.robot`), `error` (its `detail` is the error) when it
 * cannot be, `pose-change` (`detail.values`, `detail.user`) at most once per frame, and `select`
 * (`detail.part`: a link, joint or loop, or null).
 */
import type { JointValue, JointValues } from "../joint.js";
import type { Robot } from "../robot.js";
import {
  layerNames,
  layersAtFirst,
  parseCamera,
  type ShownDof,
  Stage,
  stillness,
  type Theme,
} from "../stage/index.js";
import { type Finding, UrdfError } from "../urdf/finding.js";
import { known, layersOf, packagesOf, poseOf, unitsOf, wordOf } from "./attributes.js";
import { openRobot } from "./open.js";
import { buildSliders } from "./sliders.js";
import { style } from "./style.js";

const id = "robot";
const dark = matchMedia("(prefers-color-scheme: dark)");

/** A robot on any page: `<robot-viewer src="robot.urdf" controls>`. */
export class RobotViewerElement extends HTMLElement {
  static readonly observedAttributes = [
    "src",
    "packages",
    "pose",
    "camera",
    "layers",
    "theme",
    "units",
    "controls",
    "autoplay",
    "poster",
    "loading",
  ];

  /** Where the robot is drawn, for what attributes do not reach; undefined while not on a page. */
  stage: Stage | undefined;
  private readonly states: CustomStateSet;
  private readonly host = document.createElement("div");
  private readonly poster = document.createElement("img");
  private readonly bar = document.createElement("progress");
  private readonly panel = document.createElement("form");
  private readonly notice = document.createElement("div");
  private readonly message = document.createElement("p");
  /** What is wrong, by where it comes from. */
  private readonly faults = new Map<string, string>();
  private loading: AbortController | undefined;
  private found: readonly Finding[] = [];
  private removeSliders: () => void = () => {};
  private frame = 0;
  private movedByUser = false;
  private units = unitsOf(null);

  constructor() {
    super();
    this.states = this.attachInternals().states;
    // A constructed sheet, and no <style>: pages may forbid inline styles.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    const { host, poster, bar, panel } = this;
    host.className = "stage";
    host.part.add("stage");
    poster.className = "poster";
    poster.alt = "";
    poster.part.add("poster");
    bar.part.add("progress");
    bar.ariaLabel = "Loading";
    panel.part.add("panel");
    panel.ariaLabel = "Joints";
    const [frame, body] = [document.createElement("div"), document.createElement("div")];
    frame.className = "frame";
    body.className = "body";
    body.append(host, panel);
    frame.append(this.makeNotice(), body);
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    root.append(frame);
  }

  /** The robot of the file; undefined until `load`. */
  get robot(): Robot | undefined {
    return this.stage?.robots.get(id)?.model;
  }

  /** What is wrong with a URDF and its files, as `fourbar check` reports it; empty until `load`. */
  get findings(): readonly Finding[] {
    return this.found;
  }

  get src(): string {
    return this.getAttribute("src") ?? "";
  }

  set src(address: string) {
    this.setAttribute("src", address);
  }

  /** Values of all joints [rad and m]; a number where a joint has one. */
  get pose(): Record<string, JointValue> {
    return Object.fromEntries(this.robot?.getJointValues() ?? []);
  }

  /** Moves joints, loops closed; others stay. Names that the robot does not have are an error. */
  set pose(values: JointValues) {
    if (this.robot) this.stage?.setPose(id, values, { silent: true, partial: true });
  }

  connectedCallback(): void {
    try {
      this.stage ??= this.makeStage();
    } catch (error) {
      this.fail("stage", error);
      return;
    }
    dark.addEventListener("change", this.paint);
    void this.load();
    for (const name of ["poster", "theme", "layers", "camera", "units"]) this.read(name);
  }

  disconnectedCallback(): void {
    dark.removeEventListener("change", this.paint);
    this.clear();
    cancelAnimationFrame(this.frame);
    this.stage?.dispose();
    this.stage = undefined;
  }

  attributeChangedCallback(name: string): void {
    if (!this.stage) return;
    if (["src", "packages", "loading"].includes(name)) void this.load();
    else this.read(name);
  }

  /** Where faults are told: above the stage, until somebody closes it. */
  private makeNotice(): HTMLElement {
    const { notice, message } = this;
    const close = document.createElement("button");
    close.type = "button";
    close.ariaLabel = "Close message";
    close.textContent = "\u00d7";
    close.part.add("close");
    close.addEventListener("click", () => {
      this.faults.clear();
      this.tell();
    });
    message.setAttribute("role", "alert");
    notice.className = "message";
    notice.part.add("message");
    notice.hidden = true;
    notice.append(message, close);
    return notice;
  }

  private makeStage(): Stage {
    const stage = new Stage(this.host, { scrolling: true });
    // Links are pulled by any point, and through loops.
    stage.tool = "pull";
    this.host.append(this.bar);
    this.host.querySelector("canvas")?.part.add("canvas");
    stage.addEventListener("pose", ({ user }) => this.told(user));
    stage.addEventListener("select", ({ part }) =>
      this.dispatchEvent(new CustomEvent("select", { detail: { part } })),
    );
    stage.addEventListener("robots", () => this.showSliders());
    stage.addEventListener("error", ({ message }) => this.fail("stage", new Error(message)));
    return stage;
  }

  /** Carries out one attribute; a mistake in it is shown. */
  private read(name: string): void {
    this.faults.delete(name);
    try {
      this.apply(name, this.getAttribute(name));
      this.tell();
    } catch (error) {
      this.fail(name, error);
    }
  }

  private apply(name: string, text: string | null): void {
    const { stage } = this;
    if (!stage) return;
    if (name === "theme") this.paint();
    else if (name === "layers") {
      const layers = layersOf(text);
      for (const layer of layerNames)
        stage.setLayer(layer, layers.get(layer) ?? layersAtFirst.has(layer));
    } else if (name === "camera") {
      if (text) stage.camera = parseCamera(text);
    } else if (name === "poster") {
      this.poster.remove();
      if (!text) return;
      this.poster.src = text;
      this.host.append(this.poster);
    } else if (name === "units") {
      this.units = unitsOf(null);
      this.units = unitsOf(text);
      this.showSliders();
    } else if (name === "controls") this.showSliders();
    else if (name === "pose") {
      if (text && this.robot) {
        const values = known(poseOf(text), this.robot);
        stage.setPose(id, values, { silent: true, partial: true });
      }
    } else if (name === "autoplay") this.play();
  }

  private readonly paint = (): void => {
    if (!this.stage) return;
    const choice = wordOf("theme", this.getAttribute("theme"), ["auto", "light", "dark"]);
    const theme: Theme = choice === "auto" ? (dark.matches ? "dark" : "light") : choice;
    this.stage.theme = theme;
    if (theme === "dark") this.states.add("dark");
    else this.states.delete("dark");
    // The page's own background shows through where it gives one.
    const own = getComputedStyle(this).getPropertyValue("--robot-viewer-background").trim();
    this.stage.background = own === "" ? "gradient" : "transparent";
  };

  private async load(): Promise<void> {
    this.clear();
    const { stage, src } = this;
    if (!src || !stage) return;
    const controller = new AbortController();
    const { signal } = controller;
    this.loading = controller;
    try {
      const when = wordOf("loading", this.getAttribute("loading"), ["eager", "lazy"]);
      if (when === "lazy") await this.seen(signal);
      this.states.add("loading");
      this.ariaBusy = "true";
      this.bar.removeAttribute("value");
      const source = await openRobot(src, {
        packageMap: packagesOf(this.getAttribute("packages")),
        signal,
        onProgress: ({ loaded, total }) => {
          this.bar.value = total === 0 ? 1 : loaded / total;
        },
        onFindings: (findings, missing) => {
          this.found = findings;
          if (missing.length > 0) this.fail("missing", new Error(missing.join("\n")));
        },
      });
      signal.throwIfAborted();
      const pose = this.getAttribute("pose");
      const shown = await stage.show(id, source, { pose: pose ? poseOf(pose) : null });
      signal.throwIfAborted();
      this.host.querySelector("canvas")?.setAttribute("aria-label", `Robot ${shown.name}`);
      this.finish();
      // Also reports joints that do not exist.
      this.read("pose");
      this.states.add("loaded");
      this.play();
      this.dispatchEvent(new CustomEvent("load", { detail: { findings: this.findings } }));
    } catch (error) {
      // Another address was set, or the element taken away, while this one was loading.
      if (signal.aborted) return;
      if (error instanceof UrdfError) this.found = error.findings;
      this.fail("src", error);
    }
  }

  /** Resolves when the element comes near the part of the page that is seen. */
  private seen(signal: AbortSignal): Promise<void> {
    // Each wait has an observer of its own: an element that is moved waits again before its first
    // wait has ended.
    let observer: IntersectionObserver | undefined;
    return new Promise<void>((resolve, reject) => {
      observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) resolve();
        },
        { rootMargin: "200px" },
      );
      observer.observe(this);
      signal.addEventListener("abort", () => reject(signal.reason));
    }).finally(() => observer?.disconnect());
  }

  private fail(where: string, error: unknown): void {
    this.finish();
    this.faults.set(where, error instanceof Error ? error.message : String(error));
    this.tell();
    this.dispatchEvent(new CustomEvent("error", { detail: error }));
  }

  private tell(): void {
    this.notice.hidden = this.faults.size === 0;
    this.message.textContent = [...this.faults.values()].join("\n");
  }

  private finish(): void {
    this.states.delete("loading");
    this.ariaBusy = null;
  }

  private play(): void {
    const { stage, robot } = this;
    const text = this.getAttribute("autoplay");
    if (!stage || !robot) return;
    stage.animate(id, null);
    stage.autoRotate = false;
    // Whoever asked the system for little movement gets none that nobody asked for.
    if (text === null || stillness()) return;
    const what = wordOf("autoplay", text, ["motion", "turntable"]);
    if (what === "turntable") stage.autoRotate = true;
    else stage.animate(id, stage.robots.get(id)?.clips[0] ?? "demo");
    stage.invalidate();
  }

  private told(user: boolean): void {
    this.movedByUser ||= user;
    if (user) this.stage?.animate(id, null);
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      const detail = { values: this.pose, user: this.movedByUser };
      this.movedByUser = false;
      this.dispatchEvent(new CustomEvent("pose-change", { detail }));
    });
  }

  private showSliders(): void {
    this.removeSliders();
    this.removeSliders = () => {};
    const { robot, stage } = this;
    if (!robot || !stage || !this.hasAttribute("controls")) return;
    this.removeSliders = buildSliders(robot, this.panel, this.units, {
      move: ({ joint, index }: ShownDof, value) => {
        const present = robot.joints.get(joint)?.value ?? 0;
        const wanted =
          typeof present === "number"
            ? value
            : present.map((other, k) => (k === index ? value : other));
        stage.setPose(id, new Map([[joint, wanted]]), { wrap: true, partial: true });
      },
      reset: () => stage.resetPose(id),
    });
  }

  private clear(): void {
    this.loading?.abort();
    this.loading = undefined;
    this.stage?.remove(id);
    this.removeSliders();
    this.removeSliders = () => {};
    this.found = [];
    for (const where of ["src", "missing", "stage", "pose"]) this.faults.delete(where);
    this.tell();
    this.states.delete("loaded");
    this.finish();
  }
}

// A page may load the script twice.
if (!customElements.get("robot-viewer")) customElements.define("robot-viewer", RobotViewerElement);

declare global {
  interface HTMLElementTagNameMap {
    "robot-viewer": RobotViewerElement;
  }
}
