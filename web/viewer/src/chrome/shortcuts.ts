import { isTyping } from "../dom/element.js";
import type { Sidebar } from "../panels/sidebar.js";
import type { Playback } from "../playback.js";
import type { Viewer } from "../viewer.js";
import type { Commands } from "./commands.js";
import { LAYERS, VIEWS } from "./layers.js";

interface Targets {
  readonly viewer: Viewer;
  readonly commands: Commands;
  readonly playback: Playback;
  readonly sidebar: Sidebar;
  readonly find: () => void;
}

/** Single keys for the whole page; fields, menus and dialogs keep theirs. */
export function listenToKeys({ viewer, commands, playback, sidebar, find }: Targets): void {
  const { stage } = viewer;
  const actions = new Map<string, () => void>([
    ["t", () => commands.setTool("turn")],
    ["p", () => commands.setTool("pull")],
    ["m", () => commands.setTool("measure")],
    ["f", () => stage.fit(viewer.selected.value)],
    ["o", () => viewer.toggleProjection()],
    ["r", () => viewer.reset()],
    ["d", () => viewer.drop.value?.()],
    [" ", () => playback.toggle()],
    ["/", find],
    ["\\", () => sidebar.setOpen(!sidebar.open.value)],
    ["?", () => commands.help()],
    [
      "escape",
      () => {
        stage.clearMeasure();
        viewer.select(null);
      },
    ],
  ]);
  for (const { layer, key } of LAYERS.flatMap(({ entries }) => entries))
    actions.set(key.toLowerCase(), () => viewer.toggleLayer(layer));
  for (const { view, key } of VIEWS) actions.set(key, () => stage.lookFrom(view));

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isTyping(event.target)) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === "z" && !event.altKey) {
        event.preventDefault();
        if (event.shiftKey) viewer.redo();
        else viewer.undo();
      }
      return;
    }
    // Space presses the button that has the focus.
    if (event.altKey || (key === " " && (event.target as Element).closest("button, summary")))
      return;
    const action = actions.get(key);
    if (!action) return;
    event.preventDefault();
    action();
  });
}
