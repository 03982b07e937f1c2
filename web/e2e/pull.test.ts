/** Pulling with more than the hand: along axes, to numbers, with a trace, and with links that stay. */
import { describe, expect, test } from "vitest";
import { type Colour, changed, patchOf, still } from "./picture.js";
import { type Place, type ViewerPage, viewerOf } from "./viewer-page.js";

// Materials of the gallery's robots.
const coral: Colour = [230, 84, 61];

/** Large enough for the card and the robot beside it. */
const wide = { width: 1100, height: 620 };
async function pulledPoint(viewer: ViewerPage): Promise<[number, number, number]> {
  const { page } = viewer;
  await viewer.frame();
  const read = (axis: string) => page.getByLabel(`Pulled point, ${axis}`).inputValue();
  return [Number(await read("x")), Number(await read("y")), Number(await read("z"))];
}

async function send({ page }: ViewerPage, axis: string, text: string): Promise<void> {
  const field = page.getByLabel(`Pulled point, ${axis}`);
  await field.fill(text);
  await field.press("Enter");
  await field.blur();
}

/** The highest place in the middle of the picture where the pointer is over a link. */
async function top(viewer: ViewerPage): Promise<Place> {
  const { page } = viewer;
  const box = await page.locator(".stage canvas").boundingBox();
  if (!box) throw new Error("There is no picture.");
  const card = page.locator(".hover-card");
  for (let down = 0.05; down < 0.9; down += 0.025) {
    const place = { x: box.x + box.width / 2, y: box.y + down * box.height };
    await page.mouse.move(place.x, place.y);
    await viewer.frame();
    if (await card.isVisible()) return { x: place.x, y: place.y + 6 };
  }
  throw new Error("There is no link in the middle of the picture.");
}

describe("the Stewart platform", () => {
  const viewer = viewerOf(() => ["gallery:stewart"], { viewport: wide });
  const taken: { at: Place } = { at: { x: 0, y: 0 } };

  test("says what to do, and shows where the point is that was pulled", async () => {
    const { page } = viewer();
    await page.keyboard.press("p");
    await page.getByText("Drag a link.").waitFor();
    await page.getByRole("radio", { name: "Hold orientation" }).click();
    const from = await patchOf(page, coral);
    taken.at = { x: from.x + 8, y: from.y + 4 };
    await viewer().drag(from, taken.at);
    await page.getByText("Drag a link.").waitFor({ state: "hidden" });
    const [, , z] = await pulledPoint(viewer());
    expect(z).toBeGreaterThan(0.1);
  });

  test("an arrow pulls along its axis, and loops stay closed", async () => {
    await viewer().page.mouse.move(2, 2);
    const before = await pulledPoint(viewer());
    const { x, y } = taken.at;
    // The arrow of z points up in the picture.
    await viewer().drag({ x, y: y - 55 }, { x: x + 12, y: y - 80 });
    const after = await pulledPoint(viewer());
    expect(after[2] - before[2]).toBeGreaterThan(0.01);
    // To the last of the four digits that are shown.
    expect(Math.abs(after[0] - before[0])).toBeLessThan(2e-4);
    expect(Math.abs(after[1] - before[1])).toBeLessThan(2e-4);
  });

  /** Half a millimetre is what four digits and the precision of a drag leave open. */
  const near = (wanted: readonly number[]) =>
    expect
      .poll(async () => {
        const found = await pulledPoint(viewer());
        return Math.max(...found.map((value, k) => Math.abs(value - (wanted[k] as number))));
      })
      .toBeLessThan(5e-4);

  test("a number sends the point there; a step too", async () => {
    const [x, y, z] = await pulledPoint(viewer());
    await send(viewer(), "x", String(x + 0.02));
    await near([x + 0.02, y, z]);
    await send(viewer(), "y", "-=0.01");
    await near([x + 0.02, y - 0.01, z]);
  });

  test("what is out of reach is said, and what is no length", async () => {
    const { page } = viewer();
    await send(viewer(), "z", "9");
    await page.getByText(/^Stops .* short of it\.$/).waitFor();
    await send(viewer(), "z", "high");
    await page.getByText('"high" is not a length.').waitFor();
    await page.keyboard.press("Control+z");
  });

  test("the way of the point is drawn on demand", async () => {
    const { page } = viewer();
    await send(viewer(), "x", "0");
    await viewer().aside();
    const before = await still(page);
    await page.getByRole("button", { name: "Trace" }).click();
    await send(viewer(), "x", "0.03");
    await send(viewer(), "y", "+=0.03");
    await send(viewer(), "x", "0");
    await send(viewer(), "y", "-=0.03");
    await viewer().aside();
    await changed(page, before, "the trace");
    await page.getByRole("button", { name: "Trace" }).click();
  });
});

describe("an arm", () => {
  const viewer = viewerOf(() => ["gallery:iiwa14"], { viewport: wide });

  test("a pinned link stays while the ones beyond it are pulled", async () => {
    const { page } = viewer();
    const joint = (k: number) => `iiwa_joint_${k}`;
    await page.getByRole("radio", { name: "Pull links" }).click();
    await viewer().tab("Tree").click();
    await page
      .getByRole("treeitem", { name: /iiwa_link_4/ })
      .first()
      .click();
    await viewer().button("Pin").click();
    await viewer().button("Unpin iiwa_link_4").waitFor();
    await viewer().tab("Joints").click();
    const before = await viewer().values();
    const from = await top(viewer());
    await viewer().drag(from, { x: from.x + 40, y: from.y + 8 });
    const after = await viewer().values();
    const way = (k: number) => (after[joint(k)] ?? 0) - (before[joint(k)] ?? 0);
    // The first and the third joint turn about one axis here: they may trade angles.
    for (const turned of [way(1) + way(3), way(2), way(4)])
      expect(Math.abs(turned)).toBeLessThan(0.15);
    expect(Math.abs(way(5)) + Math.abs(way(6)) + Math.abs(way(7))).toBeGreaterThan(1);
    await viewer().button("Unpin iiwa_link_4").click();
    await viewer().button("Unpin iiwa_link_4").waitFor({ state: "detached" });
  });
});
