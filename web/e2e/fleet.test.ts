/** What `fourbar fleet` leaves behind: a page that is sorted and filtered, and clouds of points. */
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changed, restored, still } from "./picture.js";
import { openViewer, type ViewerPage } from "./viewer-page.js";
import { openPage, type WatchedPage } from "./watched-page.js";
import { Workshop } from "./workshop.js";

const workshop = new Workshop();

describe("the summary of a fleet", () => {
  let watched: WatchedPage;

  beforeAll(async () => {
    await workshop.python(`
import fourbar as fb
from pathlib import Path
Path("robots").mkdir()
for name in ("four_bar", "iiwa14", "stewart", "gripper"):
    fb.save(fb.load(f"gallery:{name}"), f"robots/{name}.urdf")
Path("robots/broken.urdf").write_text("<robot")
fb.fleet.run("check", ["robots"], output="out", workers_count=1)
`);
    watched = await openPage(pathToFileURL(workshop.path("out/summary.html")).href);
  }, 120_000);
  afterAll(() => watched?.close());

  const column = (page: Page, number: number) =>
    page
      .locator("#robots tbody tr:not([hidden])")
      .evaluateAll(
        (rows, k) => rows.map((row) => (row as HTMLTableRowElement).cells[k]?.textContent ?? ""),
        number,
      );

  test("numbers are sorted as numbers, both ways", async () => {
    const { page } = watched;
    const links = page.getByRole("button", { name: "links" });
    await links.click();
    expect(await column(page, 3)).toEqual(["", "4", "5", "10", "14"]);
    const head = page.locator("th", { has: links });
    expect(await head.getAttribute("aria-sort")).toBe("ascending");
    await links.click();
    expect(await column(page, 3)).toEqual(["14", "10", "5", "4", ""]);
    expect(await head.getAttribute("aria-sort")).toBe("descending");
  });

  test("names are sorted as words", async () => {
    const { page } = watched;
    await page.getByRole("button", { name: "robot", exact: true }).click();
    const names = ["broken", "four_bar", "gripper", "iiwa14", "stewart"];
    // The robot's name, and below it that of its file without the folder that all share.
    expect(await column(page, 1)).toEqual(names.map((name) => `${name}${name}.urdf`));
  });

  test("what is typed is looked for, and what is deleted no longer", async () => {
    const { page } = watched;
    const field = page.getByRole("searchbox", { name: "Filter robots" });
    await field.fill("STEW");
    expect(await column(page, 2)).toEqual(["ok"]);
    await field.fill("broken");
    expect((await column(page, 1)).join()).toContain("broken");
    await field.fill("");
    expect(await column(page, 2)).toHaveLength(5);
  });

  test("every robot that was read has a picture, and nothing is fetched", async () => {
    const { page } = watched;
    const widths = await page
      .locator("#robots img")
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
    expect(widths).toEqual([160, 160, 160, 160]);
    expect(watched.problems).toEqual([]);
    expect(watched.requests.filter((url) => url.startsWith("http"))).toEqual([]);
  });
});

describe("a cloud of points", () => {
  let viewer: ViewerPage;

  beforeAll(async () => {
    await workshop.python(`
import fourbar as fb, numpy as np
points = np.stack(np.meshgrid(*[np.linspace(-0.4, 0.4, 9)] * 3), -1).reshape(-1, 3)
cloud = fb.gltf.Cloud(points, points[:, 2] * 10.0, "payload [kg]", 0.04)
fb.save(fb.load("gallery:four_bar"), "cloud.glb", clouds=[cloud])
`);
    viewer = await openViewer([workshop.path("cloud.glb")]);
    await viewer.shown();
  }, 60_000);
  afterAll(() => viewer?.close());

  test("has a scale with its label and ends", async () => {
    const scale = viewer.page.getByRole("img", { name: "payload [kg]: -4 to 4" });
    await scale.waitFor();
    expect(await scale.textContent()).toMatch(/payload \[kg\]\s*-4\s*4/);
  });

  test("is hidden and shown by its layer, with its scale, in both projections", async () => {
    const { page } = viewer;
    const scales = page.locator(".cloud-scales");
    await viewer.aside();
    for (const projection of ["perspective", "orthographic"]) {
      const before = await still(page);
      await page.keyboard.press("q");
      await changed(page, before, `the cloud, ${projection}`);
      expect(await scales.isVisible()).toBe(false);
      await page.keyboard.press("q");
      await restored(page, before, `the cloud, ${projection}`);
      expect(await scales.isVisible()).toBe(true);
      await page.keyboard.press("o");
      await still(page);
    }
    expect(viewer.problems).toEqual([]);
  });
});
