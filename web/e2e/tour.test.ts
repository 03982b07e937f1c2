/**
 * Real robots, opened by `fourbar view` and read by the page itself: nothing goes wrong, and something is seen.
 * FOURBAR_CORPUS names their folder. A few of them by default; FOURBAR_TOUR=all opens every one, FOURBAR_TOUR=word
 * those with the word in their path, and FOURBAR_SHOTS=folder keeps the pictures.
 */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
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
/** What a file refers to is asked for, wherever that is, and need not be there. */
function optionsFor(file: string): PageOptions {
  const named = readFileSync(join(corpus, file), "latin1").matchAll(/"(https?:\/\/[^"]+)"/g);
  const requests = [...named].map(
    ([, address = ""]) => `^request: ${address.replace(/[^\w]/g, "\\$&")}`,
  );
  return { expected: new RegExp(["Failed to load resource", ...requests].join("|")) };
}

/** Descriptions below the corpus that Python can read, and whether there is a link in them. */
function readable(): Map<string, boolean> {
  const script = `
import json, sys, fourbar as fb
from pathlib import Path
files = [f for f in sorted(Path(sys.argv[1]).rglob("*")) if f.suffix.lower() == ".urdf" and f.is_file()]
robots = ((file, fb.read(file).robot) for file in files)
print(json.dumps([(str(file), len(robot.links) > 0) for file, robot in robots if robot is not None]))`;
  const found = execFileSync(python(), ["-c", script, corpus], { maxBuffer: 2 ** 24 });
  const pairs = JSON.parse(found.toString()) as [string, boolean][];
  return new Map(pairs.map(([file, links]) => [relative(corpus, file), links]));
}

function chosen(files: readonly string[]): readonly string[] {
  if (wanted === "all") return files;
  if (wanted !== "") return files.filter((file) => file.includes(wanted));
  return files.filter((_, k) => k % Math.ceil(files.length / FEW) === 0);
}

const all = existsSync(corpus) ? readable() : new Map<string, boolean>();
const files = chosen([...all].filter(([, links]) => links).map(([file]) => file));
/** Some files are left over from macros: there is nothing to draw, and the page has to say so. */
const empty = chosen([...all].filter(([, links]) => !links).map(([file]) => file));

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
    const { width, height, cut } = await robotIn(viewer, name);
    expect(
      Math.max(width, height),
      "the share of the picture that the robot takes",
    ).toBeGreaterThan(SEEN);
    expect(cut, "whether the robot goes on beyond the picture").toBe(false);
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
}

async function hearsWhy(viewer: ViewerPage): Promise<void> {
  try {
    await viewer.page.getByText("the robot has no links").first().waitFor();
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
}

describe.skipIf(all.size === 0)("real robots", () => {
  const workshop = new Workshop();
  let server: StaticServer;
  beforeAll(async () => {
    if (shots) mkdirSync(resolve(project, shots), { recursive: true });
    await promisify(execFile)(python(), [join(project, "tools/site.py"), workshop.path("app")]);
    symlinkSync(corpus, workshop.path("corpus"));
    server = await serveFolder(workshop.folder);
  });
  afterAll(() => server?.close());

  const served = (file: string) => openViewer([join(corpus, file)], optionsFor(file));
  /** Without Python. */
  const alone = async (file: string) => {
    const address = `../corpus/${file.split("/").map(encodeURIComponent).join("/")}`;
    const url = `${server.url}app/?open=${encodeURIComponent(address)}`;
    return new ViewerPage(await openPage(url, optionsFor(file)), url);
  };

  test.each(files)("fourbar view %s", async (file) => visit(await served(file), file));
  test.each(files)("read by the page: %s", async (file) => {
    await visit(await alone(file), `page/${file}`);
  });
  test.each(empty)("fourbar view says why it shows nothing of %s", async (file) => {
    await hearsWhy(await served(file));
  });
  test.each(empty)("the page says why it shows nothing of %s", async (file) => {
    await hearsWhy(await alone(file));
  });
});
