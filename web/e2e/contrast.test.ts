/** White robots in the light theme and black ones in the dark theme can be told from what is behind them. */
import { describe, expect, test } from "vitest";
import { contrastOf, least } from "./contrast.mjs";
import { pixelsOf, still } from "./picture.js";
import { openViewer } from "./viewer-page.js";
import { Workshop } from "./workshop.js";

const workshop = new Workshop();

function robot(rgb: string): string {
  const part = (name: string, shape: string, at: string) =>
    `<link name="${name}"><visual><origin xyz="${at}"/><geometry>${shape}</geometry><material name="m"><color rgba="${rgb} 1"/></material></visual></link>`;
  return `<robot name="plain">${part("base", '<cylinder radius="0.15" length="0.2"/>', "0 0 0.1")}
${part("arm", '<box size="0.12 0.12 0.6"/>', "0 0 0.3")}${part("head", '<sphere radius="0.14"/>', "0 0 0")}
<joint name="a" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0 0 0.2"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="b" type="fixed"><parent link="arm"/><child link="head"/><origin xyz="0 0 0.6"/></joint></robot>`;
}

describe("contrast with the background", () => {
  for (const [name, rgb, theme] of [
    ["white", "1 1 1", "light"],
    ["nearly white", "0.92 0.92 0.92", "light"],
    ["black", "0.03 0.03 0.03", "dark"],
    ["dark grey", "0.1 0.1 0.1", "dark"],
  ] as const)
    test(`${name} in the ${theme} theme`, async () => {
      const viewer = await openViewer([workshop.write("plain.urdf", robot(rgb))], {
        colorScheme: theme,
      });
      const { page } = viewer;
      try {
        await viewer.shown();
        // Without ground and shadow.
        await page.keyboard.press("g");
        await page.keyboard.press("h");
        await viewer.aside();
        await still(page);
        const seen = await pixelsOf(page);
        await page.keyboard.press("v");
        await still(page);
        const contrast = contrastOf(seen, await pixelsOf(page));
        expect(contrast).toBeGreaterThan(least);
        expect(viewer.problems).toEqual([]);
      } finally {
        await viewer.close();
      }
    });
});
