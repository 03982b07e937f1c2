/** Links dragged in the picture: turned, pulled, with the mouse and with a finger. */
import { describe, expect, test } from "vitest";
import { type Colour, changed, patchOf, still } from "./picture.js";
import { type Place, type ViewerPage, viewerOf } from "./viewer-page.js";

// Materials of the gallery's robots.
const coral: Colour = [230, 84, 61];
const amber: Colour = [242, 158, 26];
const teal: Colour = [13, 133, 140];

function moved(before: Record<string, number>, after: Record<string, number>, by = 0.5): string[] {
  return Object.keys(before).filter(
    (name) => Math.abs((after[name] ?? 0) - (before[name] ?? 0)) > by,
  );
}

/** A finger, as the browser's own protocol has it. */
async function touch(viewer: ViewerPage, from: Place, to: Place): Promise<void> {
  const session = await viewer.page.context().newCDPSession(viewer.page);
  const at = (type: "touchStart" | "touchMove", { x, y }: Place) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y }] });
  await at("touchStart", from);
  for (let k = 1; k <= 8; k++)
    await at("touchMove", {
      x: from.x + ((to.x - from.x) * k) / 8,
      y: from.y + ((to.y - from.y) * k) / 8,
    });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

describe("the four-bar", () => {
  const viewer = viewerOf(() => ["gallery:four_bar"], { hasTouch: true });

  test("a pointer over a link says what it is", async () => {
    const { page } = viewer();
    await viewer().aside();
    const { x, y } = await patchOf(page, teal);
    await page.mouse.move(x, y);
    const card = page.locator(".hover-card");
    await card.filter({ hasText: "rocker_link" }).waitFor();
    const text = await card.textContent();
    expect(text).toContain("link on rocker (revolute)");
    expect(text).toContain("34.4"); // its upper limit, 0.6 rad
    await page.mouse.move(2, 2);
    await card.waitFor({ state: "hidden" });
  });

  test("a click selects, and shows the joint in the panel", async () => {
    const { page } = viewer();
    await viewer().aside();
    const { x, y } = await patchOf(page, teal);
    await page.mouse.click(x, y);
    await page.locator(".joint[data-selected]", { hasText: "rocker" }).waitFor();
    await viewer().aside();
    await page.locator(".joint[data-selected]").waitFor({ state: "detached" });
  });

  test("dragging a link turns its joint", async () => {
    const { page } = viewer();
    await viewer().button("Reset").click();
    await viewer().aside();
    const picture = await still(page);
    const from = await patchOf(page, coral);
    const before = await viewer().values();
    await viewer().drag(from, { x: from.x + 40, y: from.y + 10 });
    expect(moved(before, await viewer().values())).toEqual(["crank", "coupler", "rocker"]);
    await viewer().aside();
    await changed(page, picture, "the drag");
  });

  test("pulling a link moves the linkage through its loop", async () => {
    const { page } = viewer();
    await viewer().button("Reset").click();
    await page.getByRole("radio", { name: "Pull links" }).click();
    await viewer().aside();
    const from = await patchOf(page, amber);
    const before = await viewer().values();
    await viewer().drag(from, { x: from.x + 30, y: from.y - 20 });
    expect(moved(before, await viewer().values())).toEqual(["crank", "coupler", "rocker"]);
    await page.getByRole("radio", { name: "Turn joints" }).click();
  });

  test("a finger turns a joint, and orbits beside the robot", async () => {
    const { page } = viewer();
    await viewer().button("Reset").click();
    await viewer().aside();
    const from = await patchOf(page, coral);
    const before = await viewer().values();
    await touch(viewer(), from, { x: from.x + 40, y: from.y + 10 });
    const after = await viewer().values();
    expect(moved(before, after)).toContain("crank");
    await viewer().aside();
    const picture = await still(page);
    const box = await page.locator(".stage").boundingBox();
    const corner = { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + 90 };
    await touch(viewer(), corner, { x: corner.x + 60, y: corner.y });
    await changed(page, picture, "orbiting");
    expect(await viewer().values()).toEqual(after);
  });

  test("dragging beside the robot orbits, the right button pans, the wheel zooms", async () => {
    const { page } = viewer();
    const box = await page.locator(".stage").boundingBox();
    const corner = { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + 90 };
    const pose = await viewer().values();
    await viewer().aside();
    const first = await still(page);
    await viewer().drag(corner, { x: corner.x + 50, y: corner.y + 20 });
    await viewer().aside();
    await changed(page, first, "orbiting");
    const second = await still(page);
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.down({ button: "right" });
    await page.mouse.move(corner.x + 50, corner.y, { steps: 4 });
    await page.mouse.up({ button: "right" });
    await viewer().aside();
    await changed(page, second, "panning");
    const third = await still(page);
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.wheel(0, 300);
    await viewer().aside();
    await changed(page, third, "zooming");
    expect(await viewer().values()).toEqual(pose);
  });
});

describe("the Stewart platform", () => {
  const viewer = viewerOf(() => ["gallery:stewart"]);

  test("pulled by its plate, all legs follow", async () => {
    const { page } = viewer();
    await page.getByRole("radio", { name: "Millimetres" }).click();
    await page.keyboard.press("p");
    await page.getByRole("radio", { name: "Hold orientation" }).click();
    await viewer().aside();
    const from = await patchOf(page, coral);
    await page.mouse.move(from.x, from.y);
    await page.locator(".hover-card", { hasText: "platform" }).waitFor();
    const before = await viewer().values();
    await viewer().drag(from, { x: from.x + 30, y: from.y - 15 });
    const legs = moved(before, await viewer().values()).filter((name) => name.startsWith("leg_"));
    expect(legs.length).toBeGreaterThanOrEqual(5);
    for (const leg of legs) expect(Math.abs(await viewer().value(leg))).toBeLessThanOrEqual(100.05);
  });
});
