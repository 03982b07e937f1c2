import { Dialog } from "../dom/dialog.js";
import { el } from "../dom/element.js";
import { LAYERS, VIEWS } from "./layers.js";

type Row = readonly [keys: readonly string[], does: string];

const POINTER: readonly Row[] = [
  [["Drag a link"], "Turn its joint or pull it, depending on the tool"],
  [["Drag beside it"], "Orbit"],
  [["Right drag", "Two fingers"], "Pan"],
  [["Wheel", "Pinch"], "Zoom"],
  [["Shift"], "While pulling: keep the orientation"],
  [["Alt"], "While pulling: turn about the point"],
  [["Click"], "Select"],
  [["Double click"], "Fit on the part"],
];

const KEYS: readonly Row[] = [
  [["T"], "Turn joints by dragging"],
  [["P"], "Pull links by dragging"],
  [["M"], "Measure"],
  [["F"], "Fit on the selection, or all"],
  [["O"], "Orthographic or perspective"],
  [["R"], "Reset the pose"],
  [["D"], "Drop: let go and watch it swing"],
  [["Ctrl+Z", "Ctrl+Shift+Z"], "Undo and redo a move"],
  [["Space"], "Play or pause"],
  [["/"], "Find"],
  [["\\"], "Side panel"],
  [["Esc"], "Clear the selection"],
  [["?"], "This page"],
];

const SLIDERS: readonly Row[] = [
  [["←", "→"], "One step"],
  [["Shift"], "Ten times the step"],
  [["Alt"], "A tenth of it"],
  [["Home", "End"], "To the limits"],
  [["Double click"], "To where the file has it"],
  [["Enter"], "In a field: 30, 30deg, pi/2, 200mm"],
];

const TREE: readonly Row[] = [
  [["↑", "↓"], "Go and select"],
  [["←", "→"], "Close and open"],
  [["Enter"], "Fit on the part"],
  [["Space"], "Hide or show a link"],
  [["Shift"], "With Space or the eye: with all below"],
  [["Alt"], "With Space or the eye: nothing but this"],
];

export class HelpDialog {
  private dialog: Dialog | undefined;

  open(): void {
    this.dialog ??= build();
    this.dialog.open();
  }
}

function build(): Dialog {
  const dialog = new Dialog("Keyboard and mouse", { wide: true });
  const layers = LAYERS.flatMap(({ entries }) => entries).map(
    ({ key, label }): Row => [[key], label],
  );
  const views = VIEWS.map(({ key, label }): Row => [[key], label]);
  dialog.body.append(
    el(
      "div",
      { class: "help" },
      section("Mouse and touch", POINTER),
      section("Keys", KEYS),
      section("Views", views),
      section("Layers", layers),
      section("Sliders", SLIDERS),
      section("Tree", TREE),
    ),
  );
  return dialog;
}

function section(title: string, rows: readonly Row[]): HTMLElement {
  return el(
    "section",
    {},
    el("h3", { text: title }),
    el(
      "dl",
      {},
      ...rows.flatMap(([keys, does]) => [
        el("dt", {}, ...keys.map((key) => el("kbd", { text: key }))),
        el("dd", { text: does }),
      ]),
    ),
  );
}
