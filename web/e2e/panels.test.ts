/** Tree, checks, graph, measuring and saving. */
import { readFileSync } from "node:fs";
import type { Download } from "playwright-core";
import { describe, expect, test } from "vitest";
import { changed, colours, matches, pixelsOf, restored, still } from "./picture.js";
import { readPng } from "./png.js";
import { openViewer, viewerOf } from "./viewer-page.js";
import { arm, Workshop } from "./workshop.js";

const workshop = new Workshop();

async function saved(download: Promise<Download>): Promise<{ name: string; bytes: Buffer }> {
  const given = await download;
  const path = workshop.path(`saved-${given.suggestedFilename()}`);
  await given.saveAs(path);
  return { name: given.suggestedFilename(), bytes: readFileSync(path) };
}

describe("the four-bar", () => {
  const viewer = viewerOf(() => ["gallery:four_bar"]);

  test("the tree selects a part and says what is known about it", async () => {
    const { page } = viewer();
    await viewer().tab("Tree").click();
    await viewer().aside();
    const before = await still(page);
    const row = page.getByRole("treeitem", { name: "rocker_link" });
    await row.click();
    await expect.poll(() => row.getAttribute("aria-selected")).toBe("true");
    expect(await page.locator(".details").textContent()).toContain("0.267 kg");
    await page.mouse.move(2, 2);
    await changed(page, before, "selecting");
    await page.getByRole("button", { name: "Joint rocker" }).click();
    await expect.poll(() => page.locator(".details-name").textContent()).toBe("rocker");
    await page.keyboard.press("ArrowUp");
    await page.locator('.tree-row[aria-selected="true"]').waitFor();
    await viewer().aside();
    await restored(page, before, "letting go");
  });

  test("the eye hides a link, and shows it again", async () => {
    const { page } = viewer();
    await viewer().aside();
    const before = await still(page);
    const eye = page.getByRole("button", { name: "Show crank_link" });
    await eye.click();
    expect(await eye.getAttribute("aria-pressed")).toBe("false");
    await viewer().aside();
    await changed(page, before, "hiding");
    await eye.click();
    await viewer().aside();
    await restored(page, before, "showing");
  });

  test("the tree finds parts", async () => {
    const { page } = viewer();
    await page.getByRole("searchbox", { name: "Find a link or joint" }).fill("coupler");
    // What is found, and the rows that lead there.
    await expect.poll(() => page.locator(".tree-row:not([data-way])").count()).toBe(2);
    expect(await page.locator(".tree-row[data-way]").count()).toBeGreaterThan(0);
    await page.getByRole("searchbox", { name: "Find a link or joint" }).fill("");
  });

  test("the graph is drawn; a click on a body selects it", async () => {
    const { page } = viewer();
    await viewer().tab("Graph").click();
    const drawing = page.locator(".graph-frame svg");
    await drawing.waitFor();
    expect(await drawing.locator("text").allTextContents()).toContain("crank_link");
    await drawing.getByText("crank_link", { exact: true }).first().click();
    await viewer().tab("Tree").click();
    expect(await page.locator(".details-name").textContent()).toBe("crank_link");
    // The aggregate drawing has the same names in the boxes of clusters.
    await viewer().tab("Graph").click();
    await viewer().button("Fit drawing").click();
    await drawing.getByText("rocker_link", { exact: true }).last().click();
    await viewer().tab("Tree").click();
    expect(await page.locator(".details-name").textContent()).toBe("rocker_link");
    await viewer().tab("Joints").click();
    await viewer().aside();
  });

  test("the graph is docked below and beside the robot, which stays in sight", async () => {
    const { page } = viewer();
    await viewer().tab("Graph").click();
    const whole = await page.locator(".stage").boundingBox();
    const dock = page.getByRole("region", { name: "Graph", exact: true });
    const line = page.getByRole("separator", { name: "Room for the robot" });
    const boxes = async () => {
      const [robot, graph] = [await page.locator(".stage").boundingBox(), await dock.boundingBox()];
      if (!robot || !graph) throw new Error("Robot or graph cannot be seen.");
      return { robot, graph };
    };
    const where = (place: string) => page.getByRole("radio", { name: place, exact: true });

    await where("Below the robot").click();
    await dock.locator("svg").first().waitFor();
    // The panel goes on to where a part that is pressed is told about.
    await expect.poll(() => viewer().tab("Tree").getAttribute("aria-selected")).toBe("true");
    await dock.getByText("crank_link", { exact: true }).first().click();
    expect(await page.locator(".details-name").textContent()).toBe("crank_link");
    const below = await boxes();
    expect(below.graph.y).toBeGreaterThanOrEqual(below.robot.y + below.robot.height);
    expect(below.graph.width).toBeCloseTo(whole?.width ?? 0, 0);
    expect(below.robot.height).toBeGreaterThan(150);

    await line.focus();
    const before = Number(await line.getAttribute("aria-valuenow"));
    await page.keyboard.press("ArrowUp");
    expect(Number(await line.getAttribute("aria-valuenow"))).toBe(before - 5);
    await expect.poll(async () => (await boxes()).graph.height).toBeGreaterThan(below.graph.height);
    await page.keyboard.press("End");
    expect(await line.getAttribute("aria-valuenow")).toBe(await line.getAttribute("aria-valuemax"));
    const low = await boxes();
    await viewer().drag(
      { x: low.graph.x + 200, y: low.graph.y - 1 },
      { x: low.graph.x + 200, y: low.graph.y - 201 },
    );
    await expect
      .poll(async () => Math.abs((await boxes()).graph.height - low.graph.height - 200))
      .toBeLessThan(8);

    await where("Beside the robot").click();
    const beside = await boxes();
    expect(beside.graph.x).toBeGreaterThanOrEqual(beside.robot.x + beside.robot.width);
    expect(await line.getAttribute("aria-orientation")).toBe("vertical");
    await page.reload();
    await viewer().shown();
    await dock.locator("svg").first().waitFor();

    await where("In the panel").click();
    await dock.waitFor({ state: "hidden" });
    expect((await page.locator(".stage").boundingBox())?.width).toBe(whole?.width);
    await viewer().tab("Graph").click();
    await page.locator("aside .graph-frame svg").waitFor();
    await viewer().tab("Joints").click();
    await viewer().aside();
  });

  test("no control is cut off, however wide the window is", async () => {
    const { page } = viewer();
    const before = page.viewportSize();
    for (const width of [340, 390, 640, 641, 720, 800, 900, 1000, 1200]) {
      await page.setViewportSize({ width, height: 700 });
      await viewer().frame();
      const cut = await page.evaluate(() =>
        [".toolbar", ".tabs", ".timeline"].filter((bar) => {
          const { scrollWidth, clientWidth } = document.querySelector(bar) as Element;
          return scrollWidth > clientWidth;
        }),
      );
      expect(cut, `at ${width} px`).toEqual([]);
    }
    if (before) await page.setViewportSize(before);
    await viewer().frame();
  });

  test("a screenshot is saved, with and without background", async () => {
    const { page } = viewer();
    const waiting = page.waitForEvent("download");
    await viewer().choose("Share", "As on the screen");
    const { name, bytes } = await saved(waiting);
    expect(name).toBe("four_bar.png");
    const picture = readPng(bytes);
    expect(colours(picture)).toBeGreaterThan(20);
    expect(picture.pixels[3]).toBe(255);
    const again = page.waitForEvent("download");
    await viewer().choose("Share", "Without background and ground");
    expect(readPng((await saved(again)).bytes).pixels[3]).toBe(0);
  });

  test("the GLB that is saved is one", async () => {
    const { page } = viewer();
    const waiting = page.waitForEvent("download");
    await viewer().choose("Share", "Download GLB");
    const { name, bytes } = await saved(waiting);
    expect(name).toBe("four_bar.glb");
    expect(bytes.toString("latin1", 0, 4)).toBe("glTF");
    expect(bytes.readUInt32LE(8)).toBe(bytes.length);
    const json = JSON.parse(bytes.toString("utf8", 20, 20 + bytes.readUInt32LE(12)));
    expect(json.extensionsUsed).toContain("EXT_robot_kinematics");
  });
});

test("measuring a box of known size", async () => {
  const viewer = await openViewer([workshop.write("arm.urdf", arm())]);
  const { page } = viewer;
  try {
    await viewer.shown();
    await page.keyboard.press("o");
    await page.keyboard.press("2");
    await page.keyboard.press("m");
    await page.getByText("Click a point on the robot").waitFor();
    await still(page);
    // The front of the base, 0.4 m wide: its first and last pixel in a row through its lower half.
    const { width, height, pixels } = await pixelsOf(page);
    const red = matches({ width, height, pixels }, [230, 26, 26]);
    const rows = Array.from({ length: height }, (_, y) => red.slice(y * width, (y + 1) * width));
    const filled = rows.map((row, y) => ({ y, row })).filter(({ row }) => row.includes(true));
    const { y, row } = filled[Math.floor(0.8 * filled.length)] ?? { y: 0, row: [] };
    const [first, last] = [row.indexOf(true), row.lastIndexOf(true)];
    expect(last - first).toBeGreaterThan(100);
    const box = await page.locator("canvas").boundingBox();
    const card = page.getByRole("status", { name: "Measurement" });
    await page.mouse.click((box?.x ?? 0) + first + 1, (box?.y ?? 0) + y);
    await card.getByText("A second one gives the distance").waitFor();
    await page.mouse.click((box?.x ?? 0) + last - 1, (box?.y ?? 0) + y);
    await expect.poll(() => card.locator("strong").textContent()).toMatch(/^0\.\d+ m$/);
    const distance = Number.parseFloat((await card.locator("strong").textContent()) ?? "");
    const pixel = 0.4 / (last - first);
    expect(Math.abs(distance - 0.4)).toBeLessThan(5 * pixel);
    await page.keyboard.press("Escape");
    await page.getByText("Click a point on the robot").waitFor();
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
});

describe("a robot with errors", () => {
  const broken = arm()
    .replace('<mass value="1"/>', '<mass value="-1"/>')
    .replace('lower="-1" upper="1"', 'lower="1" upper="-1"')
    .replace(
      '<link name="base">',
      '<link name="base"><visual><geometry><mesh filename="lost.stl"/></geometry></visual>',
    );
  const viewer = viewerOf(() => [workshop.write("broken.urdf", broken)]);

  test("is shown as far as it goes, and says so", async () => {
    const { page } = viewer();
    const banner = page.getByRole("alert").filter({ hasText: "broken.urdf" });
    await banner.waitFor();
    expect(colours(await pixelsOf(page))).toBeGreaterThan(10);
    await banner.getByRole("button", { name: "Show checks" }).click();
    expect(await viewer().tab("Checks").getAttribute("aria-selected")).toBe("true");
  });

  test("findings have a code, a place and the source line", async () => {
    const { page } = viewer();
    await viewer().tab("Checks").click();
    const group = page.locator(".rule-group", { hasText: "P431" });
    await group.locator(".finding-head").click();
    const text = await group.textContent();
    expect(text).toContain("negative");
    expect(text).toMatch(/broken\.urdf:\d+:\d+/);
    expect(text).toContain('<mass value="-1"/>');
    expect(await page.locator(".rule-group", { hasText: "A501" }).textContent()).toContain(
      "lost.stl",
    );
    expect(await page.locator(".rule-group", { hasText: "P403" }).count()).toBe(1);
    const link = group.getByRole("link", { name: "Open in editor" });
    expect(await link.getAttribute("href")).toMatch(/^vscode:\/\/file\/.*broken\.urdf:\d+:\d+$/);
    await group.locator(".finding-head").click();
  });

  test("messages are read without a click, and tools come when pointed at", async () => {
    const { page } = viewer();
    const group = page.locator(".rule-group", { hasText: "A501" });
    const text = group.locator(".finding-text");
    const cut = await text.evaluate((words) => words.scrollWidth > words.clientWidth);
    expect(cut).toBe(false);
    const tools = group.locator(".group-tools");
    const opacity = () => tools.evaluate((element) => getComputedStyle(element).opacity);
    await page.mouse.move(900, 400);
    await expect.poll(opacity).toBe("0");
    await group.hover();
    await expect.poll(opacity).toBe("1");
    await page.mouse.move(900, 400);
    await tools.getByRole("button").first().focus();
    await expect.poll(opacity).toBe("1");
    // A rule with one finding: a line with its name, then the message.
    const rule = await group.locator(".group-head").boundingBox();
    expect(rule?.height).toBeLessThan(32);
  });

  test("findings are searched, and rules ignored", async () => {
    const { page } = viewer();
    const search = page.getByRole("searchbox", { name: "Find a finding" });
    await search.fill("negative mass");
    await expect.poll(() => page.locator(".rule-group").count()).toBe(1);
    await search.fill("");
    const before = await page.locator(".rule-group").count();
    await viewer().button("Ignore P431").click();
    await expect.poll(() => page.locator(".rule-group").count()).toBe(before - 1);
    await page.getByRole("button", { name: "Show ignored rules" }).click();
    await expect.poll(() => page.locator(".rule-group").count()).toBe(before);
  });

  test("a click selects the part", async () => {
    const { page } = viewer();
    await page.locator(".rule-group", { hasText: "P431" }).locator(".finding-head").click();
    await viewer().tab("Tree").click();
    await page.locator('.tree-row[aria-selected="true"]', { hasText: "arm" }).waitFor();
    await viewer().tab("Checks").click();
  });

  test("the rule is explained", async () => {
    const { page } = viewer();
    await page.getByRole("button", { name: /^Explain P431/ }).click();
    const dialog = page.getByRole("dialog", { name: /P431/ });
    await dialog.waitFor();
    expect((await dialog.textContent())?.length).toBeGreaterThan(200);
    await page.keyboard.press("Escape");
  });

  test("severities are filtered", async () => {
    const { page } = viewer();
    const before = await page.locator(".finding").count();
    await page.getByRole("button", { name: /errors$/ }).click();
    await expect.poll(() => page.locator(".finding").count()).toBeLessThan(before);
    await page.getByRole("button", { name: /errors$/ }).click();
  });
});
