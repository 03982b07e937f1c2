import { backgrounds, type Layer, type View } from "three-robot-kinematics/stage";
import type { MenuItem } from "../dom/menu.js";
import type { Viewer } from "../viewer.js";

export interface LayerEntry {
  readonly layer: Layer;
  readonly label: string;
  readonly key: string;
}

/** All layers with their keys, as the menu groups them. */
export const LAYERS: readonly {
  readonly title: string;
  readonly entries: readonly LayerEntry[];
}[] = [
  {
    title: "Shapes",
    entries: [
      { layer: "visuals", label: "Visuals", key: "V" },
      { layer: "collisions", label: "Collisions", key: "C" },
      { layer: "coverage", label: "Collision coverage", key: "K" },
      { layer: "contacts", label: "Self-collisions", key: "J" },
      { layer: "skeleton", label: "Skeleton", key: "S" },
      { layer: "wireframe", label: "Wireframe", key: "W" },
      { layer: "edges", label: "Edges", key: "Y" },
    ],
  },
  {
    title: "Kinematics",
    entries: [
      { layer: "frames", label: "Frames", key: "X" },
      { layer: "axes", label: "Joint axes", key: "A" },
      { layer: "limits", label: "Joint limits", key: "L" },
      { layer: "loops", label: "Loop closures", key: "U" },
      { layer: "names", label: "Names", key: "N" },
      { layer: "clouds", label: "Point clouds", key: "Q" },
    ],
  },
  {
    title: "Mass and forces",
    entries: [
      { layer: "masses", label: "Centres of mass", key: "B" },
      { layer: "inertias", label: "Inertia ellipsoids", key: "I" },
      { layer: "forces", label: "Forces in joints", key: "E" },
    ],
  },
  {
    title: "Surroundings",
    entries: [
      { layer: "ground", label: "Ground", key: "G" },
      { layer: "shadows", label: "Shadows", key: "H" },
    ],
  },
];

/** What the colours of joints mean, in the picture and in the panels. */
const LEGEND: MenuItem = {
  kind: "legend",
  entries: [
    ["driven", "--accent"],
    ["solved by loops", "--loop"],
    ["mimic", "--mimic"],
  ],
};

export function layerItems(viewer: Viewer): MenuItem[] {
  return LAYERS.flatMap(({ title, entries }): MenuItem[] => [
    { kind: "heading", label: title },
    ...(title === "Kinematics" ? [LEGEND] : []),
    ...entries.map(
      ({ layer, label, key }): MenuItem => ({
        kind: "check",
        label,
        keys: key,
        checked: viewer.stage.layer(layer),
        press: () => viewer.toggleLayer(layer),
      }),
    ),
  ]);
}

export const VIEWS: readonly {
  readonly view: View;
  readonly label: string;
  readonly key: string;
}[] = [
  { view: "iso", label: "Isometric", key: "1" },
  { view: "front", label: "Front", key: "2" },
  { view: "back", label: "Back", key: "3" },
  { view: "left", label: "Left", key: "4" },
  { view: "right", label: "Right", key: "5" },
  { view: "top", label: "Top", key: "6" },
  { view: "bottom", label: "Bottom", key: "7" },
];

export function viewItems(viewer: Viewer): MenuItem[] {
  const { stage } = viewer;
  return [
    {
      kind: "action",
      label: "Fit",
      keys: "F",
      press: () => stage.fit(viewer.selected.value),
    },
    { kind: "separator" },
    ...VIEWS.map(
      ({ view, label, key }): MenuItem => ({
        kind: "action",
        label,
        keys: key,
        press: () => stage.lookFrom(view),
      }),
    ),
    { kind: "separator" },
    { kind: "heading", label: "Background" },
    ...backgrounds.map(
      (background): MenuItem => ({
        kind: "radio",
        label: { gradient: "Gradient", flat: "Plain", white: "White", transparent: "None" }[
          background
        ],
        checked: stage.background === background,
        press: () => {
          stage.background = background;
        },
      }),
    ),
    { kind: "separator" },
    {
      kind: "check",
      label: "Orthographic",
      keys: "O",
      checked: stage.projection === "orthographic",
      press: () => viewer.toggleProjection(),
    },
    {
      kind: "check",
      label: "Auto-rotate",
      checked: stage.autoRotate,
      press: () => {
        stage.autoRotate = !stage.autoRotate;
      },
    },
  ];
}
