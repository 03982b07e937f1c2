/** What is drawn on: a canvas that fills its host, with as many pixels as are worth their time. */
import type { WebGLRenderer } from "three";
import { makeRenderer } from "./scene/renderer.js";

/** More pixels than these per unit of the page cost time and show nothing. */
const mostPixels = 2;

export interface SurfaceHandlers {
  /** The host has another size [px]. */
  resized(width: number, height: number): void;
  /** The graphics card has taken all away, or can be drawn with again. */
  lost(): void;
  restored(): void;
}

export class Surface {
  readonly canvas = document.createElement("canvas");
  readonly renderer: WebGLRenderer;
  private readonly resizes: ResizeObserver;
  /** That the next picture will have [px]. */
  private size: [width: number, height: number] | undefined;

  constructor(
    private readonly host: HTMLElement,
    private readonly on: SurfaceHandlers,
  ) {
    const { canvas } = this;
    const { style } = canvas;
    style.display = "block";
    style.width = "100%";
    style.height = "100%";
    style.outlineOffset = "-2px";
    canvas.tabIndex = 0;
    // It takes keys of its own: arrows turn, + and - zoom, 0 fits.
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-roledescription", "3D view");
    canvas.setAttribute("aria-label", "Robot");
    if (getComputedStyle(host).position === "static") host.style.position = "relative";
    this.renderer = makeRenderer(canvas);
    host.append(canvas);
    canvas.addEventListener("webglcontextlost", this.lost);
    canvas.addEventListener("webglcontextrestored", this.restored);
    this.resizes = new ResizeObserver(() => this.resize());
    this.resizes.observe(host);
  }

  /** Pixels per unit of the page at their best. */
  get ratio(): number {
    return Math.min(mostPixels, devicePixelRatio);
  }

  /** Before drawing: sets how many pixels are drawn, as a share of the best. */
  set share(share: number) {
    // A canvas of another size is empty until it is drawn on: not before that.
    if (this.size) this.renderer.setSize(...this.size, false);
    this.size = undefined;
    const ratio = share * this.ratio;
    if (this.renderer.getPixelRatio() !== ratio) this.renderer.setPixelRatio(ratio);
  }

  /** Takes over the size of the host; a host that cannot be seen has none. */
  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) return;
    this.size = [width, height];
    this.on.resized(width, height);
  }

  dispose(): void {
    this.resizes.disconnect();
    this.canvas.removeEventListener("webglcontextlost", this.lost);
    this.canvas.removeEventListener("webglcontextrestored", this.restored);
    this.renderer.dispose();
    this.canvas.remove();
  }

  private readonly lost = (event: Event): void => {
    // Without this the browser does not give another one.
    event.preventDefault();
    this.on.lost();
  };

  private readonly restored = (): void => this.on.restored();
}
