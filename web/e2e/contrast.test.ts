/** White robots in the light theme and black ones in the dark theme can be told from what is behind them. */
import { describe, expect, test } from "vitest";
import { pixelsOf, still } from "./picture.js";
import type { Picture } from "./png.js";
import { openViewer } from "./viewer-page.js";
import { Workshop } from "./workshop.js";

const workshop = new Workshop();
/** As WCAG counts it; 1 is none. */
const least = 1.25;

function robot(rgb: string): string {
  const part = (name: string, shape: string, at: string) =>
    `<link name="${name}"><visual><origin xyz="${at}"/><geometry>${shape}</geometry><material name="m"><color rgba="${rgb} 1"/></material></visual></link>`;
  return `<robot name="plain">${part("base", '<cylinder radius="0.15" length="0.2"/>', "0 0 0.1")}
${part("arm", '<box size="0.12 0.12 0.6"/>', "0 0 0.3")}${part("head", '<sphere radius="0.14"/>', "0 0 0")}
<joint name="a" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0 0 0.2"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="b" type="fixed"><parent link="arm"/><child link="head"/><origin xyz="0 0 0.6"/></joint></robot>`;
}

function luminance({ pixels }: Picture, at: number): number {
  const linear = [0, 1, 2].map((channel) => {
    const share = (pixels[4 * at + channel] ?? 0) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
}

/** The contrast of a robot's pixels with what is seen there without it: the middle one of all. */
function contrastOf(seen: Picture, behind: Picture): number {
  const ratios: number[] = [];
  for (let at = 0; at < seen.width * seen.height; at++) {
    const apart = [0, 1, 2].some(
      (k) => Math.abs((seen.pixels[4 * at + k] ?? 0) - (behind.pixels[4 * at + k] ?? 0)) > 2,
    );
    if (!apart) continue;
    const [a, b] = [luminance(seen, at), luminance(behind, at)];
    ratios.push((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
  }
  ratios.sort((a, b) => a - b);
  return ratios[ratios.length >> 1] ?? 1;
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
