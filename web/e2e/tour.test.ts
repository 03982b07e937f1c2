/**
 * Real robots, opened by `fourbar view` and read by the page itself: nothing goes wrong, and something is seen.
 * FOURBAR_CORPUS names their folder. A few of them by default; FOURBAR_TOUR=all opens every one, FOURBAR_TOUR=word
 * those with the word in their path, and FOURBAR_SHOTS=folder keeps the pictures.
 */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { project, python } from "./fourbar.js";
import { type Drawn, drawnOf, still } from "./picture.js";
import { type StaticServer, serveFolder } from "./static-server.js";
import { openViewer, ViewerPage } from "./viewer-page.js";
import { openPage, type PageOptions } from "./watched-page.js";
import { Workshop } from "./workshop.js";

const corpus = resolve(project, process.env.FOURBAR_CORPUS ?? "../shared/corpus");
const wanted = process.env.FOURBAR_TOUR ?? "";
const shots = process.env.FOURBAR_SHOTS;
/** Robots of a tour that is not told which to visit. */
const FEW = 6;
/** Of the width or the height of the picture: a robot that is a dot was not fitted to it. */
const SEEN = 0.15;
const options: PageOptions = {
  viewport: { width: 640, height: 420 },
  // What a file refers to and does not have is asked for.
  expected: /Failed to load resource/,
};

/** Descriptions that Python can read, below the corpus. */
function readable(): string[] {
  const script = `
import sys, fourbar as fb
from pathlib import Path
for file in sorted(Path(sys.argv[1]).rglob("*")):
    if file.suffix.lower() == ".urdf" and file.is_file() and fb.read(file).robot is not None:
        print(file)`;
  const found = execFileSync(python(), ["-c", script, corpus], { maxBuffer: 2 ** 24 });
  return found.toString().trim().split("\n");
}

function visited(): string[] {
  if (!existsSync(corpus)) return [];
  const files = readable().map((file) => relative(corpus, file));
  if (wanted === "all") return files;
  if (wanted !== "") return files.filter((file) => file.includes(wanted));
  return files.filter((_, k) => k % Math.ceil(files.length / FEW) === 0);
}

const files = visited();

/** What of a picture is robot: what is gone when it is hidden, on an empty ground. */
async function robotIn(viewer: ViewerPage, name: string): Promise<Drawn> {
  const { page } = viewer;
  await viewer.shown();
  if (shots) {
    await still(page);
    const path = join(resolve(project, shots), `tour-${name.replaceAll("/", "_")}.png`);
    await page.screenshot({ path });
  }
  for (const key of ["g", "h"]) await page.keyboard.press(key);
  await page.mouse.move(2, 2);
  await still(page);
  const title = page.locator(".robot-title");
  return drawnOf(page, async () => {
    await title.click();
    await viewer.item("Shown").click();
    await page.keyboard.press("Escape");
    await viewer.aside();
    await still(page);
  });
}

async function visit(viewer: ViewerPage, name: string): Promise<void> {
  try {
    const { width, height } = await robotIn(viewer, name);
    expect(
      Math.max(width, height),
      "the share of the picture that the robot takes",
    ).toBeGreaterThan(SEEN);
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
}

describe.skipIf(files.length === 0)("real robots", () => {
  const workshop = new Workshop();
  let server: StaticServer;
  beforeAll(async () => {
    if (shots) mkdirSync(resolve(project, shots), { recursive: true });
    await promisify(execFile)(python(), [join(project, "tools/site.py"), workshop.path("app")]);
    symlinkSync(corpus, workshop.path("corpus"));
    server = await serveFolder(workshop.folder);
  });
  afterAll(() => server?.close());

  test.each(files)("fourbar view %s", async (file) => {
    await visit(await openViewer([join(corpus, file)], options), file);
  });

  test.each(files)("read by the page: %s", async (file) => {
    const address = `../corpus/${file.split("/").map(encodeURIComponent).join("/")}`;
    const url = `${server.url}app/?open=${encodeURIComponent(address)}`;
    await visit(new ViewerPage(await openPage(url, options), url), `page/${file}`);
  });
});
