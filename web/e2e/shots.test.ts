/** Pictures for the documentation, in the folder that FOURBAR_SHOTS names. */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { project, python } from "./fourbar.js";
import { patchOf, still } from "./picture.js";
import { serveFolder } from "./static-server.js";
import { openViewer, ViewerPage } from "./viewer-page.js";
import { openPage, type PageOptions } from "./watched-page.js";
import { Workshop } from "./workshop.js";

const folder = process.env.FOURBAR_SHOTS;
const corpus = process.env.FOURBAR_CORPUS;
const menagerie = corpus === undefined ? undefined : join(corpus, "mujoco_menagerie");
const half = { viewport: { width: 1000, height: 700 }, deviceScaleFactor: 1 };
const aside = (viewer: ViewerPage): Promise<void> => viewer.aside();
const desktop = { viewport: { width: 1200, height: 750 }, deviceScaleFactor: 1.5 };

async function shoot(
  name: string,
  args: readonly string[],
  options: PageOptions,
  arrange: (viewer: ViewerPage) => Promise<void>,
): Promise<void> {
  const viewer = await openViewer(args, options);
  try {
    await viewer.shown();
    await still(viewer.page);
    await arrange(viewer);
    await still(viewer.page);
    const path = join(resolve(project, folder ?? ""), `viewer-${name}.png`);
    await viewer.page.screenshot({ path, animations: "disabled" });
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
}

describe.skipIf(!folder)("pictures", () => {
  const workshop = new Workshop();
  if (folder) mkdirSync(resolve(project, folder), { recursive: true });

  test("the Stewart platform on the page without a server", async () => {
    await promisify(execFile)(python(), [join(project, "tools/site.py"), workshop.path("app")]);
    const server = await serveFolder(workshop.folder);
    const url = `${server.url}app/?open=gallery/stewart.urdf`;
    const viewer = new ViewerPage(await openPage(url, desktop), url);
    try {
      await viewer.shown();
      await viewer.page.keyboard.press("u");
      await still(viewer.page);
      const path = join(resolve(project, folder ?? ""), "viewer-site.png");
      await viewer.page.screenshot({ path, animations: "disabled" });
      expect(viewer.problems).toEqual([]);
    } finally {
      await viewer.close();
      server.close();
    }
  });

  test("the four-bar with axes and its loop", () =>
    shoot("four_bar", ["gallery:four_bar"], desktop, async (viewer) => {
      await viewer.type("crank", "-35");
      await viewer.aside();
      for (const key of ["a", "u"]) await viewer.page.keyboard.press(key);
    }));

  test("the Stewart platform, pulled", () =>
    shoot("stewart", ["gallery:stewart"], desktop, async (viewer) => {
      const { page } = viewer;
      await page.getByRole("radio", { name: "Millimetres" }).click();
      await page.keyboard.press("p");
      await viewer.aside();
      const from = await patchOf(page, [230, 84, 61]);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 45, from.y - 12, { steps: 12 });
      await page.mouse.up();
      await viewer.aside();
    }));

  test("the humanoid with inertias, dark", () =>
    shoot("humanoid", ["gallery:humanoid"], { ...desktop, colorScheme: "dark" }, async (viewer) => {
      await viewer.aside();
      for (const key of ["i", "b"]) await viewer.page.keyboard.press(key);
    }));

  test("forces in the four-bar, with what rigid links do not determine", () =>
    shoot("forces", ["gallery:four_bar"], desktop, async (viewer) => {
      await viewer.type("crank", "-35");
      await viewer.aside();
      await viewer.page.keyboard.press("e");
    }));

  test("the graph below the robot", () =>
    shoot("graph", ["gallery:stewart"], desktop, async (viewer) => {
      const { page } = viewer;
      await viewer.tab("Graph").click();
      await page.getByRole("radio", { name: "Below the robot" }).click();
      await page.getByText("leg_2_piston", { exact: true }).last().click();
      await viewer.button("Fit drawing").click();
      await page.mouse.move(2, 2);
    }));

  test("what sticks out of the collision shapes of a UR20", () =>
    shoot("coverage", ["gallery:ur20"], desktop, async (viewer) => {
      const { page } = viewer;
      await page.getByRole("tab", { name: "Tree" }).click();
      await page.locator('[data-key="link forearm_link"]').click();
      await page.keyboard.press("k");
      await page.getByText("Outside collision").waitFor();
    }));

  test("a dropped four-bar, with energy and loops", () =>
    shoot("drop", ["gallery:four_bar"], desktop, async (viewer) => {
      const { page } = viewer;
      await viewer.type("crank", "50");
      await viewer.button("Drop").click();
      const plot = page.getByRole("region", { name: "Energy and loops" });
      await plot.waitFor();
      await page.keyboard.press("e");
      const area = await plot.locator(".plot-area").first().boundingBox();
      if (!area) throw new Error("The plot cannot be seen.");
      await page.mouse.click(area.x + 0.2 * area.width, area.y + 20);
      await viewer.aside();
    }));

  test("findings about a broken robot", async () => {
    const text = readFileSync(join(project, "src/fourbar/gallery/robots/ur20.urdf"), "utf8");
    const broken = text
      .replace('<mass value="16"/>', '<mass value="-16"/>')
      .replace(/lower="(-3\.14\d+)" upper="(3\.14\d+)"/, 'lower="$2" upper="$1"')
      .replace("<collision>", "<colision>")
      .replace("</collision>", "</colision>");
    await shoot("checks", [workshop.write("arm.urdf", broken)], desktop, async (viewer) => {
      const { page } = viewer;
      await viewer.tab("Checks").click();
      await page.locator(".finding", { hasText: "negative" }).locator("button").first().click();
      await page.mouse.move(2, 2);
    });
  });

  test.skipIf(!menagerie)("Cassie from MJCF, on one leg", () => {
    const pose = ["left-hip-pitch=35deg", "left-knee=-40deg", "left-foot=-75deg"];
    pose.push("right-hip-pitch=-5deg", "right-knee=-10deg", "right-foot=-75deg");
    for (const side of ["left", "right"]) pose.push(`${side}-shin=0`, `${side}-heel-spring=0`);
    const file = join(menagerie ?? "", "agility_cassie", "cassie.xml");
    const sets = pose.flatMap((set) => ["--set", set]);
    return shoot("cassie", [file, "--simplify", "0.5", ...sets], half, aside);
  });

  test.skipIf(!menagerie)("the Robotiq gripper from MJCF, half closed", () => {
    const file = join(menagerie ?? "", "robotiq_2f85", "2f85.xml");
    return shoot("robotiq", [file, "--set", "left_driver_joint=0.6"], half, aside);
  });

  test("on a phone", () =>
    shoot(
      "phone",
      ["gallery:delta"],
      {
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
      },
      async (viewer) => {
        const slider = viewer.page.getByRole("slider").first();
        if (!(await slider.isVisible())) await viewer.tab("Joints").tap();
      },
    ));
});
