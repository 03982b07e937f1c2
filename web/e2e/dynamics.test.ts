/** Forces in joints, and robots that are let go. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fourbar, Talk } from "./fourbar.js";
import { changed, restored, still } from "./picture.js";
import { fileOf, ViewerPage } from "./viewer-page.js";
import { openPage } from "./watched-page.js";
import { Workshop } from "./workshop.js";

const workshop = new Workshop();
const script = `
import sys
import fourbar as fb
v = fb.view("gallery:four_bar", open=False)
print(v.url, flush=True)
for line in sys.stdin:
    exec(line)
    sys.stdout.flush()
`;

const timeline = ({ page }: ViewerPage) => page.getByRole("region", { name: "Timeline" });
const plot = ({ page }: ViewerPage) => page.getByRole("region", { name: "Energy and loops" });

/** What the plot says where the cursor is. */
async function reading(viewer: ViewerPage, curve: string): Promise<number> {
  return Number(await plot(viewer).locator(`.curve-key.curve-${curve} output`).textContent());
}

/** What is written in the picture, in the units of a kind. */
function written({ page }: ViewerPage, unit: RegExp): Promise<string[]> {
  return page
    .locator(".stage [aria-hidden] > div")
    .evaluateAll((labels) =>
      labels
        .filter((label) => (label as HTMLElement).style.visibility === "visible")
        .map((label) => label.textContent ?? ""),
    )
    .then((texts) => texts.filter((text) => unit.test(text)));
}

async function toEnd(viewer: ViewerPage): Promise<void> {
  const time = timeline(viewer).getByRole("slider", { name: "Time" });
  await time.fill((await time.getAttribute("max")) ?? "");
}

describe("live", () => {
  let [talk, viewer] = [undefined as unknown as Talk, undefined as unknown as ViewerPage];

  beforeAll(async () => {
    talk = Talk.start(["-c", script]);
    const url = await talk.line();
    // Wide enough for all labels: in small pictures those that overlap are left out.
    const viewport = { width: 1100, height: 620 };
    viewer = new ViewerPage(await openPage(url, { viewport }), url);
    await viewer.shown();
    await viewer.page.getByRole("radio", { name: "Radians" }).click();
  });

  afterAll(async () => {
    await viewer?.close();
    await talk?.stop();
  });

  test("the layer shows what holds the pose, and follows the robot", async () => {
    const { page } = viewer;
    await viewer.type("crank", "0.9");
    await viewer.aside();
    const before = await still(page);
    await page.keyboard.press("e");
    await changed(page, before, "forces");
    // The slope of the potential energy, which knows nothing of forces.
    talk.say(
      "m = fb.Model(v.robot); U = lambda x: float(fb.energy(m, None, fb.assemble(m, {'crank': x}).q).potential); print((U(0.9 + 1e-5) - U(0.9 - 1e-5)) / 2e-5)",
    );
    const slope = Number(await talk.line());
    await expect
      .poll(async () => (await written(viewer, / N m$/)).map((text) => Number.parseFloat(text)))
      .toEqual([expect.closeTo(slope, 3)]);
    expect((await written(viewer, / N$/)).length).toBeGreaterThan(1);
    const held = await still(page);
    await viewer.type("crank", "0.2");
    await viewer.aside();
    await changed(page, held, "another pose");
    await expect
      .poll(async () => Number.parseFloat((await written(viewer, / N m$/))[0] ?? ""))
      .not.toBeCloseTo(slope, 2);
    await viewer.type("crank", "0.9");
    await viewer.aside();
    await expect.poll(() => written(viewer, / N m$/)).toHaveLength(1);
    await page.keyboard.press("e");
    await restored(page, before, "forces");
  });

  test("a dropped robot swings, and energy and loops are plotted", async () => {
    await plot(viewer).waitFor({ state: "hidden" });
    await viewer.button("Drop").click();
    await timeline(viewer).getByText("Drop", { exact: true }).waitFor();
    await plot(viewer).waitFor();
    await expect.poll(() => viewer.value("crank")).not.toBe(0.9);
    await expect.poll(() => reading(viewer, "kinetic")).toBeGreaterThan(0);
    await toEnd(viewer);
    const total = await reading(viewer, "total");
    expect(await reading(viewer, "residual")).toBeLessThan(1e-12);
    // A click on the plot goes to that time.
    const area = await plot(viewer).locator(".plot-area").first().boundingBox();
    if (!area) throw new Error("The plot cannot be seen.");
    await viewer.page.mouse.click(area.x + 1, area.y + 20);
    await expect.poll(() => reading(viewer, "kinetic")).toBeLessThan(0.01);
    // Friction only takes energy away.
    expect(total).toBeLessThanOrEqual(await reading(viewer, "total"));
    await viewer.button("Reset").click();
  });

  test("a simulated motion of Python brings its plot, other motions have none", async () => {
    talk.say(
      "v.play(fb.simulate(m, fb.assemble(m, {'crank': 0.9}).q, [8.0], duration=1.0, friction=False, limits=False))",
    );
    await timeline(viewer).getByText("Simulation", { exact: true }).waitFor();
    await plot(viewer).waitFor();
    const before = await reading(viewer, "total");
    await toEnd(viewer);
    expect(await reading(viewer, "total")).toBeCloseTo(before, 5);
    talk.say("v.play([v.q, v.q], 0.5)");
    await timeline(viewer).getByText("From Python", { exact: true }).waitFor();
    await plot(viewer).waitFor({ state: "hidden" });
  });

  test("nothing went wrong on either side", () => {
    expect(viewer.problems).toEqual([]);
    expect(talk.errors).toEqual([]);
  });
});

describe("one file with a motion", () => {
  const viewer = fileOf(async () => {
    const path = workshop.path("swing.html");
    await fourbar("simulate", "gallery:four_bar", "--set", "crank=0.9", "--no-limits", "-o", path);
    return path;
  });

  test("Drop plays what is stored, with its plot and forces", async () => {
    const { page } = viewer();
    await page.getByRole("radio", { name: "Radians" }).click();
    await viewer().button("Drop").click();
    await plot(viewer()).waitFor();
    await expect.poll(() => reading(viewer(), "kinetic")).toBeGreaterThan(0);
    await timeline(viewer()).getByRole("button", { name: "Pause" }).click();
    await viewer().aside();
    const before = await still(page);
    await page.keyboard.press("e");
    await changed(page, before, "forces of the motion");
    expect((await written(viewer(), / N$/)).length).toBeGreaterThan(1);
    // Moved by hand, it is in a pose that nobody has computed forces for.
    await viewer().type("crank", "0.1");
    await viewer().aside();
    await page.getByRole("log").getByText("computed by Python").waitFor();
    expect(await written(viewer(), / N$/)).toEqual([]);
  });

  test("without a motion there is nothing to drop", async () => {
    const path = workshop.path("still.html");
    await fourbar("convert", "gallery:four_bar", path);
    const url = `file://${path}`;
    const still = new ViewerPage(await openPage(url), url);
    try {
      await still.shown();
      expect(await still.button("Drop").isVisible()).toBe(false);
    } finally {
      await still.close();
    }
  });
});
