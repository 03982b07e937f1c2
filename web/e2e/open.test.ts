/** Robots of every kind appear, without an error on the way. */
import { expect, test } from "vitest";
import { fourbar } from "./fourbar.js";
import { colours, matches, pixelsOf, still } from "./picture.js";
import { readPng, writePng } from "./png.js";
import { openViewer, type ViewerPage } from "./viewer-page.js";
import { arm, plate, Workshop } from "./workshop.js";

const workshop = new Workshop();

async function withViewer(file: string, look: (viewer: ViewerPage) => Promise<void>) {
  const viewer = await openViewer([file]);
  try {
    await viewer.shown();
    await still(viewer.page);
    await look(viewer);
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
}

test.each([
  ["four_bar", "4 links · 3 moving joints · 1 loop"],
  ["stewart", "14 links · 13 moving joints · 6 loops"],
  ["humanoid", "25 moving joints"],
])("%s of the gallery", async (name, counts) => {
  await withViewer(`gallery:${name}`, async ({ page }) => {
    expect(await page.title()).toBe(`${name} – fourbar`);
    expect(await page.locator(".statistics").textContent()).toContain(counts);
    // What the screen shows, not only what was drawn.
    const seen = await page.locator(".stage").screenshot();
    expect(colours(readPng(seen))).toBeGreaterThan(20);
  });
});

test("a xacro file", async () => {
  const text = arm().replace(
    '<robot name="arm">',
    '<robot name="$(arg called)" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="called" default="mine"/>',
  );
  const file = workshop.write("arm.xacro", text);
  await withViewer(file, async (viewer) => {
    expect(await viewer.page.title()).toBe("mine – fourbar");
    expect(await viewer.values()).toEqual({ shoulder: 0 });
  });
});

test("a GLB file", async () => {
  const file = workshop.path("four_bar.glb");
  await fourbar("convert", "gallery:four_bar", file);
  await withViewer(file, async (viewer) => {
    expect(await viewer.page.title()).toBe("four_bar – fourbar");
    await viewer.type("crank", "20");
    await expect.poll(() => viewer.value("rocker")).not.toBe(0);
  });
});

test("a robot with a texture", async () => {
  const size = 32;
  const pixels = new Uint8Array(4 * size * size);
  for (let k = 0; k < size * size; k++) {
    const even = k % size < size / 2 === k < (size * size) / 2;
    pixels.set(even ? [230, 20, 20, 255] : [20, 200, 20, 255], 4 * k);
  }
  workshop.write("textured/checker.png", writePng({ width: size, height: size, pixels }));
  workshop.write("textured/plate.obj", plate);
  workshop.write("textured/plate.mtl", "newmtl plate\nmap_Kd checker.png\n");
  const file = workshop.write(
    "textured/plate.urdf",
    `<robot name="plate"><link name="plate"><visual><geometry><mesh filename="plate.obj"/></geometry>
     <material name="checker"><texture filename="checker.png"/></material></visual></link></robot>`,
  );
  await withViewer(file, async ({ page }) => {
    const picture = await pixelsOf(page);
    const count = (of: boolean[]) => of.filter(Boolean).length;
    expect(count(matches(picture, [230, 20, 20]))).toBeGreaterThan(1000);
    expect(count(matches(picture, [20, 200, 20]))).toBeGreaterThan(1000);
  });
});

test("two robots beside each other", async () => {
  const viewer = await openViewer(["gallery:four_bar", "gallery:gripper"]);
  try {
    await viewer.shown();
    await viewer.choose("Robot: four_bar", "gripper");
    await expect.poll(() => viewer.page.title()).toBe("gripper – fourbar");
    expect(Object.keys(await viewer.values())).not.toContain("crank");
    expect(viewer.problems).toEqual([]);
  } finally {
    await viewer.close();
  }
});
