/** On a phone: nothing off the screen, everything within reach of a thumb. */
import { describe, expect, test } from "vitest";
import { changed, still } from "./picture.js";
import { viewerOf } from "./viewer-page.js";

describe("the four-bar on a phone", () => {
  const viewer = viewerOf(() => ["gallery:four_bar"], {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });

  test("the page fits the screen", async () => {
    const { page } = viewer();
    const [wide, high] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight,
    ]);
    expect(wide).toBeLessThanOrEqual(390);
    expect(high).toBeLessThanOrEqual(844);
  });

  test("the sheet opens, and a slider moves", async () => {
    const { page } = viewer();
    const slider = viewer().slider("crank");
    if (!(await slider.isVisible())) await viewer().tab("Joints").tap();
    await slider.waitFor();
    const before = await still(page);
    const box = await slider.boundingBox();
    if (!box) throw new Error("The slider has no place.");
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    await page.touchscreen.tap(box.x + 0.7 * box.width, box.y + box.height / 2);
    await expect.poll(() => viewer().value("crank")).toBeGreaterThan(30);
    await changed(page, before, "crank");
    // The robot is seen above the sheet.
    const stage = await page.locator(".stage").boundingBox();
    expect(stage?.height).toBeGreaterThan(200);
    await viewer().button("Close panel").tap();
    await slider.waitFor({ state: "hidden" });
  });

  test("menus stay on the screen", async () => {
    const { page } = viewer();
    for (const name of ["View", "Layers", "More"]) {
      await viewer().button(name).tap();
      const menu = page.getByRole("menu", { name });
      const box = await menu.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
      expect((box?.y ?? 0) + (box?.height ?? 999)).toBeLessThanOrEqual(844);
      await page.keyboard.press("Escape");
      await menu.waitFor({ state: "detached" });
    }
  });

  test("tools are there", async () => {
    const { page } = viewer();
    const pull = page.getByRole("radio", { name: "Pull links" });
    await pull.tap();
    expect(await pull.getAttribute("aria-checked")).toBe("true");
    await page.getByRole("radio", { name: "Hold orientation" }).tap();
  });
});
