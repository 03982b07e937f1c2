/** What a page shows before anybody has done anything, and what it gives away to other programs. */
import { expect, test } from "vitest";
import { fourbar } from "./fourbar.js";
import { openViewer } from "./viewer-page.js";
import { Workshop } from "./workshop.js";

const workshop = new Workshop();

test("a file that cannot be read brings its findings forward", async () => {
  const viewer = await openViewer([workshop.write("bad.urdf", "<robot><link></robot>")]);
  try {
    await viewer.page.getByRole("alert").filter({ hasText: "cannot be shown" }).waitFor();
    await expect.poll(() => viewer.tab("Checks").getAttribute("aria-selected")).toBe("true");
    await viewer.page.getByText("not-well-formed").waitFor();
    // Nothing to find or to reset.
    await viewer.tab("Joints").click();
    await viewer.button("Reset").waitFor({ state: "hidden" });
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
});

test("a pose as --set options is one that fourbar takes", async () => {
  const viewer = await openViewer(["gallery:four_bar"], {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  try {
    await viewer.shown();
    await viewer.type("crank", "33");
    await expect.poll(() => viewer.value("rocker")).not.toBe(0);
    await viewer.choose("Share", "As --set options");
    const copied = () => viewer.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toMatch(/^--set crank=0\.5759\d*$/);
    const text = await fourbar("assemble", "gallery:four_bar", ...(await copied()).split(" "));
    expect(text).toContain("crank");
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
});
