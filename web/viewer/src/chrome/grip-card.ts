import type { Grip } from "three-robot-kinematics/stage";
import { Segments } from "../dom/button.js";
import { el } from "../dom/element.js";
import type { Viewer } from "../viewer.js";
import type { Commands } from "./commands.js";

/** What pulling a link does to its orientation; keys say it too, fingers have none. */
export function gripCard(viewer: Viewer, commands: Commands): HTMLElement {
  const choose = (grip: Grip) => {
    viewer.stage.grip = grip;
    segments.value = grip;
  };
  const segments = new Segments<Grip>(
    "Orientation while pulling",
    [
      { value: "free", label: "Leave orientation free", text: "Free" },
      { value: "hold", label: "Hold orientation", text: "Hold", keys: "Shift" },
      { value: "turn", label: "Turn about the point", text: "Turn", keys: "Alt" },
    ],
    choose,
  );
  choose(viewer.stage.grip);
  const card = el(
    "div",
    { class: "chip grip-card" },
    el("span", { text: "Orientation" }),
    segments.element,
  );
  commands.tool.watch((tool) => {
    card.hidden = tool !== "pull";
  });
  return card;
}
