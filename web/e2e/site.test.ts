/** The viewer as a page without a server: dropped folders, archives, URDF and GLB files, offline. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fourbar, project, python } from "./fourbar.js";
import { changed, colours, pixelsOf, still } from "./picture.js";
import { type StaticServer, serveFolder } from "./static-server.js";
import { ViewerPage } from "./viewer-page.js";
import { openPage } from "./watched-page.js";
import { arm, plate, Workshop } from "./workshop.js";

const workshop = new Workshop();
const run = promisify(execFile);
const meshed = arm().replace(
  '<box size="0.1 0.1 0.4"/>',
  '<mesh filename="package://my_robot/meshes/plate.obj"/>',
);
let server: StaticServer;

beforeAll(async () => {
  await run(python(), [join(project, "tools/site.py"), workshop.path("app")]);
  server = await serveFolder(workshop.folder);
});
afterAll(() => server?.close());

async function open(query = ""): Promise<ViewerPage> {
  const url = `${server.url}app/${query}`;
  return new ViewerPage(await openPage(url), url);
}

async function choose(viewer: ViewerPage, item: string, path: string): Promise<void> {
  const waiting = viewer.page.waitForEvent("filechooser");
  await viewer.choose("More", item);
  await (await waiting).setFiles(path);
}

async function drop({ page }: ViewerPage, path: string, name: string): Promise<void> {
  const bytes = readFileSync(path).toString("base64");
  const transfer = await page.evaluateHandle(
    ([text, called]) => {
      const content = Uint8Array.from(atob(text as string), (letter) => letter.charCodeAt(0));
      const all = new DataTransfer();
      all.items.add(new File([content], called as string));
      return all;
    },
    [bytes, name],
  );
  await page.dispatchEvent("main", "drop", { dataTransfer: transfer });
}

test("offers the gallery to those who have no robot at hand", async () => {
  const viewer = await open();
  try {
    await viewer.page.getByRole("button", { name: /^four_bar/ }).click();
    await viewer.shown();
    await viewer.type("crank", "30");
    await expect.poll(() => viewer.value("rocker")).not.toBe(0);
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
});

describe("a page on a plain server of files", () => {
  let viewer: ViewerPage;
  beforeAll(async () => {
    viewer = await open();
  });
  afterAll(async () => {
    expect(viewer.problems).toEqual([]);
    await viewer.close();
  });

  test("asks for a robot", async () => {
    await viewer.page.getByText("Drop a robot here").waitFor();
  });

  test("opens a folder, meshes and all", async () => {
    workshop.write("my_robot/package.xml", "<package/>");
    workshop.write("my_robot/urdf/arm.urdf", meshed);
    workshop.write("my_robot/meshes/plate.obj", plate);
    await choose(viewer, "Open folder…", workshop.path("my_robot"));
    await viewer.shown();
    expect(await viewer.page.title()).toBe("arm – fourbar");
    expect(await viewer.values()).toEqual({ shoulder: 0 });
    const before = await still(viewer.page);
    expect(colours(await pixelsOf(viewer.page))).toBeGreaterThan(10);
    await viewer.type("shoulder", "30");
    await changed(viewer.page, before, "shoulder");
    await viewer.tab("Checks").click();
    expect(await viewer.page.locator(".rule-group", { hasText: "A501" }).count()).toBe(0);
    await viewer.tab("Joints").click();
  });

  test("opens a zip that is dropped", async () => {
    workshop.write("zipped/other.urdf", meshed.replace('name="arm"', 'name="of_a_zip"'));
    workshop.write("zipped/meshes/plate.obj", plate);
    await workshop.python("import shutil; shutil.make_archive('robot', 'zip', '.', 'zipped')");
    await drop(viewer, workshop.path("robot.zip"), "robot.zip");
    await expect.poll(() => viewer.page.title()).toBe("of_a_zip – fourbar");
    await viewer.shown();
  });

  test("reports what is missing, with its line", async () => {
    await drop(viewer, workshop.path("my_robot/urdf/arm.urdf"), "lonely.urdf");
    await expect.poll(() => viewer.page.title()).toBe("arm – fourbar");
    await viewer.tab("Checks").click();
    const finding = viewer.page.locator(".rule-group", { hasText: "A501" });
    await finding.locator(".finding-head").first().click();
    expect(await finding.textContent()).toContain("it is not among the files that were opened");
    await viewer.tab("Joints").click();
  });

  test("opens a GLB", async () => {
    const path = workshop.path("crank.glb");
    await fourbar("convert", "gallery:slider_crank", path);
    await choose(viewer, "Open files…", path);
    await expect.poll(() => viewer.page.title()).toBe("crank – fourbar");
    await viewer.shown();
  });

  test("refuses xacro with a way out", async () => {
    await choose(viewer, "Open files…", workshop.write("a.xacro", "<robot/>"));
    await viewer.page.getByText("fourbar convert robot.xacro robot.urdf").waitFor();
  });
});

test("a closed robot of the gallery moves, and after the first visit without a network too", async () => {
  const viewer = await open("?open=gallery/four_bar.urdf");
  const { page } = viewer;
  try {
    await viewer.shown();
    expect(await page.title()).toBe("four_bar – fourbar");
    const counts = await page.locator(".statistics").textContent();
    expect(counts).toContain("4 links · 3 moving joints · 1 loop");
    await viewer.type("crank", "40");
    const rocker = await viewer.value("rocker");
    // What `fourbar fk gallery:four_bar --set crank=40deg` closes to.
    expect(rocker).not.toBe(0);
    await page.evaluate(() => navigator.serviceWorker.ready);
    // The first visit is over when the worker has the page and the robot.
    await page.reload();
    await viewer.shown();
    await page.context().setOffline(true);
    await page.reload();
    await viewer.shown();
    await viewer.type("crank", "40");
    expect(await viewer.value("rocker")).toBe(rocker);
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
});

test("says what was run where nothing was found", async () => {
  const viewer = await open("?open=gallery/four_bar.urdf");
  try {
    await viewer.shown();
    await viewer.tab("Checks").click();
    const panel = viewer.page.locator(".checks");
    await panel.getByText("It did not run fourbar check").waitFor();
    expect(await panel.textContent()).not.toContain("fourbar check found no problems");
  } finally {
    await viewer.close();
  }
});

test("what cannot be shown is an error among the checks", async () => {
  const viewer = await open("?open=index.html");
  const { page } = viewer;
  try {
    await page.getByRole("alert").filter({ hasText: "index.html cannot be shown" }).waitFor();
    const error = page.locator('.finding[data-severity="error"]');
    await error.filter({ hasText: "not a GLB file" }).waitFor();
    expect(await page.getByText("Nothing found").count()).toBe(0);
    await page.getByRole("button", { name: "1 error" }).waitFor();
  } finally {
    await viewer.close();
  }
});
