import type { AngleUnit, LengthUnit, UpAxis } from "three-robot-kinematics/stage";

export type ThemeChoice = "system" | "light" | "dark";

export interface Preferences {
  theme: ThemeChoice;
  angle: AngleUnit;
  length: LengthUnit;
  clamp: boolean;
  panelOpen: boolean;
  panelWidth: number;
  tab: string;
  /** Where the graph is drawn. */
  graphPlace: "panel" | "below" | "beside";
  /** What the robot keeps of the room that it shares with what is docked [%]. */
  robotShare: number;
  layers: Record<string, boolean>;
  projection: "perspective" | "orthographic";
  closedGroups: Record<string, boolean>;
  /** Which axis is up, by file. */
  up: Record<string, UpAxis>;
  /** The scheme of addresses that open a file in an editor. */
  editor: string;
}

export const DEFAULTS: Readonly<Preferences> = {
  theme: "system",
  angle: "deg",
  length: "m",
  clamp: true,
  panelOpen: true,
  panelWidth: 328,
  tab: "joints",
  graphPlace: "panel",
  robotShare: 50,
  layers: {},
  projection: "perspective",
  closedGroups: {},
  up: {},
  editor: "vscode",
};

const KEY = "fourbar-viewer";

/** Takes what fits from stored text; everything else stays at its default. */
export function readPreferences(text: string | null): Preferences {
  let data: unknown;
  try {
    data = JSON.parse(text ?? "{}");
  } catch {
    data = {};
  }
  const stored = (typeof data === "object" && data !== null ? data : {}) as Record<string, unknown>;
  const oneOf = <T extends string>(value: unknown, values: readonly T[], otherwise: T): T =>
    values.find((candidate) => candidate === value) ?? otherwise;
  const flags = (value: unknown): Record<string, boolean> =>
    typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value).filter(
            (entry): entry is [string, boolean] => typeof entry[1] === "boolean",
          ),
        )
      : {};
  const axes = (value: unknown): Record<string, UpAxis> =>
    Object.fromEntries(
      Object.entries(typeof value === "object" && value !== null ? value : {}).filter(
        (entry): entry is [string, UpAxis] => ["x", "y", "z"].includes(entry[1] as string),
      ),
    );
  const { panelWidth: width, robotShare: share } = stored;
  return {
    theme: oneOf(stored.theme, ["system", "light", "dark"], DEFAULTS.theme),
    angle: oneOf(stored.angle, ["rad", "deg"], DEFAULTS.angle),
    length: oneOf(stored.length, ["m", "mm"], DEFAULTS.length),
    clamp: stored.clamp !== false,
    panelOpen: stored.panelOpen !== false,
    panelWidth:
      typeof width === "number" && width >= 240 && width <= 720 ? width : DEFAULTS.panelWidth,
    tab: oneOf(stored.tab, ["joints", "tree", "checks", "graph", "source"], "joints"),
    graphPlace: oneOf(stored.graphPlace, ["panel", "below", "beside"], DEFAULTS.graphPlace),
    robotShare:
      typeof share === "number" && share >= 20 && share <= 80 ? share : DEFAULTS.robotShare,
    layers: flags(stored.layers),
    projection: oneOf(stored.projection, ["perspective", "orthographic"], DEFAULTS.projection),
    closedGroups: flags(stored.closedGroups),
    up: axes(stored.up),
    editor: oneOf(stored.editor, ["vscode", "vscodium", "cursor", "windsurf", "zed"], "vscode"),
  };
}

/** Reads what was chosen before. Storage may be denied, as for a page opened from disk. */
export function loadPreferences(): Preferences {
  try {
    return readPreferences(localStorage.getItem(KEY));
  } catch {
    return readPreferences(null);
  }
}

export function savePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Then they last as long as the page.
  }
}
