/** The robots of the scene, and what can be done with them. */
import type { UpAxis } from "three-robot-kinematics/stage";
import type { MenuItem } from "../dom/menu.js";
import type { Session } from "../live/session.js";
import type { Viewer } from "../viewer.js";
import type { Commands } from "./commands.js";

const MOST = 12;
const AXES: readonly UpAxis[] = ["z", "y", "x"];

export function sceneItems(viewer: Viewer, session: Session, commands: Commands): MenuItem[] {
  const { scene, active, stage } = viewer;
  const robots = [...scene.value.robots.values()];
  const items: MenuItem[] = [];
  if (robots.length > 1)
    items.push(
      { kind: "heading", label: "Robots" },
      ...robots.map(
        (robot): MenuItem => ({
          kind: "radio",
          label:
            stage.robots.get(robot.id)?.visible === false ? `${robot.name} (hidden)` : robot.name,
          checked: robot.id === active.value,
          press: () => {
            active.value = robot.id;
          },
        }),
      ),
      { kind: "separator" },
    );
  const { info } = viewer;
  const shown = stage.robots.get(info?.id ?? "");
  if (info && shown)
    items.push(
      { kind: "heading", label: info.name },
      {
        kind: "check",
        label: "Shown",
        checked: shown.visible,
        press: () => stage.setRobotVisible(info.id, !stage.robots.get(info.id)?.visible),
      },
      {
        kind: "action",
        label: "Place on ground",
        icon: "drop",
        press: () => stage.placeOnGround(info.id),
      },
      ...AXES.map(
        (axis): MenuItem => ({
          kind: "radio",
          label: `${axis.toUpperCase()} is up`,
          checked: shown.up === axis,
          press: () => viewer.setUp(info.id, axis),
        }),
      ),
    );
  if (info)
    items.push({
      kind: "action",
      label: "Remove",
      icon: "close",
      press: () => session.remove(info.id),
    });
  if (info && info.others.length > 0)
    items.push(
      { kind: "heading", label: "Other descriptions here" },
      ...info.others.slice(0, MOST).map(
        (path): MenuItem => ({
          kind: "action",
          label: path,
          icon: "file",
          press: () => session.choose(info.id, path),
        }),
      ),
    );
  if (info && info.others.length > MOST)
    items.push({ kind: "heading", label: `and ${info.others.length - MOST} more` });
  if (items.length > 0) items.push({ kind: "separator" });
  items.push(
    { kind: "action", label: "Open files…", icon: "file", press: () => commands.openFiles() },
    { kind: "action", label: "Open folder…", icon: "open", press: () => commands.openFolder() },
  );
  if (robots.length > 0)
    items.push(
      { kind: "action", label: "Add files…", icon: "plus", press: () => commands.openFiles(true) },
      {
        kind: "action",
        label: "Add folder…",
        icon: "plus",
        press: () => commands.openFolder(true),
      },
    );
  if (session.start.value)
    items.push({
      kind: "action",
      label: "Gallery and recent files…",
      icon: "search",
      press: () => commands.start(),
    });
  return items;
}
