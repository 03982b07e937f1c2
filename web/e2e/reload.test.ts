/** Files change while they are looked at. */
import { describe, expect, test } from "vitest";
import { changed, restored, still } from "./picture.js";
import { viewerOf } from "./viewer-page.js";
import { arm, extra, Workshop } from "./workshop.js";

const workshop = new Workshop();

describe("an arm that is edited", () => {
  const viewer = viewerOf(() => [workshop.write("arm.urdf", arm())]);
  let picture = "";

  test("pose and camera stay, a new joint appears", async () => {
    const { page } = viewer();
    await viewer().type("shoulder", "25");
    const box = await page.locator("canvas").boundingBox();
    const corner = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 60 };
    // Ground and shadows are laid out anew for each version.
    await viewer().aside();
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    const first = await still(page);
    await viewer().drag(corner, { x: corner.x + 60, y: corner.y + 20 });
    await viewer().aside();
    await changed(page, first, "orbiting");
    picture = await still(page);
    workshop.write("arm.urdf", arm(extra));
    await viewer().slider("wrist").waitFor();
    expect(await viewer().values()).toEqual({ shoulder: 25, wrist: 0 });
    await restored(page, picture, "reloading");
  });

  test("a broken edit leaves the last good robot under a banner", async () => {
    const { page } = viewer();
    workshop.write("arm.urdf", arm(extra).replace("</robot>", ""));
    const banner = page.getByRole("alert").filter({ hasText: "last version that worked" });
    await banner.waitFor();
    expect(await banner.textContent()).toContain("arm.urdf");
    await banner.getByRole("button", { name: "Show checks" }).click();
    await page.locator('.finding[data-severity="error"]').first().waitFor();
    await viewer().tab("Joints").click();
    expect(await viewer().values()).toEqual({ shoulder: 25, wrist: 0 });
    await banner.getByRole("button", { name: "Dismiss" }).click();
    await restored(page, picture, "the last good robot");
    await viewer().type("shoulder", "-10");
    await changed(page, picture, "moving the last good robot");
    await viewer().type("shoulder", "25");
  });

  test("a repaired file takes the banner away", async () => {
    const { page } = viewer();
    workshop.write("arm.urdf", arm());
    await page.getByRole("alert").filter({ hasText: "last version" }).waitFor({ state: "hidden" });
    await viewer().slider("wrist").waitFor({ state: "detached" });
    await expect.poll(() => viewer().values()).toEqual({ shoulder: 25 });
    await restored(page, picture, "the repaired robot");
  });

  test("old versions leave nothing on the graphics card", async () => {
    const { page } = viewer();
    for (const key of "cxabi") await page.keyboard.press(key);
    await still(page);
    await page.evaluate(countObjects);
    const counts: string[] = [];
    for (const robot of ["second", "third", "fourth"]) {
      workshop.write("arm.urdf", arm("", { robot }));
      await expect.poll(() => page.title()).toContain(robot);
      await still(page);
      counts.push(await page.evaluate(() => document.body.dataset.objects ?? ""));
    }
    expect(counts[2]).toBe(counts[1]);
    expect(counts[2]).not.toBe("");
  });
});

/** Keeps the number of objects that WebGL makes and has not deleted, since now, in the page's body. */
function countObjects(): void {
  const { prototype } = WebGL2RenderingContext;
  const live = { Buffer: 0, Texture: 0, VertexArray: 0, Framebuffer: 0 };
  const write = (kind: keyof typeof live, step: number) => {
    live[kind] += step;
    document.body.dataset.objects = JSON.stringify(live);
  };
  const methods = prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const kind of Object.keys(live) as (keyof typeof live)[]) {
    for (const [name, step] of [
      [`create${kind}`, 1],
      [`delete${kind}`, -1],
    ] as const) {
      const original = methods[name] as (...args: unknown[]) => unknown;
      methods[name] = function (this: unknown, ...args: unknown[]) {
        if (step > 0 || args[0]) write(kind, step);
        return original.apply(this, args);
      };
    }
  }
}
