/** The start page, and several robots in one scene. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { changed, restored, still } from "./picture.js";
import { openViewer, viewerOf } from "./viewer-page.js";
import { arm, Workshop } from "./workshop.js";

const workshop = new Workshop();

describe("fourbar view without a file", () => {
  const viewer = viewerOf(() => [], { isEmpty: true });

  test("names what it reads, and shares nothing", async () => {
    const { page } = viewer();
    await page.getByRole("heading", { name: "Gallery" }).waitFor();
    expect(await page.getByText("A folder or zip with a URDF").textContent()).toContain(
      "Xacro files: fourbar view robot.xacro",
    );
    await viewer().button("Share").click();
    for (const name of [
      "As on the screen",
      "Link to this view",
      "HTML element",
      "As --set options",
    ])
      expect(await viewer().item(name).isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    const waiting = page.waitForEvent("filechooser");
    await viewer().button("Open files…").click();
    await (await waiting).setFiles(workshop.write("a.txt", "no robot"));
    const told = page.getByRole("log").locator('[data-severity="error"]');
    expect(await told.first().textContent()).toMatch(/a\.txt is not a robot.*\.urdf, \.glb/);
    await told.first().getByRole("button").click();
  });

  test("offers the gallery, and opens a robot of it", async () => {
    const { page } = viewer();
    await page.getByRole("heading", { name: "Gallery" }).waitFor();
    const pictures = page.locator(".start-picture");
    const drawn = () =>
      pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
    await expect.poll(async () => new Set(await drawn())).toEqual(new Set([144]));
    expect(await pictures.count()).toBe(await page.locator(".start-entry").count());
    await page.getByRole("button", { name: /^four_bar/ }).click();
    await viewer().shown();
    expect(await page.title()).toBe("four_bar – fourbar");
  });

  test("adds another one beside it, hides it, and shows it again", async () => {
    const { page } = viewer();
    const before = await still(page);
    await viewer().choose("four_bar", "Gallery and recent files…");
    const dialog = page.getByRole("dialog", { name: "Open a robot" });
    await dialog.getByText("Add to the scene").click();
    await dialog.getByRole("button", { name: /^gripper/ }).click();
    await changed(page, before, "another robot");
    await page.getByRole("button", { name: "Robot: four_bar" }).click();
    await viewer().item("gripper").click();
    await page.keyboard.press("Escape");
    await viewer().shown();
    await viewer().aside();
    const two = await still(page);
    await page.getByRole("button", { name: "Robot: gripper" }).click();
    await viewer().item("Shown").click();
    await changed(page, two, "hiding");
    await viewer().item("Shown").click();
    await page.keyboard.press("Escape");
    await viewer().aside();
    await restored(page, two, "showing");
  });

  test("removes one, and brings it back", async () => {
    const { page } = viewer();
    await viewer().choose("Robot: gripper", "Remove");
    await page.getByText("gripper was removed").waitFor();
    await expect.poll(() => page.title()).toBe("four_bar – fourbar");
    await page.getByRole("log").getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Robot: four_bar" }).waitFor();
  });
});

test("a replaced scene comes back, and descriptions of an archive are chosen", async () => {
  const viewer = await openViewer([workshop.write("arm.urdf", arm())]);
  const { page } = viewer;
  try {
    await viewer.shown();
    for (const name of ["one", "two"])
      workshop.write(`kit/${name}.urdf`, arm().replace('name="arm"', `name="${name}"`));
    await workshop.python("import shutil; shutil.make_archive('kit', 'zip', '.', 'kit')");
    const waiting = page.waitForEvent("filechooser");
    await viewer.choose("arm", "Open files…");
    await (await waiting).setFiles(workshop.path("kit.zip"));
    await expect.poll(() => page.title()).toBe("one – fourbar");
    await viewer.choose("one", "kit/two.urdf");
    await expect.poll(() => page.title()).toBe("two – fourbar");
    await page.getByRole("log").getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => page.title()).toBe("arm – fourbar");
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
});

test("a fix is shown as a difference, and written when it is confirmed", async () => {
  const file = workshop.write("loose.urdf", arm().replace('axis xyz="0 1 0"', 'axis xyz="0 2 0"'));
  const viewer = await openViewer([file]);
  const { page } = viewer;
  try {
    await viewer.shown();
    await viewer.tab("Checks").click();
    await viewer.button("Fix all safe…").click();
    const dialog = page.getByRole("dialog", { name: "Fix all safe findings" });
    await dialog.locator('.diff-line[data-sign="+"]', { hasText: "0 1 0" }).waitFor();
    expect(readFileSync(file, "utf8")).toContain('xyz="0 2 0"');
    await dialog.getByRole("button", { name: "Write to the file" }).click();
    await expect.poll(() => readFileSync(file, "utf8")).toContain('xyz="0 1 0"');
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
});

test("where a link is can be read and follows the robot; another axis can be up", async () => {
  const viewer = await openViewer(["gallery:ur20"]);
  const { page } = viewer;
  try {
    await viewer.shown();
    await viewer.tab("Tree").click();
    await page.locator('.tree-row[data-key="link tool0"]').click();
    const position = page.getByRole("status", { name: "Position" });
    await page.getByRole("combobox", { name: "Reference frame" }).selectOption("base_link");
    const before = await position.textContent();
    expect(before).toMatch(/^x -?\d\.\d{4} {2}y -?\d\.\d{4} {2}z -?\d\.\d{4} {2}m$/);
    await viewer.tab("Joints").click();
    await viewer.type("shoulder_pan_joint", "90");
    await viewer.tab("Tree").click();
    const numbers = (text: string | null) => text?.match(/-?\d\.\d{4}/g)?.map(Number) ?? [];
    const [x = 0, y = 0, z = 0] = numbers(before);
    // A quarter turn about z: (x, y) becomes (-y, x).
    await expect.poll(async () => numbers(await position.textContent())[0]).toBeCloseTo(-y, 3);
    const turned = numbers(await position.textContent());
    expect(turned[1]).toBeCloseTo(x, 3);
    expect(turned[2]).toBeCloseTo(z, 3);
    await viewer.aside();
    const upright = await still(page);
    await viewer.choose("ur20", "Y is up");
    await page.keyboard.press("Escape");
    await changed(page, upright, "the axis");
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
});
