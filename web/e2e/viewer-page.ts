/** The viewer as people use it: by names and roles, never by what is inside. */
import { pathToFileURL } from "node:url";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { view } from "./fourbar.js";
import { openPage, type PageOptions, type WatchedPage } from "./watched-page.js";

/** A point of the page [px]. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export class ViewerPage {
  constructor(
    private readonly watched: WatchedPage,
    readonly url: string,
    private readonly stop: () => Promise<void> = async () => {},
  ) {}

  get page(): Page {
    return this.watched.page;
  }

  get problems(): readonly string[] {
    return this.watched.problems;
  }

  get requests(): readonly string[] {
    return this.watched.requests;
  }

  /** Waits until the whole robot is in the picture. */
  async shown(): Promise<void> {
    const counts = this.page.locator(".statistics").filter({ hasText: "triangle" });
    await counts.waitFor({ state: "attached" });
  }

  slider(joint: string): Locator {
    return this.page.getByRole("slider", { name: joint, exact: true });
  }

  field(joint: string): Locator {
    return this.page.getByRole("textbox", { name: `${joint} value`, exact: true });
  }

  /** Waits until the page has shown what it was told. */
  async frame(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }

  /** The number in a joint's field. */
  async value(joint: string): Promise<number> {
    await this.frame();
    return Number(await this.field(joint).inputValue());
  }

  /** Numbers of all joints by label. */
  async values(): Promise<Record<string, number>> {
    await this.frame();
    const found = await this.page
      .locator(".value-field")
      .evaluateAll((fields) =>
        fields.map((field) => [
          field.getAttribute("aria-label")?.replace(/ value$/, ""),
          (field as HTMLInputElement).value,
        ]),
      );
    return Object.fromEntries(found.map(([name, text]) => [name, Number(text)]));
  }

  /** Types into a joint's field. */
  async type(joint: string, text: string): Promise<void> {
    await this.field(joint).fill(text);
    await this.field(joint).press("Enter");
  }

  tab(name: string): Locator {
    return this.page.getByRole("tab", { name });
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** Opens a menu of the toolbar and presses an item. */
  async choose(menu: string, item: string): Promise<void> {
    await this.button(menu).click();
    await this.item(item).click();
  }

  /** A switch in a menu of the toolbar; the menu has to be open. */
  item(name: string): Locator {
    return this.page
      .getByRole("menu")
      .locator(".menu-item", { has: this.page.getByText(name, { exact: true }) });
  }

  /** Takes the pointer and the focus off the robot. */
  async aside(): Promise<void> {
    await this.page.keyboard.press("Escape");
    await this.page.mouse.move(2, 2);
  }

  /** Drags over the canvas, slowly enough to be followed. */
  async drag(from: Place, to: Place, steps = 8): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(to.x, to.y, { steps });
    await mouse.up();
  }

  async close(): Promise<void> {
    await this.watched.close();
    await this.stop();
  }
}

export async function openViewer(
  args: readonly string[],
  options: PageOptions = {},
): Promise<ViewerPage> {
  const { url, stop } = await view(...args);
  return new ViewerPage(await openPage(url, options), url, stop);
}

/** A page that is a file. */
export async function openFile(path: string): Promise<ViewerPage> {
  const url = pathToFileURL(path).href;
  return new ViewerPage(await openPage(url), url);
}

/** One page for the tests of a block; each of them fails if something went wrong in the page. */
function sharedPage(open: () => Promise<ViewerPage>, isEmpty = false): () => ViewerPage {
  const held: { viewer?: ViewerPage } = {};
  beforeAll(async () => {
    held.viewer = await open();
    if (!isEmpty) await held.viewer.shown();
  });
  afterEach(() => expect(held.viewer?.problems).toEqual([]));
  afterAll(() => held.viewer?.close());
  return () => held.viewer as ViewerPage;
}

/** A page of `fourbar view` with these arguments; `isEmpty`: without a robot. */
export function viewerOf(
  args: () => readonly string[],
  { isEmpty = false, ...options }: PageOptions & { readonly isEmpty?: boolean } = {},
) {
  return sharedPage(() => openViewer(args(), options), isEmpty);
}

/** A page from disk. */
export function fileOf(path: () => Promise<string>) {
  return sharedPage(async () => openFile(await path()));
}
