/** Names from files are text, whatever they look like. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fourbar } from "./fourbar.js";
import { changed, still } from "./picture.js";
import { openFile, openViewer, type ViewerPage } from "./viewer-page.js";
import { arm, Workshop, xml } from "./workshop.js";

const workshop = new Workshop();
const names = {
  image: "<img src=x onerror=alert(1)>",
  script: "</script><script>alert(1)</script>",
  arabic: "\u202eذراع الروبوت",
  emoji: "🦾🤖‍🔥 <b>bold</b>",
  long: `long${"-".repeat(10_000)}`,
  quotes: `"'\`\${alert(1)}\\`,
};

/** One joint and one link for every name. */
const more = Object.values(names)
  .map(
    (name) => `<link name="${xml(`${name} link`)}"/>
  <joint name="${xml(name)}" type="revolute">
    <parent link="base"/><child link="${xml(`${name} link`)}"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/>
  </joint>`,
  )
  .join("\n");
const file = workshop.write(
  "hostile.urdf",
  arm(more, { robot: names.script, link: `${names.image} arm`, joint: `${names.script} joint` }),
);

async function inFile(): Promise<ViewerPage> {
  const path = workshop.path("hostile.html");
  await fourbar("convert", file, path);
  return openFile(path);
}

describe.each([
  ["from the server", () => openViewer([file])],
  ["in an HTML file", inFile],
] as const)("hostile names %s", (_, open) => {
  let viewer = undefined as unknown as ViewerPage;

  beforeAll(async () => {
    viewer = await open();
    await viewer.shown();
  });
  afterAll(() => viewer?.close());

  test("stand in the panel as they are", async () => {
    expect(await viewer.page.title()).toBe(`${names.script} – fourbar`);
    const shown = Object.keys(await viewer.values());
    expect(shown.sort()).toEqual([...Object.values(names), `${names.script} joint`].sort());
    const before = await still(viewer.page);
    await viewer.type(`${names.script} joint`, "20");
    await changed(viewer.page, before, "the joint");
  });

  test("stand in labels, tree, card, checks and graph", async () => {
    const { page } = viewer;
    await page.keyboard.press("Escape");
    await page.locator("canvas").hover({ position: { x: 5, y: 90 } });
    await page.keyboard.press("n");
    await page.locator(".stage").getByText(names.image).first().waitFor();
    await viewer.tab("Tree").click();
    await page
      .getByRole("treeitem")
      .filter({ hasText: `${names.image} arm` })
      .click();
    expect(await page.locator(".details-name").textContent()).toBe(`${names.image} arm`);
    await viewer.tab("Checks").click();
    await viewer.tab("Graph").click();
    await page.locator(".graph-frame svg").waitFor();
    await page.keyboard.press("n");
    // Nothing of theirs became an element, and the page is no wider for a long one.
    expect(await page.locator("img, b, #app script").count()).toBe(0);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(800);
    expect(viewer.problems).toEqual([]);
  });
});
