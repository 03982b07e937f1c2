import type { Theme } from "three-robot-kinematics/stage";
import type { MenuItem } from "../dom/menu.js";
import type { ThemeChoice } from "../preferences.js";
import type { Viewer } from "../viewer.js";

const CHOICES: readonly (readonly [ThemeChoice, string])[] = [
  ["system", "As the system"],
  ["light", "Light"],
  ["dark", "Dark"],
];

export function themeItems(viewer: Viewer): MenuItem[] {
  return CHOICES.map(([theme, label]) => ({
    kind: "radio",
    label,
    checked: viewer.theme.value === theme,
    press: () => viewer.setTheme(theme),
  }));
}

const dark = matchMedia("(prefers-color-scheme: dark)");

export function themeOf(choice: ThemeChoice): Theme {
  if (choice !== "system") return choice;
  return dark.matches ? "dark" : "light";
}

/** Calls now and whenever the theme changes, by choice or by the system. */
export function watchTheme(viewer: Viewer, paint: (theme: Theme) => void): void {
  const tell = () => paint(themeOf(viewer.theme.value));
  viewer.theme.watch(tell);
  dark.addEventListener("change", tell);
}
