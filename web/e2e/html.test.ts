/** One HTML file from disk: no server, no network. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { fourbar } from "./fourbar.js";
import { changed, still } from "./picture.js";
import { fileOf } from "./viewer-page.js";
import { arm, Workshop } from "./workshop.js";

const workshop = new Workshop();

describe("the four-bar in a file", () => {
  const path = workshop.path("four_bar.html");
  const viewer = fileOf(async () => {
    await fourbar("convert", "gallery:four_bar", path);
    return path;
  });

  test("the robot is there, with its sliders", async () => {
    const { page } = viewer();
    expect(await page.title()).toBe("four_bar – fourbar");
    const before = await still(page);
    await viewer().type("crank", "40");
    await expect.poll(() => viewer().value("rocker")).not.toBe(0);
    await changed(page, before, "crank");
  });

  test("it asks nobody for anything", () => {
    const own = pathToFileURL(path).href;
    const strange = viewer().requests.filter(
      (address) => address !== own && !/^(data|blob):/.test(address),
    );
    expect(strange).toEqual([]);
  });

  test("its policy lets in nothing but its own script and style", async () => {
    const content = await viewer()
      .page.locator('meta[http-equiv="Content-Security-Policy"]')
      .getAttribute("content");
    expect(content).toContain("default-src 'none'");
    expect(content).toMatch(/script-src [^;]*'sha256-/);
    expect(content).not.toMatch(/'unsafe-inline'|'unsafe-eval'|https?:|\*/);
    expect(readFileSync(path, "utf8")).not.toMatch(/<(script|link|img)[^>]+(src|href)="https?:/);
  });

  test("checks, graph and the preview are in it", async () => {
    const { page } = viewer();
    await viewer().tab("Checks").click();
    await page.getByText("Nothing found").or(page.locator(".finding").first()).waitFor();
    await viewer().tab("Graph").click();
    await page.locator(".graph-frame svg").waitFor();
    await viewer().tab("Joints").click();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    const first = await viewer().values();
    await expect.poll(() => viewer().values()).not.toEqual(first);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
  });

  test("a GLB and a URDF are opened by the page itself; what holds no robot is refused", async () => {
    const { page } = viewer();
    const glb = workshop.path("gripper.glb");
    await fourbar("convert", "gallery:gripper", glb);
    for (const [file, then] of [
      [
        workshop.write("notes.md", "no robot"),
        () => page.getByText("There is no robot among").waitFor(),
      ],
      [
        workshop.write("arm.urdf", arm()),
        () => expect.poll(() => page.title()).toBe("arm – fourbar"),
      ],
      [glb, () => expect.poll(() => page.title()).toBe("gripper – fourbar")],
    ] as const) {
      const waiting = page.waitForEvent("filechooser");
      await viewer().choose("More", "Open files…");
      await (await waiting).setFiles(file);
      await then();
    }
    await viewer().shown();
  });
});
