import { button } from "../../dom/button.js";
import { Dialog } from "../../dom/dialog.js";
import { el } from "../../dom/element.js";
import type { MenuItem } from "../../dom/menu.js";
import { parsePose, poseToJson, poseToPython } from "../../pose/text.js";
import type { Viewer } from "../../viewer.js";

export function copyItems(viewer: Viewer): MenuItem[] {
  const copy = (format: typeof poseToJson, what: string) => () => {
    const pose = viewer.robot.value?.model.getJointValues();
    if (pose) void copyText(viewer, format(pose), what);
  };
  return [
    { kind: "action", label: "As JSON", icon: "copy", press: copy(poseToJson, "Pose as JSON") },
    {
      kind: "action",
      label: "As Python dict",
      icon: "copy",
      press: copy(poseToPython, "Pose as Python dict"),
    },
  ];
}

/** The clipboard is closed to pages from disk and in some frames: then the text is shown. */
export async function copyText(viewer: Viewer, text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    viewer.notices.show("info", `${what} copied.`);
  } catch {
    textDialog("Copy this", text).open();
  }
}

export async function pastePose(viewer: Viewer): Promise<void> {
  let text: string | undefined;
  try {
    text = await navigator.clipboard.readText();
  } catch {
    text = undefined;
  }
  if (text !== undefined && takePose(viewer, text, true)) return;
  const dialog = textDialog("Paste a pose", "");
  const area = dialog.body.querySelector("textarea") as HTMLTextAreaElement;
  area.placeholder = '{"shoulder": 0.4, "elbow": -1.2}';
  const press = () => {
    if (takePose(viewer, area.value, false)) dialog.close();
  };
  dialog.body.append(button({ label: "Move there", text: "Move there", class: "primary", press }));
  dialog.open();
}

function takePose(viewer: Viewer, text: string, quiet: boolean): boolean {
  try {
    const pose = parsePose(text);
    return viewer.moveAll(pose, "paste") !== undefined;
  } catch (error) {
    if (!quiet) viewer.notices.show("error", (error as Error).message);
    return false;
  }
}

function textDialog(title: string, text: string): Dialog {
  const dialog = new Dialog(title);
  const area = el("textarea", { rows: 10, "aria-label": title, spellcheck: "false" });
  area.value = text;
  dialog.body.append(area);
  dialog.element.addEventListener("close", () => dialog.element.remove());
  queueMicrotask(() => area.select());
  return dialog;
}
