import type { Theme } from "../types.js";

/** Colours of a theme, as CSS writes them. */
export interface Palette {
  /** Background, in the middle of the picture and at its edge. */
  readonly centre: string;
  readonly edge: string;
  readonly grid: string;
  /** How dark the key light's shadow is on the ground. */
  readonly shadow: number;
  readonly label: string;
  readonly labelBack: string;
  readonly bone: string;
}

export const palettes: Readonly<Record<Theme, Palette>> = {
  light: {
    // Darker than white robots, which most are.
    centre: "#c9cfd9",
    edge: "#a3acba",
    grid: "#5b6472",
    shadow: 0.28,
    label: "#1b2130",
    labelBack: "rgba(255, 255, 255, 0.82)",
    bone: "#7f8da3",
  },
  dark: {
    // Lighter than black robots.
    centre: "#454c58",
    edge: "#272c34",
    grid: "#a3acbd",
    shadow: 0.5,
    label: "#f0f3f8",
    labelBack: "rgba(20, 23, 29, 0.78)",
    bone: "#8e9bb0",
  },
};

/** Colours that mean the same in both themes. */
export const hues = {
  x: "#e5484d",
  y: "#46a758",
  z: "#3e7bfa",
  hover: "#4cc2ff",
  select: "#ff9f1c",
  // What decides where a joint is: the same colours as in the panels of the viewer.
  independent: "#1d7ef0",
  dependent: "#9a6bff",
  mimic: "#c77d1e",
  fixed: "#64748b",
  collision: "#f4a63a",
  closed: "#30a46c",
  open: "#e5484d",
  mass: "#ffd60a",
  inertia: "#38bdf8",
  force: "#e8336d",
  moment: "#2f7bf6",
  effort: "#f08c2e",
  impossible: "#e5484d",
  uncovered: "#ff2d2d",
  measure: "#ff3d81",
  pin: "#0fa3a3",
} as const;
