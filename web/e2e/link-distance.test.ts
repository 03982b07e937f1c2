/** The shortest distance between two links, followed as they move. */
import { describe, expect, test } from "vitest";
import { patchOf } from "./picture.js";
import { viewerOf } from "./viewer-page.js";
import { Workshop } from "./workshop.js";

const workshop = new Workshop();

/** Two boxes of 0.2 m, 0.5 m apart along y, and a slide that moves the blue one away. */
const two = `<robot name="two">
  <material name="red"><color rgba="0.9 0.1 0.1 1"/></material>
  <material name="blue"><color rgba="0.1 0.2 0.9 1"/></material>
  <link name="left"><visual><geometry><box size="0.2 0.2 0.2"/></geometry><material name="red"/></visual></link>
  <link name="right"><visual><geometry><box size="0.2 0.2 0.2"/></geometry><material name="blue"/></visual></link>
  <joint name="slide" type="prismatic">
    <parent link="left"/><child link="right"/><origin xyz="0 0.5 0"/><axis xyz="0 1 0"/>
    <limit lower="-0.4" upper="0.4" effort="1" velocity="1"/>
  </joint>
</robot>`;

describe("measuring between links", () => {
  const viewer = viewerOf(() => [workshop.write("two.urdf", two)]);

  test("gives the distance of their shapes, and goes with them", async () => {
    const { page } = viewer();
    await viewer().choose("View", "Top");
    const places = [await patchOf(page, [230, 26, 26]), await patchOf(page, [26, 51, 230])];
    await page.getByRole("radio", { name: "Measure" }).click();
    await page.getByRole("radio", { name: "Between links" }).click();
    const card = page.getByRole("status", { name: "Measurement" });
    const main = card.locator("strong");
    await card.getByText("Click a link").waitFor();
    for (const { x, y } of places) await page.mouse.click(x, y);
    // 0.5 m between their centres, less half a side of each.
    await expect.poll(() => main.textContent()).toBe("0.3000 m");
    expect(await card.textContent()).toContain("left to right");
    await viewer().type("slide", "0.1");
    await expect.poll(() => main.textContent()).toBe("0.4000 m");
    await viewer().type("slide", "-0.35");
    await expect.poll(() => main.textContent()).toBe("In contact");
    await page.getByRole("radio", { name: "Between points" }).click();
    await card.getByText("Click a point on the robot").waitFor();
  });
});
