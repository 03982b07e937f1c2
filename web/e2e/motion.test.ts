/** Trajectories and previews in the timeline. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { openViewer, type ViewerPage, viewerOf } from "./viewer-page.js";
import { Workshop } from "./workshop.js";

const workshop = new Workshop();
const csv = "time,crank\n0,0\n1,0.5\n2,1\n";

/** Drops a file onto the page. */
async function drop({ page }: ViewerPage, path: string): Promise<void> {
  const bytes = readFileSync(path).toString("base64");
  const transfer = await page.evaluateHandle(
    ([name, text]) => {
      const content = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const all = new DataTransfer();
      all.items.add(new File([content], name));
      return all;
    },
    [basename(path), bytes] as const,
  );
  for (const type of ["dragenter", "dragover", "drop"])
    await page.dispatchEvent("main", type, { dataTransfer: transfer });
}

async function open({ page }: ViewerPage, viewer: ViewerPage, path: string): Promise<void> {
  const waiting = page.waitForEvent("filechooser");
  await viewer.choose("More", "Open files…");
  await (await waiting).setFiles(path);
}

describe("the four-bar", () => {
  const viewer = viewerOf(() => ["gallery:four_bar"]);
  const timeline = () => viewer().page.getByRole("region", { name: "Timeline" });

  /** Plays, scrubs to the end, and reads where the crank is [rad]. */
  async function atEnd(name: string): Promise<number> {
    const { page } = viewer();
    await timeline().getByText(name, { exact: true }).waitFor();
    await page.getByRole("radio", { name: "Radians" }).click();
    await timeline().getByRole("button", { name: "Play", exact: true }).click();
    await timeline().getByRole("button", { name: "Pause" }).waitFor();
    await expect.poll(() => viewer().value("crank")).toBeGreaterThan(0.05);
    await timeline().getByRole("button", { name: "Pause" }).click();
    const time = timeline().getByRole("slider", { name: "Time" });
    await time.fill((await time.getAttribute("max")) ?? "");
    return viewer().value("crank");
  }

  afterEach(() => viewer().button("Reset").click());

  test("a preview of the file plays", async () => {
    await timeline().waitFor();
    await timeline().getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(() => viewer().value("crank")).not.toBe(0);
    const first = await viewer().values();
    await expect.poll(() => viewer().values()).not.toEqual(first);
    expect((await viewer().values()).rocker).not.toBe(0);
    // A hand on the robot stops it.
    await viewer().slider("crank").press("ArrowRight");
    await timeline().getByRole("button", { name: "Play", exact: true }).waitFor();
  });

  test("CSV, dropped", async () => {
    await drop(viewer(), workshop.write("motion.csv", csv));
    expect(await atEnd("motion.csv")).toBe(1);
    await expect.poll(() => viewer().value("rocker")).not.toBe(0);
  });

  test("JSON, opened", async () => {
    const path = workshop.write("motion.json", JSON.stringify({ crank: [0, 0.3, 0.6, 0.9] }));
    await open(viewer(), viewer(), path);
    expect(await atEnd("motion.json")).toBe(0.9);
  });

  test("NPZ, opened", async () => {
    await workshop.python(
      "import numpy as np; np.savez('motion.npz', q=np.linspace(0, 0.8, 20)[:, None], " +
        "t=np.linspace(0, 2, 20), joints=['crank'])",
    );
    await open(viewer(), viewer(), workshop.path("motion.npz"));
    expect(await atEnd("motion.npz")).toBe(0.8);
  });

  test("what does not fit is refused with a reason", async () => {
    await drop(viewer(), workshop.write("other.csv", "time,elbow\n0,0\n1,1\n"));
    await viewer().page.getByRole("log").getByText("elbow").waitFor();
    await drop(viewer(), workshop.write("words.csv", "time,crank\n0,zero\n"));
    await viewer().page.getByRole("log").getByText("words.csv").waitFor();
  });
});

test("a trajectory on the command line plays from the timeline", async () => {
  const motion = workshop.write("given.csv", csv);
  const viewer = await openViewer(["gallery:four_bar", "--trajectory", motion]);
  try {
    await viewer.shown();
    const timeline = viewer.page.getByRole("region", { name: "Timeline" });
    await timeline.getByText("given.csv", { exact: true }).waitFor();
    await timeline.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(() => viewer.value("crank")).toBeGreaterThan(1);
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
});

test("keys are set by hand, played and saved; a link carries pose and camera", async () => {
  const viewer = await openViewer(["gallery:ur20"]);
  const { page } = viewer;
  try {
    await viewer.shown();
    const timeline = page.getByRole("region", { name: "Timeline" });
    await timeline.getByText("All joints, one by one").waitFor();
    await viewer.button("Add key").click();
    await viewer.type("elbow_joint", "40");
    await viewer.button("Add key").click();
    await timeline.getByText("Keys", { exact: true }).waitFor();
    // The robot stays where it is, which is at the new key.
    expect(await timeline.getByRole("slider", { name: "Time" }).inputValue()).toBe("1");
    expect(await viewer.value("elbow_joint")).toBeCloseTo(40, 6);
    await timeline.getByRole("slider", { name: "Time" }).fill("0.5");
    await expect.poll(() => viewer.value("elbow_joint")).toBeCloseTo(20, 0);
    const waiting = page.waitForEvent("download");
    await viewer.button("Save motion").click();
    const path = workshop.path("keys.json");
    await (await waiting).saveAs(path);
    const { time, positions } = JSON.parse(readFileSync(path, "utf8"));
    expect(time).toEqual([0, 1]);
    expect(positions.elbow_joint[1]).toBeCloseTo((40 * Math.PI) / 180, 6);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await viewer.choose("Share", "Link to this view");
    await page.getByText("Link to this view copied").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain("camera=");
    await page.goto("about:blank");
    await page.goto(link);
    await viewer.shown();
    await expect.poll(() => viewer.value("elbow_joint")).toBeCloseTo(20, 0);
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
});
