/** Robots that are dropped onto the page, or opened in it. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fourbar } from "./fourbar.js";
import { changed, still } from "./picture.js";
import { viewerOf } from "./viewer-page.js";
import { arm, plate, Workshop } from "./workshop.js";

const workshop = new Workshop();
const meshed = arm().replace('<box size="0.1 0.1 0.4"/>', '<mesh filename="meshes/plate.obj"/>');

describe("a page with a robot", () => {
  const viewer = viewerOf(() => ["gallery:four_bar"]);

  test("a folder is opened, meshes and all", async () => {
    const { page } = viewer();
    workshop.write("folder/arm.urdf", meshed.replace('name="arm"', 'name="of_a_folder"'));
    workshop.write("folder/meshes/plate.obj", plate);
    const before = await still(page);
    const waiting = page.waitForEvent("filechooser");
    await viewer().choose("More", "Open folder…");
    await (await waiting).setFiles(workshop.path("folder"));
    await expect.poll(() => page.title()).toBe("of_a_folder – fourbar");
    await viewer().shown();
    await changed(page, before, "the folder");
    await expect.poll(() => viewer().values()).toEqual({ shoulder: 0 });
    await viewer().tab("Checks").click();
    expect(await page.locator(".rule-group", { hasText: "A501" }).count()).toBe(0);
    await viewer().tab("Joints").click();
  });

  test("a zip is dropped", async () => {
    const { page } = viewer();
    workshop.write("zipped/arm.urdf", meshed.replace('name="arm"', 'name="of_a_zip"'));
    workshop.write("zipped/meshes/plate.obj", plate);
    await workshop.python("import shutil; shutil.make_archive('robot', 'zip', '.', 'zipped')");
    const bytes = readFileSync(workshop.path("robot.zip")).toString("base64");
    const transfer = await page.evaluateHandle((text) => {
      const content = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const all = new DataTransfer();
      all.items.add(new File([content], "robot.zip"));
      return all;
    }, bytes);
    await page.dispatchEvent("main", "dragenter", { dataTransfer: transfer });
    await page.getByText("Replace the scene").waitFor();
    await page.getByText("Add to the scene").waitFor();
    await page.dispatchEvent("main", "drop", { dataTransfer: transfer });
    await expect.poll(() => page.title()).toBe("of_a_zip – fourbar");
    await viewer().shown();
  });

  test("a GLB is opened", async () => {
    const { page } = viewer();
    const path = workshop.path("crank.glb");
    await fourbar("convert", "gallery:slider_crank", path);
    const waiting = page.waitForEvent("filechooser");
    await viewer().choose("More", "Open files…");
    await (await waiting).setFiles(path);
    await expect.poll(() => page.title()).toBe("slider_crank – fourbar");
    await viewer().shown();
  });

  test("what is no robot is refused, and the robot stays", async () => {
    const { page } = viewer();
    const waiting = page.waitForEvent("filechooser");
    await viewer().choose("More", "Open files…");
    await (await waiting).setFiles(workshop.write("notes.txt", "no robot"));
    await page.getByRole("log").locator('[data-severity="error"]').waitFor();
    expect(await page.title()).toBe("slider_crank – fourbar");
  });
});
