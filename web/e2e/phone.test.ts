/** On a phone: nothing off the screen, everything within reach of a thumb. */
import { describe, expect, test } from "vitest";
import { changed, still } from "./picture.js";
import { viewerOf } from "./viewer-page.js";
import { Workshop } from "./workshop.js";

const workshop = new Workshop();

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

  test("the sheet has three heights: taps, keys and drags", async () => {
    const { page } = viewer();
    const sheet = page.locator("aside");
    const grip = page.getByRole("button", { name: /^Height of the panel/ });
    const named = () => grip.getAttribute("aria-label");
    const reads = (height: string) => expect.poll(named).toBe(`Height of the panel: ${height}`);
    const top = async () => (await sheet.boundingBox())?.y ?? 0;
    const robot = async () => (await page.locator(".stage").boundingBox())?.height ?? 0;
    await reads("peek");
    expect(await grip.getAttribute("aria-expanded")).toBe("false");
    expect(await top()).toBeGreaterThan(740);

    await grip.tap();
    await reads("half");
    expect(await grip.getAttribute("aria-expanded")).toBe("true");
    await expect.poll(top).toBeCloseTo(0.48 * 844, 0);
    const half = await robot();
    expect(half).toBeGreaterThan(200);

    await grip.tap();
    await reads("full");
    await expect.poll(top).toBe(56);
    // It covers the robot, which keeps its size.
    expect(await robot()).toBeCloseTo(half, 0);
    // A tool is of no use where no robot is seen.
    await page.getByRole("radio", { name: "Measure" }).tap();
    await reads("half");
    await page.getByRole("radio", { name: "Turn joints" }).tap();
    await grip.tap();
    await reads("full");
    await grip.tap();
    await reads("peek");

    await grip.focus();
    for (const [key, height] of [
      ["ArrowUp", "half"],
      ["ArrowUp", "full"],
      ["ArrowUp", "full"],
      ["ArrowDown", "half"],
      ["Home", "peek"],
      ["End", "full"],
    ] as const) {
      await page.keyboard.press(key);
      await reads(height);
    }

    // With a finger on the tabs, slowly: to the height that is nearest.
    const touch = await page.context().newCDPSession(page);
    const pull = async (from: number, to: number) => {
      const send = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
        touch.send("Input.dispatchTouchEvent", {
          type,
          touchPoints: y === undefined ? [] : [{ x: 100, y }],
        });
      await send("touchStart", from);
      for (let k = 1; k <= 10; k++) await send("touchMove", from + (k * (to - from)) / 10);
      // A finger that rests does not throw.
      await page.evaluate(() => new Promise((done) => setTimeout(done, 150)));
      await send("touchMove", to + 1);
      await send("touchEnd");
    };
    const tab = await viewer().tab("Tree").getAttribute("aria-selected");
    await pull(100, 420);
    await reads("half");
    await expect.poll(top).toBeCloseTo(0.48 * 844, 0);
    await pull(430, 780);
    await reads("peek");
    await expect.poll(top).toBeGreaterThan(740);
    expect(await viewer().tab("Tree").getAttribute("aria-selected")).toBe(tab);
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

describe("a broken robot on a phone", () => {
  const link = (name: string) =>
    `<link name="${name}"><visual><geometry><sphere radius="0.1"/></geometry></visual></link>`;
  const joint = (name: string, type: string, parent: string, child: string) =>
    `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/></joint>`;
  const text = `<robot name="broken">
    ${["base", "left_forearm", "right_forearm", "left_gripper", "right_gripper"].map(link).join("\n")}
    ${joint("left_elbow_joint", "revolut".repeat(40), "base", "left_forearm")}
    ${joint("right_elbow_joint", "revolut", "base", "right_forearm")}
    ${joint("left_wrist_joint", "fixed", "left_forearm", "left_gripper")}
    ${joint("right_wrist_joint", "fixed", "right_forearm", "right_gripper")}</robot>`;
  const viewer = viewerOf(() => [workshop.write("broken.urdf", text)], {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });

  test("the strip about missing parts is read to its end, a long message is cut until it is chosen", async () => {
    const { page } = viewer();
    const reason = page.getByRole("alert").locator("p");
    await reason.getByText("left out").waitFor();
    const [seen, whole] = await reason.evaluate((p) => [p.clientHeight, p.scrollHeight]);
    expect(seen).toBe(whole);
    await viewer().button("Show checks").tap();
    const row = page.locator(".finding-head", { hasText: "revolutrevolut" });
    await row.waitFor();
    const height = async () => (await row.locator(".finding-text").boundingBox())?.height ?? 0;
    expect(await height()).toBeLessThanOrEqual(3 * 18);
    await row.tap();
    await expect.poll(height).toBeGreaterThan(3 * 18);
  });
});
