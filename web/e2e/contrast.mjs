/** How well a robot can be told from what is behind it, by the pixels of pictures. */

/** The least contrast that is asked for, as WCAG counts it; 1 is none. */
export const least = 1.25;

/** @typedef {import("./png.js").Picture} Picture */

/**
 * @param {Picture} picture
 * @param {number} at
 */
function luminance({ pixels }, at) {
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) => {
    const share = (pixels[4 * at + channel] ?? 0) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * The contrast of a robot's pixels with what is seen there without it: the middle one of all.
 * @param {Picture} seen
 * @param {Picture} behind the same without the robot
 * @param {Picture} [cutOut] the robot alone: its pixels are those that are opaque here. Without it, they
 * are those that differ from what is behind.
 */
export function contrastOf(seen, behind, cutOut) {
  /** @type {number[]} */
  const ratios = [];
  for (let at = 0; at < seen.width * seen.height; at++) {
    const isRobot = cutOut
      ? cutOut.pixels[4 * at + 3] === 255
      : [0, 1, 2].some(
          (k) => Math.abs((seen.pixels[4 * at + k] ?? 0) - (behind.pixels[4 * at + k] ?? 0)) > 2,
        );
    if (!isRobot) continue;
    const [a, b] = [luminance(seen, at), luminance(behind, at)];
    ratios.push((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
  }
  ratios.sort((a, b) => a - b);
  return ratios[ratios.length >> 1] ?? 1;
}
