/**
 * Text over the picture, in elements of the page: crisp at every size, and nothing but text whatever a
 * file calls its links.
 */
import { Vector3 } from "three";
import type { Palette } from "../scene/palette.js";
import type { Cameras } from "../view/cameras.js";
import { type LabelBox, layOutLabels } from "./label-layout.js";

const longest = 60;
const fontSize = 11;
const font = `${fontSize}px system-ui, sans-serif`;

export class Label implements LabelBox {
  readonly at = new Vector3();
  x = 0;
  y = 0;
  width = 0;
  height = 0;
  inside = false;
  rank = 0;
  shown = false;
  /** Whether it is left out. */
  hidden = false;
  /** Added to the distance from the camera: below zero for what must be seen. */
  favour = 0;
  /** How far above its point it is [px]. */
  lift = 0;
  readonly element = document.createElement("div");
  private content = "";
  private colour = "";

  constructor(text: string, tint = "") {
    const { style } = this.element;
    style.position = "absolute";
    style.left = "0";
    style.top = "0";
    style.font = font;
    style.lineHeight = "1.3";
    style.padding = "0 4px";
    style.borderRadius = "4px";
    style.whiteSpace = "pre";
    style.visibility = "hidden";
    style.willChange = "transform";
    this.tint = tint;
    this.text = text;
  }

  /** Colour of the line below the text; none if empty. */
  get tint(): string {
    return this.colour;
  }

  set tint(tint: string) {
    if (tint === this.colour) return;
    this.colour = tint;
    this.element.style.borderBottom = tint && `2px solid ${tint}`;
  }

  get text(): string {
    return this.content;
  }

  set text(text: string) {
    const short = text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
    if (short === this.content) return;
    this.content = short;
    this.element.textContent = short;
    this.width = 0;
  }
}

const point = new Vector3();

export class Labels {
  private readonly host = document.createElement("div");
  private readonly labels: Label[] = [];
  private readonly order: number[] = [];
  private palette: Palette | undefined;

  constructor(parent: HTMLElement) {
    const { style } = this.host;
    style.position = "absolute";
    style.inset = "0";
    style.overflow = "hidden";
    style.pointerEvents = "none";
    style.userSelect = "none";
    this.host.setAttribute("aria-hidden", "true");
    parent.append(this.host);
  }

  add(...labels: Label[]): void {
    this.labels.push(...labels);
    for (const label of labels) {
      this.dye(label);
      this.host.append(label.element);
    }
  }

  remove(...labels: Label[]): void {
    const gone = new Set(labels);
    for (const label of labels) label.element.remove();
    const kept = this.labels.filter((label) => !gone.has(label));
    this.labels.length = 0;
    this.labels.push(...kept);
  }

  paint(palette: Palette): void {
    this.palette = palette;
    for (const label of this.labels) this.dye(label);
  }

  /** Puts labels where their points are in the picture. */
  layOut(cameras: Cameras): void {
    if (this.labels.length === 0) return;
    const { width, height, current } = cameras;
    for (const label of this.labels) {
      if (label.width === 0) {
        label.width = label.element.offsetWidth;
        label.height = label.element.offsetHeight;
      }
      point.copy(label.at).project(current);
      label.inside =
        !label.hidden && Math.abs(point.x) < 1 && Math.abs(point.y) < 1 && Math.abs(point.z) < 1;
      label.x = ((point.x + 1) / 2) * width;
      label.y = ((1 - point.y) / 2) * height - label.lift;
      label.rank = point.z + label.favour;
    }
    layOutLabels(this.labels, this.order);
    for (const { element, shown, x, y, width: wide, height: high } of this.labels) {
      element.style.visibility = shown ? "visible" : "hidden";
      if (!shown) continue;
      const [left, top] = [Math.round(x - wide / 2), Math.round(y - high / 2)];
      element.style.transform = `translate(${left}px, ${top}px)`;
    }
  }

  /** Draws the labels that are shown on a picture of `scale` pixels for each of the page. */
  draw(context: CanvasRenderingContext2D, scale: number): void {
    const { palette } = this;
    if (!palette) return;
    context.save();
    context.scale(scale, scale);
    context.font = font;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const { shown, text, x, y, width, height, tint } of this.labels) {
      if (!shown) continue;
      context.fillStyle = palette.labelBack;
      context.beginPath();
      context.roundRect(x - width / 2, y - height / 2, width, height, 4);
      context.fill();
      if (tint) {
        context.fillStyle = tint;
        context.fillRect(x - width / 2, y + height / 2 - 2, width, 2);
      }
      context.fillStyle = palette.label;
      context.fillText(text, x, y);
    }
    context.restore();
  }

  dispose(): void {
    this.host.remove();
  }

  private dye({ element: { style } }: Label): void {
    if (!this.palette) return;
    style.color = this.palette.label;
    style.background = this.palette.labelBack;
  }
}
