/** The joint panel: sliders, fields, units, poses. */
import { describe, expect, test } from "vitest";
import { changed, still } from "./picture.js";
import { viewerOf } from "./viewer-page.js";

/** Where a point of a link goes that turns counter-clockwise in the plane of the four-bar. */
function turned([x, z]: readonly [number, number], angle: number): [number, number] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * x - s * z, s * x + c * z];
}

/** The gap between coupler and rocker [m], from the numbers in the fields [rad]. */
function gapOf({ crank = 0, coupler = 0, rocker = 0 }: Record<string, number>): number {
  const a = turned([0, 0.08], crank);
  const b = turned([0.16, 0.12], crank + coupler);
  const c = turned([-0.15, 0.2], rocker);
  return Math.hypot(-0.155 + a[0] + b[0] - 0.155 - c[0], a[1] + b[1] - c[1]);
}

describe("the four-bar", () => {
  const viewer = viewerOf(() => ["gallery:four_bar"]);

  test.each(["crank", "coupler", "rocker"])("slider %s moves the linkage, closed", async (name) => {
    const { page } = viewer();
    await viewer().button("Reset").click();
    await page.getByRole("radio", { name: "Radians" }).click();
    await expect.poll(() => viewer().value(name)).toBe(0);
    const before = await still(page);
    const slider = viewer().slider(name);
    const { width, height } = (await slider.boundingBox()) ?? { width: 0, height: 0 };
    await slider.click({ position: { x: 0.6 * width, y: height / 2 } });
    await expect.poll(() => viewer().value(name)).toBeGreaterThan(0.01);
    await changed(page, before, name);
    // All three joints of the loop move, and its pins stay together: three digits of an angle at 0.25 m.
    await expect.poll(async () => gapOf(await viewer().values())).toBeLessThan(1e-3);
    for (const value of Object.values(await viewer().values()))
      expect(Math.abs(value)).toBeGreaterThan(0.001);
  });

  test("the loop stays closed all the way round", async () => {
    const { page } = viewer();
    await page.getByRole("radio", { name: "Radians" }).click();
    for (const angle of [-3, -2, -1, 0, 1, 2, 3]) {
      await viewer().type("crank", String(angle));
      await expect.poll(() => viewer().value("crank")).toBe(angle);
      await expect.poll(async () => gapOf(await viewer().values())).toBeLessThan(1e-3);
    }
    await viewer().tab("Tree").click();
    await page.getByRole("treeitem", { name: "coupler_rocker" }).click();
    const gap = page.locator(".details dt", { hasText: "Gap" }).locator("+ dd");
    expect(await gap.textContent()).toMatch(/^(closed|\d\.\de-([7-9]|\d\d) )/);
    await viewer().tab("Joints").click();
  });

  test("fields take numbers with units, and say what they cannot read", async () => {
    const { page } = viewer();
    await page.getByRole("radio", { name: "Degrees" }).click();
    for (const [text, shown] of [
      ["30", 30],
      ["0.5rad", 28.6],
      ["pi/4", 45],
      ["-20deg", -20],
    ] as const) {
      await viewer().type("crank", text);
      await expect.poll(() => viewer().value("crank")).toBe(shown);
    }
    await viewer().type("crank", "far");
    await page.getByText("Not an angle").waitFor();
    expect(await viewer().value("crank")).toBe(-20);
    await page.getByRole("radio", { name: "Radians" }).click();
    await expect.poll(() => viewer().value("crank")).toBe(-0.349);
  });

  test("a joint of the loop goes as far as limits and loop let it", async () => {
    const { page } = viewer();
    await page.getByRole("radio", { name: "Radians" }).click();
    await viewer().button("Reset").click();
    await viewer().type("rocker", "2");
    await expect.poll(() => viewer().value("rocker")).toBeGreaterThan(0.3);
    expect(await viewer().value("rocker")).toBeLessThanOrEqual(0.6);
    await page
      .locator(".row-note")
      .filter({ hasText: /loops do not close|Kept to its limit/ })
      .waitFor();
    expect(gapOf(await viewer().values())).toBeLessThan(1e-3);
    await viewer().button("Reset").click();
    await expect.poll(() => viewer().values()).toEqual({ crank: 0, coupler: 0, rocker: 0 });
  });

  test("arrow keys, Home and End move a slider", async () => {
    const { page } = viewer();
    await page.getByRole("radio", { name: "Degrees" }).click();
    await viewer().button("Reset").click();
    await viewer().slider("crank").focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => viewer().value("crank")).toBe(1);
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(() => viewer().value("crank")).toBe(-9);
    await page.keyboard.press("End");
    await expect.poll(async () => Math.abs(await viewer().value("crank"))).toBe(180);
  });

  test("reset, random, undo and redo", async () => {
    const { page } = viewer();
    await viewer().button("Reset").click();
    const rest = await viewer().values();
    await viewer().button("Random").click();
    await expect.poll(() => viewer().values()).not.toEqual(rest);
    await viewer().button("Reset").click();
    await expect.poll(() => viewer().values()).toEqual(rest);
    await page.keyboard.press("Control+z");
    await expect.poll(() => viewer().values()).not.toEqual(rest);
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(() => viewer().values()).toEqual(rest);
  });

  test("search leaves the joints that match", async () => {
    const { page } = viewer();
    const search = page.getByRole("searchbox", { name: "Find a joint" });
    await search.fill("rock");
    await expect.poll(() => page.locator(".value-field:visible").count()).toBe(1);
    await search.fill("nothing");
    await page.getByText("No joint matches").waitFor();
    await search.fill("");
    await expect.poll(() => page.locator(".value-field:visible").count()).toBe(3);
  });

  test("a pose is copied and pasted", async () => {
    const { page } = viewer();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("radio", { name: "Radians" }).click();
    await viewer().type("crank", "0.7");
    await viewer().choose("Copy pose", "As JSON");
    await page.getByText("Pose as JSON copied.").waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(JSON.parse(text).crank).toBeCloseTo(0.7, 9);
    await viewer().button("Reset").click();
    await expect.poll(() => viewer().value("crank")).toBe(0);
    await viewer().button("Paste pose").click();
    await expect.poll(() => viewer().value("crank")).toBe(0.7);
    await viewer().choose("Copy pose", "As Python dict");
    await page.getByText("Pose as Python dict copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('"crank": 0.7,');
  });
});

describe("the gripper", () => {
  const viewer = viewerOf(() => ["gallery:gripper"]);

  test("every slider moves the picture, its field and the joints that follow", async () => {
    const { page } = viewer();
    const names = Object.keys(await viewer().values());
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) {
      await viewer().button("Reset").click();
      const rest = await viewer().values();
      const before = await still(page);
      const slider = viewer().slider(name);
      const { width, height } = (await slider.boundingBox()) ?? { width: 0, height: 0 };
      const half = (await slider.inputValue()) > "0.5" ? 0.2 : 0.8;
      await slider.click({ position: { x: half * width, y: height / 2 } });
      await expect.poll(() => viewer().value(name)).not.toBe(rest[name]);
      await changed(page, before, name);
    }
  });

  test("millimetres", async () => {
    const { page } = viewer();
    const names = Object.keys(await viewer().values());
    await page.getByRole("radio", { name: "Metres", exact: true }).click();
    const metres = await viewer().values();
    await page.getByRole("radio", { name: "Millimetres" }).click();
    const millimetres = await viewer().values();
    const scaled = names.filter((name) => metres[name] !== millimetres[name]);
    expect(scaled.length).toBeGreaterThan(0);
    for (const name of scaled) expect(millimetres[name]).toBeCloseTo(1000 * (metres[name] ?? 0), 0);
  });
});

describe("the Stewart platform", () => {
  const viewer = viewerOf(() => ["gallery:stewart"]);

  test("every leg moves the platform, within its limits", async () => {
    const { page } = viewer();
    await page.getByRole("radio", { name: "Millimetres" }).click();
    for (const leg of [1, 2, 3, 4, 5, 6]) {
      await viewer().button("Reset").click();
      const rest = await viewer().values();
      await viewer().type(`leg_${leg}`, "30");
      await expect.poll(() => viewer().value(`leg_${leg}`)).toBe(30);
      const moved = await viewer().values();
      const platform = Object.keys(rest).filter((name) => name.startsWith("platform_pose"));
      expect(platform).toHaveLength(6);
      await expect
        .poll(async () => {
          const now = await viewer().values();
          return platform.filter((name) => Math.abs((now[name] ?? 0) - (rest[name] ?? 0)) > 0.1)
            .length;
        })
        .toBeGreaterThan(1);
      for (const other of [1, 2, 3, 4, 5, 6])
        if (other !== leg) expect(moved[`leg_${other}`]).toBe(0);
    }
    await viewer().button("Reset").click();
    const before = await still(page);
    await viewer().type("leg_1", "500");
    await expect.poll(() => viewer().value("leg_1")).toBe(100);
    await changed(page, before, "leg_1");
    await page.getByRole("switch", { name: "Keep to limits" }).uncheck();
    await viewer().type("leg_1", "110");
    await expect.poll(() => viewer().value("leg_1")).toBe(110);
    await page.locator(".dof[data-beyond]", { hasText: "leg_1" }).waitFor();
    await page.getByRole("switch", { name: "Keep to limits" }).check();
  });
});
