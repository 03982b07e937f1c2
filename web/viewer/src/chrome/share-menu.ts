/** Pictures, links, code and poses to take along. */
import { printCamera } from "three-robot-kinematics/stage";
import { button } from "../dom/button.js";
import { Menu, type MenuItem } from "../dom/menu.js";
import { copyText } from "../panels/joints/clipboard.js";
import { poseToCompact, poseToJointState, poseToSet, poseToSrdf } from "../pose/text.js";
import type { Viewer } from "../viewer.js";
import type { Commands } from "./commands.js";
import { stateLink } from "./page-state.js";

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
    press: () => void copyText(viewer, text(), label),
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
      reason: needsServer,
      press: () => void commands.downloadGlb(),
    },
    {
      kind: "action",
      label: "Download HTML as it is now",
      icon: "download",
      disabled: !commands.canSaveHtml(),
      reason: needsServer,
      press: () => commands.askHtml(),
    },
    copy("Link to this view", () => stateLink(viewer, location.href)),
    copy("HTML element", () => {
      const given = pose.size > 0 ? ` pose='${poseToCompact(pose).replaceAll("'", "&#39;")}'` : "";
      const camera = printCamera(viewer.stage.camera);
      return `<script type="module" src="robot-viewer.js"></script>\n<robot-viewer src="${encodeURI(name)}.glb" camera="${camera}"${given} controls style="height: 30rem"></robot-viewer>`;
    }),
    { kind: "heading", label: "Pose" },
    copy("As SRDF group_state", () => poseToSrdf(driven)),
    copy("As ROS JointState", () => poseToJointState(pose)),
    copy("As --set options", () => poseToSet(driven)),
  ];
}

function picture(label: string, take: () => Promise<void>): MenuItem {
  return { kind: "action", label, icon: "camera", press: () => void take() };
}
