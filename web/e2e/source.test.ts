/** The description beside the picture, joints over time, and the scene as a file. */
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { ViewerPage, viewerOf } from "./viewer-page.js";
import { openPage } from "./watched-page.js";
import { Workshop } from "./workshop.js";

const workshop = new Workshop();

describe("the four-bar", () => {
  const viewer = viewerOf(() => ["gallery:four_bar"]);
  const tab = (name: string) => viewer().page.getByRole("tab", { name }).click();

  test("its source follows the selection, and selects", async () => {
    const { page } = viewer();
    await tab("Source");
    const sheet = page.getByRole("region", { name: "Source" });
    await expect.poll(() => sheet.textContent()).toContain('<robot name="four_bar"');
    await tab("Tree");
    await page
      .getByRole("treeitem", { name: /rocker_link/ })
      .first()
      .click();
    await tab("Source");
    const mark = page.locator(".source-mark");
    await mark.waitFor();
    // The line under the mark is the one that begins the link.
    const line = await page.evaluate(() => {
      const box = document.querySelector(".source-mark")?.getBoundingClientRect();
      const text = document.querySelector(".source-text");
      const lines = text?.textContent?.split("\n") ?? [];
      const whole = text?.getBoundingClientRect();
      if (!box || !whole) return "";
      return lines[Math.round(((box.top - whole.top) / whole.height) * lines.length)] ?? "";
    });
    expect(line).toContain('<link name="rocker_link"');
    const lines = (await page.locator(".source-text").textContent())?.split("\n") ?? [];
    const crank = lines.findIndex((text) => text.includes('<link name="crank_link"'));
    await page.locator(".source-text").click({ position: { x: 60, y: 18 * (crank + 1) + 9 } });
    await expect
      .poll(() => mark.evaluate((element) => element.style.getPropertyValue("--first")))
      .toBe(String(crank));
  });

  test("its recorded motion is plotted with limits", async () => {
    const { page } = viewer();
    await tab("Joints");
    await viewer().type("crank", "0");
    await page.getByRole("button", { name: "Add key" }).click();
    await viewer().type("crank", "60");
    await page.getByRole("button", { name: "Add key" }).click();
    await page.getByRole("button", { name: "Plot joints" }).click();
    const plot = page.getByRole("region", { name: "Joints over time" });
    await plot.getByText("crank", { exact: true }).waitFor();
    expect(await plot.locator(".curve-joint").count()).toBeGreaterThan(0);
    // Scrubbing in the plot moves the robot.
    const box = await plot.locator(".plot-area").first().boundingBox();
    if (!box) throw new Error("there is no plot");
    await page.mouse.click(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
    await expect.poll(() => viewer().value("crank")).toBeGreaterThan(20);
    await expect.poll(() => viewer().value("crank")).toBeLessThan(40);
    await page.getByRole("button", { name: "Plot joints" }).click();
    await plot.waitFor({ state: "hidden" });
  });

  test("as an HTML file it opens in the pose and from the place where it was left", async () => {
    const { page } = viewer();
    await viewer().type("crank", "25");
    await viewer().choose("View", "Top");
    const waiting = page.waitForEvent("download");
    await viewer().choose("Share", "Download HTML as it is now");
    const download = await waiting;
    expect(download.suggestedFilename()).toBe("four_bar.html");
    const path = workshop.path("now.html");
    await download.saveAs(path);
    const address = pathToFileURL(path).href;
    const file = new ViewerPage(await openPage(address), address);
    await file.shown();
    expect(await file.value("crank")).toBe(25);
    const knobs = (of: ViewerPage) =>
      of.page
        .locator(".compass [transform]")
        .evaluateAll((all) => all.map((each) => each.getAttribute("transform")));
    await expect.poll(() => knobs(file)).toEqual(await knobs(viewer()));
    expect(file.problems).toEqual([]);
    await file.close();
  });
});

describe("measuring a disc", () => {
  const path = workshop.write(
    "disc.urdf",
    `<robot name="disc"><link name="disc"><visual><geometry>
      <cylinder radius="0.3" length="0.2"/></geometry></visual></link></robot>`,
  );
  const viewer = viewerOf(() => [path]);

  test("snaps to its frame and to the centre of its rim", async () => {
    const { page } = viewer();
    await viewer().choose("View", "Top");
    await page.getByRole("radio", { name: "Measure" }).click();
    const card = page.getByRole("status", { name: "Measurement" });
    const canvas = await page.locator(".stage canvas").boundingBox();
    if (!canvas) throw new Error("there is no picture");
    const [x, y] = [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2];
    await page.mouse.click(x, y);
    await expect.poll(() => card.textContent()).toContain("Origin of a frame");
    // Outwards until the rim is met.
    let text = "";
    for (let away = 40; away < canvas.height / 2 && !text.includes("Centre"); away += 6) {
      await card.getByRole("button", { name: "Clear measurement" }).click();
      await page.mouse.click(x, y);
      await page.mouse.click(x + away, y);
      await viewer().frame();
      text = (await card.textContent()) ?? "";
    }
    expect(text).toContain("Centre of a circle");
    // From the middle of the disc to that of its upper side.
    expect(text).toMatch(/^0\.1000? m/);
  });
});
