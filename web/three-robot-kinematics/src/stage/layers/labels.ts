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

/** A line of one pixel from the middle of a label. */
const leaderStyle = {
  position: "absolute",
  left: "50%",
  width: "1px",
  background: "currentColor",
  opacity: "0.6",
  zIndex: "-1",
} as const;

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
  leeway = 0;
  aside = 0;
  /** From the label to its point, where it stepped aside. */
  readonly leader = document.createElement("div");
  readonly element = document.createElement("div");
  private readonly words = document.createTextNode("");
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
    Object.assign(this.leader.style, leaderStyle);
    this.element.append(this.words, this.leader);
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
    this.words.data = short;
    this.width = 0;
  }
}

const point = new Vector3();

const restStyle = {
  position: "absolute",
  right: "12px",
  bottom: "12px",
  font,
  padding: "2px 6px",
  borderRadius: "4px",
  display: "none",
} as const;

export class Labels {
  private readonly host = document.createElement("div");
  private readonly labels: Label[] = [];
  private readonly order: number[] = [];
  private readonly rest = document.createElement("div");
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
    Object.assign(this.rest.style, restStyle);
    this.host.append(this.rest);
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
    this.dye({ element: this.rest });
  }

  /** Puts labels where their points are in the picture. */
  layOut(cameras: Cameras): void {
    if (this.labels.length === 0) {
      this.lack(0);
      return;
    }
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
    let lacking = 0;
    for (const label of this.labels) {
      const { element, shown, x, y, aside, width: wide, height: high, leader } = label;
      element.style.visibility = shown ? "visible" : "hidden";
      if (label.leeway > 0 && label.inside && !shown) lacking++;
      if (!shown) continue;
      const [left, top] = [Math.round(x - wide / 2), Math.round(y + aside - high / 2)];
      element.style.transform = `translate(${left}px, ${top}px)`;
      leader.style.height = `${Math.max(0, Math.abs(aside) - high / 2)}px`;
      leader.style[aside < 0 ? "top" : "bottom"] = "100%";
      leader.style[aside < 0 ? "bottom" : "top"] = "";
    }
    this.lack(lacking);
  }

  /** Says how many names found no room. */
  private lack(count: number): void {
    const text = count > 0 ? `${count} more ${count > 1 ? "names" : "name"}: zoom in` : "";
    if (this.rest.textContent === text) return;
    this.rest.textContent = text;
    this.rest.style.display = text ? "" : "none";
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
    for (const { shown, text, x, y: at, aside, width, height, tint } of this.labels) {
      if (!shown) continue;
      const y = at + aside;
      if (aside !== 0) {
        context.fillStyle = palette.label;
        context.fillRect(x, Math.min(y, at), 1, Math.abs(aside));
      }
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

  private dye({ element: { style } }: { readonly element: HTMLElement }): void {
    if (!this.palette) return;
    style.color = this.palette.label;
    style.background = this.palette.labelBack;
  }
}
