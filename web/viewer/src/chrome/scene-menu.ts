/** The robots of the scene, and what can be done with them. */
import type { UpAxis } from "three-robot-kinematics/stage";
import type { MenuItem } from "../dom/menu.js";
import type { RobotInfo, Severity } from "../live/messages.js";
import type { Session } from "../live/session.js";
import type { Viewer } from "../viewer.js";
import type { Commands } from "./commands.js";
import { troubleOf } from "./trouble.js";

const MOST = 12;
const AXES: readonly UpAxis[] = ["z", "y", "x"];

/** A robot's name, and what keeps it out of the picture. */
export function robotLabel(
  robot: RobotInfo,
  visible: boolean | undefined,
  failures: ReadonlyMap<string, string>,
): { label: string; problem?: Severity } {
  const trouble = troubleOf(robot, failures);
  if (!trouble) return { label: visible === false ? `${robot.name} (hidden)` : robot.name };
  const words =
    visible === undefined ? "cannot be shown" : trouble.partial ? "parts missing" : "has errors";
  return { label: `${robot.name} (${words})`, problem: trouble.partial ? "warning" : "error" };
}

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
          ...robotLabel(robot, stage.robots.get(robot.id)?.visible, session.failures.value),
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
