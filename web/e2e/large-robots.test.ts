/** Robots with many equal shapes, and with many triangles. */
import { describe, expect, test } from "vitest";
import { changed, restored, still } from "./picture.js";
import { viewerOf } from "./viewer-page.js";
import { Workshop } from "./workshop.js";

const workshop = new Workshop();

/** A row of twelve equal boxes along y. */
function boxes(): string {
  const links = Array.from({ length: 12 }, (_, n) => {
    const joint = `<joint name="j${n}" type="revolute"><parent link="l${n - 1}"/><child link="l${n}"/>
      <origin xyz="0 0.15 0"/><axis xyz="1 0 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>`;
    return `<link name="l${n}"><visual><geometry><box size="0.1 0.1 0.1"/></geometry>
      <material name="blue"><color rgba="0.1 0.2 0.9 1"/></material></visual></link>${n > 0 ? joint : ""}`;
  });
  return `<robot name="boxes">${links.join("\n")}</robot>`;
}

describe("twelve equal boxes", () => {
  const open = viewerOf(() => [workshop.write("boxes.urdf", boxes())]);

  test("are drawn in one call", async () => {
    const { page } = open();
    await page.evaluate(() => {
      const context = document.querySelector("canvas")?.getContext("webgl2");
      if (!context) throw new Error("no context");
      const { drawElementsInstanced } = context;
      context.drawElementsInstanced = (...given) => {
        document.body.dataset.copies = String(given[4]);
        drawElementsInstanced.apply(context, given);
      };
    });
    await page.mouse.move(500, 300);
    await page.mouse.wheel(0, 50);
    await expect.poll(() => page.locator("body").getAttribute("data-copies")).toBe("12");
    await open().button("Fit").click();
  });

  test("glow, hide and come back one by one", async () => {
    const viewer = open();
    const { page } = viewer;
    await viewer.tab("Tree").click();
    await viewer.aside();
    const plain = await still(page);
    await page.getByRole("treeitem", { name: /^l5\b/ }).click();
    await changed(page, plain, "a chosen box");
    const chosen = await still(page);
    await viewer.button("Show l5").click();
    await changed(page, chosen, "a hidden box");
    await viewer.button("Show l5").click();
    await viewer.aside();
    await restored(page, plain, "showing");
  });

  test("move", async () => {
    const viewer = open();
    await viewer.tab("Joints").click();
    await viewer.aside();
    const before = await still(viewer.page);
    await viewer.type("j3", "40");
    await changed(viewer.page, before, "a move");
    await viewer.button("Reset").click();
    await viewer.aside();
    await restored(viewer.page, before, "reset");
  });
});

describe("a mesh of a hundred thousand triangles", () => {
  const open = viewerOf(() => [ball(200, 250)]);

  test("is made ready for the pointer by a worker", async () => {
    const { page } = open();
    await expect.poll(() => page.workers().length).toBe(1);
    await expect
      .poll(async () => {
        await page.mouse.move(560, 260);
        await page.mouse.move(562, 262);
        return page.locator(".hover-card").isVisible();
      })
      .toBe(true);
  });
});

/** A ball as binary STL, in a robot of one link. */
function ball(across: number, along: number): string {
  const at = (i: number, k: number): number[] => {
    const [u, v] = [(2 * Math.PI * i) / across, (Math.PI * k) / along];
    return [Math.sin(v) * Math.cos(u), Math.sin(v) * Math.sin(u), Math.cos(v)];
  };
  const file = Buffer.alloc(84 + 50 * 2 * across * along);
  file.writeUInt32LE(2 * across * along, 80);
  let place = 84;
  for (let i = 0; i < across; i++) {
    for (let k = 0; k < along; k++) {
      const [a, b, c, d] = [at(i, k), at(i, k + 1), at(i + 1, k + 1), at(i + 1, k)];
      for (const corners of [
        [a, b, c],
        [a, c, d],
      ]) {
        corners.flat().forEach((number, n) => {
          file.writeFloatLE(number, place + 12 + 4 * n);
        });
        place += 50;
      }
    }
  }
  workshop.write("ball.stl", file);
  return workshop.write(
    "ball.urdf",
    '<robot name="ball"><link name="ball"><visual><geometry><mesh filename="ball.stl"/></geometry></visual></link></robot>',
  );
}
