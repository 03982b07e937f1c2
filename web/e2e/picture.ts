/** What the canvas shows, as pixels. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Picture } from "./png.js";

export type Colour = readonly [red: number, green: number, blue: number];

const blurred = "blurred ";

/** A number for what is in the picture, labels included: the same for the same pixels. */
export async function look(page: Page): Promise<string> {
  return page
    .locator("canvas")
    .first()
    .evaluate((canvas: HTMLCanvasElement, mark: string) => {
      const { width, height } = canvas;
      const context = new OffscreenCanvas(width, height).getContext("2d");
      if (!context) throw new Error("No picture can be read here.");
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      let [a, b] = [0x811c9dc5, 0x9e3779b9];
      for (const pixel of new Uint32Array(data.buffer)) {
        a = Math.imul(a ^ pixel, 0x01000193);
        b = Math.imul(b ^ (pixel >>> 16), 0x85ebca6b) ^ (b >>> 13);
      }
      const labels = [...(canvas.parentElement?.children ?? [])]
        .filter((child) => child !== canvas)
        .map((child) => child.outerHTML);
      for (const letter of labels.join("")) a = Math.imul(a ^ letter.charCodeAt(0), 0x01000193);
      // On a slow machine fewer pixels are drawn while things move.
      const ratio = Math.min(window.devicePixelRatio, 2);
      const sharpness = width < Math.floor(canvas.clientWidth * ratio) ? mark : "";
      return `${sharpness}${width}x${height} ${a >>> 0} ${b >>> 0}`;
    }, blurred);
}

/** The pixels of the canvas. */
export async function pixelsOf(page: Page): Promise<Picture> {
  const { width, height, text } = await page
    .locator("canvas")
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const context = new OffscreenCanvas(width, height).getContext("2d");
      if (!context) throw new Error("No picture can be read here.");
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      let text = "";
      for (let at = 0; at < data.length; at += 0x8000)
        text += String.fromCharCode(...data.subarray(at, at + 0x8000));
      return { width, height, text: btoa(text) };
    });
  return { width, height, pixels: new Uint8Array(Buffer.from(text, "base64")) };
}

/** Longer than the page waits before it draws what takes time [ms]. */
const rest = 300;

/** The picture once it no longer changes, sharp and finished. */
export async function still(page: Page): Promise<string> {
  let last = await look(page);
  await expect
    .poll(async () => {
      await page.evaluate(
        (wait) =>
          new Promise((done) =>
            setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), wait),
          ),
        rest,
      );
      const next = await look(page);
      const same = next === last;
      last = next;
      return same && !next.startsWith(blurred);
    })
    .toBe(true);
  return last;
}

/** Waits until the picture is another one. */
export async function changed(page: Page, before: string, what = "the picture"): Promise<void> {
  await expect
    .poll(() => look(page), { message: `${what} should change the picture` })
    .not.toBe(before);
}

/** Waits until the picture is this one again. */
export async function restored(page: Page, picture: string, what = "the picture"): Promise<void> {
  await expect.poll(() => look(page), { message: `${what} should restore it` }).toBe(picture);
}

/** How many different colours there are, fine shades taken together. */
export function colours({ pixels }: Picture): number {
  const found = new Set<string>();
  for (let k = 0; k < pixels.length; k += 4)
    found.add([0, 1, 2].map((channel) => (pixels[k + channel] ?? 0) >> 4).join());
  return found.size;
}

/** Hue [degrees] and saturation [0..1] of a colour. */
function hueOf([r, g, b]: Colour): { hue: number; saturation: number } {
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const range = most - least;
  if (range === 0) return { hue: 0, saturation: 0 };
  const sixth =
    most === r ? (g - b) / range : most === g ? 2 + (b - r) / range : 4 + (r - g) / range;
  return { hue: (60 * sixth + 360) % 360, saturation: range / most };
}

/** Whether each pixel has about this hue. */
export function matches({ pixels }: Picture, colour: Colour): boolean[] {
  const wanted = hueOf(colour).hue;
  return Array.from({ length: pixels.length / 4 }, (_, k) => {
    const [r = 0, g = 0, b = 0] = pixels.subarray(4 * k, 4 * k + 3);
    const { hue, saturation } = hueOf([r, g, b]);
    const apart = Math.abs(hue - wanted);
    return saturation > 0.35 && Math.min(apart, 360 - apart) < 12;
  });
}

/** The middle of the largest square of a hue, in px of the page. */
export async function patchOf(page: Page, colour: Colour): Promise<{ x: number; y: number }> {
  await still(page);
  const box = await page.locator("canvas").first().boundingBox();
  const picture = await pixelsOf(page);
  const { width, height } = picture;
  const near = matches(picture, colour);
  const size = new Uint16Array(width * height);
  let best = { x: 0, y: 0, size: 0 };
  for (let y = 1; y < height; y++)
    for (let x = 1; x < width; x++) {
      const at = y * width + x;
      if (!near[at]) continue;
      const above = Math.min(size[at - width] ?? 0, size[at - width - 1] ?? 0);
      const own = 1 + Math.min(size[at - 1] ?? 0, above);
      size[at] = own;
      if (own > best.size) best = { x: x - (own >> 1), y: y - (own >> 1), size: own };
    }
  if (!box || best.size < 3) throw new Error(`Nothing in the picture has the colour ${colour}.`);
  const pixel = box.width / width;
  return { x: box.x + pixel * best.x, y: box.y + pixel * best.y };
}

/** How much of the width and height of the picture something takes, and how many pixels. */
export interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly pixels: number;
  /** Whether it goes on beyond an edge of the picture. */
  readonly cut: boolean;
}

/** What is gone from the picture after something was hidden. */
export async function drawnOf(page: Page, hide: () => Promise<void>): Promise<Drawn> {
  const before = await pixelsOf(page);
  await hide();
  const after = await pixelsOf(page);
  const { width, height } = before;
  if (after.width !== width || after.height !== height)
    throw new Error("The picture has another size.");
  const [columns, rows] = [new Set<number>(), new Set<number>()];
  let pixels = 0;
  for (let at = 0; at < width * height; at++) {
    const apart = [0, 1, 2].some((channel) => {
      const k = 4 * at + channel;
      return Math.abs((before.pixels[k] ?? 0) - (after.pixels[k] ?? 0)) > 8;
    });
    if (!apart) continue;
    pixels++;
    columns.add(at % width);
    rows.add(Math.floor(at / width));
  }
  const share = (places: ReadonlySet<number>, of: number) =>
    places.size === 0 ? 0 : (Math.max(...places) - Math.min(...places) + 1) / of;
  const cut =
    [0, width - 1].some((x) => columns.has(x)) || [0, height - 1].some((y) => rows.has(y));
  return { width: share(columns, width), height: share(rows, height), pixels, cut };
}
