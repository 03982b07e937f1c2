import type { View } from "../types.js";

const quarter = Math.PI / 2;

/** From where each view looks: azimuth from the robot's front towards its left, elevation [rad]. */
export const directions: Readonly<Record<View, readonly [azimuth: number, elevation: number]>> = {
  front: [0, 0],
  left: [quarter, 0],
  back: [Math.PI, 0],
  right: [-quarter, 0],
  // The robot's front is up in the picture.
  top: [Math.PI, quarter],
  bottom: [0, -quarter],
  iso: [0.7, 0.42],
};
