/** Where parts meet, less light arrives: in pictures that are at rest. */
import { describe, expect, test } from "vitest";
import { pixelsOf, still } from "./picture.js";
import type { Picture } from "./png.js";
import { viewerOf } from "./viewer-page.js";
import { Workshop } from "./workshop.js";

const workshop = new Workshop();

/** A blue post on a red slab. */
const robot = `<robot name="post"><link name="base">
<visual><geometry><box size="1 1 0.1"/></geometry><material name="slab"><color rgba="0.9 0.2 0.2 1"/></material></visual>
<visual><origin xyz="0 0 0.08"/><geometry><box size="0.3 0.3 0.06"/></geometry><material name="post"><color rgba="0.2 0.2 0.9 1"/></material></visual>
</link></robot>`;

/**
 * How bright the slab is beside the post as a share of what it is further away, on the side where that is
 * most. Two sides have no shadow of the post, so that it is 1 without occlusion.
 */
function besidePost({ width, height, pixels }: Picture): number {
  const [cx, cy] = [width >> 1, height >> 1];
  const at = (x: number, y: number) => [...pixels.subarray(4 * (y * width + x)).slice(0, 3)];
  const isRed = ([r = 0, , b = 0]: number[]) => r > 1.5 * b;
  const shares = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ].map(([dx = 0, dy = 0]) => {
    const ray = Array.from({ length: Math.min(cx, cy) }, (_, n) => at(cx + n * dx, cy + n * dy));
    const start = ray.findIndex(isRed);
    const slab = ray.slice(
      start,
      ray.findIndex((one, n) => n > start && !isRed(one)),
    );
    expect(slab.length).toBeGreaterThan(30);
    const near = slab[Math.round(0.02 * slab.length)]?.[0] ?? 0;
    const far = slab[Math.round(0.8 * slab.length)]?.[0] ?? 1;
    return near / far;
  });
  return Math.max(...shares);
}

describe("ambient occlusion", () => {
  const viewer = viewerOf(() => [workshop.write("post.urdf", robot)]);

  test("darkens where parts meet, and goes with the shadows", async () => {
    const { page } = viewer();
    await page.keyboard.press("6");
    // The ground has a red line.
    await page.keyboard.press("g");
    await viewer().aside();
    await still(page);
    expect(besidePost(await pixelsOf(page))).toBeLessThan(0.94);
    await page.keyboard.press("h");
    await still(page);
    expect(besidePost(await pixelsOf(page))).toBeGreaterThan(0.985);
    await page.keyboard.press("h");
  });

  test("stays while the pointer moves over the robot", async () => {
    const { page } = viewer();
    await viewer().aside();
    await still(page);
    const before = besidePost(await pixelsOf(page));
    await page.mouse.move(2, 3);
    await viewer().frame();
    expect(besidePost(await pixelsOf(page))).toBeCloseTo(before, 2);
  });
});
