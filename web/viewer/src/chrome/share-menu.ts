/** Pictures, links, code and poses to take along. */
import { button } from "../dom/button.js";
import { Menu, type MenuItem } from "../dom/menu.js";
import { copyText } from "../panels/joints/clipboard.js";
import { poseToJointState, poseToSet, poseToSrdf } from "../pose/text.js";
import type { Viewer } from "../viewer.js";
import type { Commands } from "./commands.js";
import { elementText } from "./element-text.js";
import { stateLink } from "./page-state.js";

const needsRobot = "Open a robot first";
const needsServer = "Files are made by fourbar view; this page has no server";

export function shareButton(viewer: Viewer, commands: Commands): HTMLElement {
  const share = button({ label: "Share", text: "Share", icon: "download", press: () => {} });
  // The word is left out where there is little room.
  share.setAttribute("aria-label", "Share");
  new Menu(share, { label: "Share", items: () => shareItems(viewer, commands) });
  return share;
}

function shareItems(viewer: Viewer, commands: Commands): MenuItem[] {
  const pose = viewer.robot.value?.model.getJointValues() ?? new Map();
  // What follows from these is solved again: rounded, all of them would contradict each other.
  const driven = new Map(
    [...pose].filter(
      ([joint]) => viewer.robot.value?.model.joints.get(joint)?.role === "independent",
    ),
  );
  const name = viewer.robot.value?.name ?? "robot";
  const copy = (label: string, text: () => string): MenuItem => ({
    kind: "action",
    label,
    icon: "copy",
    disabled: viewer.robot.value === null,
    reason: needsRobot,
    press: () => void copyText(viewer, text(), label),
  });
  const picture = (label: string, take: () => Promise<void>): MenuItem => ({
    kind: "action",
    label,
    icon: "camera",
    disabled: viewer.robot.value === null,
    reason: needsRobot,
    press: () => void take(),
  });
  return [
    { kind: "heading", label: "Picture" },
    picture("As on the screen", () => commands.screenshot()),
    picture("Twice as large", () => commands.screenshot({ scale: 2 })),
    picture("4K (3840 wide)", () => commands.screenshot({ width: 3840 })),
    picture("Without background and ground", () => commands.screenshot({ transparent: true })),
    picture("Copy picture", () => commands.copyPicture()),
    picture("Turntable (WebM)", () => commands.turntable()),
    { kind: "heading", label: "Robot" },
    {
      kind: "action",
      label: "Download GLB",
      icon: "download",
      disabled: !commands.canDownload(),
      reason: viewer.robot.value ? needsServer : needsRobot,
      press: () => void commands.downloadGlb(),
    },
    {
      kind: "action",
      label: "Download HTML as it is now",
      icon: "download",
      disabled: !commands.canSaveHtml() || viewer.robot.value === null,
      reason: viewer.robot.value ? needsServer : needsRobot,
      press: () => commands.askHtml(),
    },
    copy("Link to this view", () => stateLink(viewer, location.href)),
    copy("HTML element", () =>
      elementText({ name, camera: viewer.stage.camera, layers: viewer.layers.value, driven }),
    ),
    { kind: "heading", label: "Pose" },
    copy("As SRDF group_state", () => poseToSrdf(driven)),
    copy("As ROS JointState", () => poseToJointState(pose)),
    copy("As --set options", () => poseToSet(driven)),
  ];
}
