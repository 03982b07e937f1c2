/** What a page shows before anybody has done anything, and what it gives away to other programs. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { fourbar, project } from "./fourbar.js";
import { drawnOf, still } from "./picture.js";
import { openViewer } from "./viewer-page.js";
import { Workshop } from "./workshop.js";

const workshop = new Workshop();

test("a file that cannot be read brings its findings forward", async () => {
  const viewer = await openViewer([workshop.write("bad.urdf", "<robot><link></robot>")]);
  try {
    await viewer.page.getByRole("alert").filter({ hasText: "cannot be shown" }).waitFor();
    await expect.poll(() => viewer.tab("Checks").getAttribute("aria-selected")).toBe("true");
    await viewer.page.getByText("not-well-formed").waitFor();
    // Nothing to find or to reset.
    await viewer.tab("Joints").click();
    await viewer.button("Reset").waitFor({ state: "hidden" });
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
});

test("one of several robots that cannot be read is told, and marked in the menu", async () => {
  const file = workshop.write("hollow.urdf", '<robot name="hollow"></robot>');
  const viewer = await openViewer(["gallery:four_bar", file, "gallery:delta"]);
  const { page } = viewer;
  try {
    await viewer.shown();
    const strip = page.getByRole("alert").filter({ hasText: "hollow.urdf cannot be shown" });
    await strip.waitFor();
    // The panels stay with the robot that is looked at.
    expect(await viewer.tab("Joints").getAttribute("aria-selected")).toBe("true");
    await page.locator(".robot-menu, [aria-haspopup=menu]").first().click();
    await viewer.item("hollow (cannot be shown)").locator('[data-severity="error"]').waitFor();
    await page.keyboard.press("Escape");
    await strip.getByRole("button", { name: "Show checks" }).click();
    await page.locator(".rule-group", { hasText: "G304" }).waitFor();
    await strip.getByRole("button", { name: "Dismiss" }).click();
    await strip.waitFor({ state: "hidden" });
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
});

test("frames are shown where there are no shapes and bones would be a dot", async () => {
  const joint =
    '<joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint>';
  const shape = '<collision><geometry><box size="0 0 0"/></geometry></collision>';
  const text = `<robot name="dot"><link name="a">${shape}</link><link name="b"/>${joint}</robot>`;
  const viewer = await openViewer([workshop.write("dot.urdf", text)]);
  const { page } = viewer;
  try {
    await viewer.shown();
    expect(await page.locator(".statistics").textContent()).toContain("frames shown: no shapes");
    await page.keyboard.press("g");
    await viewer.aside();
    await still(page);
    const { height } = await drawnOf(page, async () => {
      await page.locator(".robot-title").click();
      await viewer.item("Shown").click();
      await page.keyboard.press("Escape");
      await viewer.aside();
      await still(page);
    });
    expect(height).toBeGreaterThan(0.15);
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
});

test("joints that were left out are told", async () => {
  const viewer = await openViewer([join(project, "docs/files/broken.urdf")]);
  const { page } = viewer;
  try {
    await page.getByRole("alert").filter({ hasText: "2 joints left out: knee, ankle" }).waitFor();
    await viewer.tab("Joints").click();
    const panel = page.locator(".joints");
    await panel.getByText("No joint of this file could be used: knee, ankle left out.").waitFor();
    await panel.getByRole("button", { name: "Show checks" }).click();
    await page.locator(".rule-group", { hasText: "S110" }).waitFor();
    // Nothing moves: no rule may say so.
    expect(await page.locator(".rule-group", { hasText: "P441" }).count()).toBe(0);
  } finally {
    await viewer.close();
  }
});

test("a pose as --set options is one that fourbar takes", async () => {
  const viewer = await openViewer(["gallery:four_bar"], {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  try {
    await viewer.shown();
    await viewer.type("crank", "33");
    await expect.poll(() => viewer.value("rocker")).not.toBe(0);
    await viewer.choose("Share", "As --set options");
    const copied = () => viewer.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toMatch(/^--set crank=0\.5759\d*$/);
    const text = await fourbar("assemble", "gallery:four_bar", ...(await copied()).split(" "));
    expect(text).toContain("crank");
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
});
