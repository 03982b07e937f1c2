/** What floats over the picture: progress, connection, failures, the empty page. */
import { button } from "../dom/button.js";
import { el, setText } from "../dom/element.js";
import { icon, mark } from "../dom/icons.js";
import type { Session } from "../live/session.js";
import type { Sidebar } from "../panels/sidebar.js";
import type { Viewer } from "../viewer.js";
import type { Commands } from "./commands.js";
import { startLists } from "./start.js";
import { fileName, type Trouble, troubles } from "./trouble.js";

export function progressChip(session: Session): HTMLElement {
  const text = el("span");
  const bar = el("progress", { "aria-label": "Progress", max: 1 });
  const chip = el("div", { class: "chip progress-chip", role: "status" }, text, bar);
  session.progress.watch((progress) => {
    chip.hidden = progress === null;
    if (!progress) return;
    setText(text, progress.text);
    if (progress.fraction === null) bar.removeAttribute("value");
    else bar.value = Math.min(1, Math.max(0, progress.fraction));
  });
  return chip;
}

export function connectionChip(session: Session): HTMLElement {
  const press = () => session.connection?.retry();
  const chip = el(
    "div",
    { class: "chip connection-chip", role: "status" },
    icon("offline"),
    el("span", { text: "Disconnected from fourbar" }),
    button({ label: "Reconnect", text: "Reconnect", press }),
  );
  let wasOpen = false;
  session.state.watch((state) => {
    wasOpen ||= state === "open" || state === "waiting";
    chip.hidden = state === "none" || state === "open" || !wasOpen;
  });
  return chip;
}

/** Robots that could not be shown, one at a time: the active one first, over its last good version. */
export function failureBanner(viewer: Viewer, session: Session, sidebar: Sidebar): HTMLElement {
  const title = el("strong");
  const reason = el("p");
  const dismissed = new Set<string>();
  let present: Trouble | undefined;
  let told = "";
  const banner = el(
    "div",
    { class: "banner", role: "alert" },
    icon("error"),
    el("div", { class: "banner-words" }, title, reason),
    button({
      label: "Show checks",
      text: "Show checks",
      press: () => {
        if (present) viewer.active.value = present.robot.id;
        sidebar.reveal("checks");
      },
    }),
    button({
      label: "Dismiss",
      icon: "close",
      press: () => {
        if (present) dismissed.add(present.key);
        show();
      },
    }),
  );
  const show = () => {
    const { scene, active, stage } = viewer;
    const all = troubles(scene.value.robots.values(), active.value, session.failures.value);
    const [first, ...others] = all.filter(({ key }) => !dismissed.has(key));
    present = first;
    banner.hidden = !first;
    if (!first) return;
    const { robot, why, partial, key } = first;
    const shown = stage.robots.has(robot.id);
    // Addresses hold the version they were made from: .../VERSION/robot.glb
    const made = /\/(\d+)\/[^/]*$/.exec(robot.glb ?? robot.skeleton ?? "")?.[1];
    const old = made !== undefined && Number(made) !== robot.version;
    const file = fileName(robot);
    const words = !shown
      ? `${file} cannot be shown`
      : old
        ? `${file} has errors; this is the last version that worked`
        : `Parts of ${file} are missing from the picture`;
    setText(title, others.length === 0 ? words : `${words} (and ${others.length} more)`);
    banner.dataset.severity = partial ? "warning" : "error";
    setText(reason, why);
    // What is wrong with it is all that there is to see of it.
    if (robot.id === active.value && !shown && !partial && key !== told) {
      sidebar.bringForward("checks");
      told = key;
    }
  };
  viewer.scene.watch(show);
  viewer.active.watch(show);
  viewer.robot.watch(show);
  session.failures.watch(show);
  return banner;
}

/** A page without a robot says what to do. */
export function emptyPage(viewer: Viewer, session: Session, commands: Commands): HTMLElement {
  const words = el("p");
  const folder = button({
    label: "Open folder…",
    text: "Open folder…",
    icon: "open",
    press: () => commands.openFolder(),
  });
  const offers = el("div", { class: "start-offers" });
  const page = el(
    "div",
    { class: "empty-page" },
    mark(),
    el("h2", { text: "Drop a robot here" }),
    words,
    el(
      "div",
      { class: "tool-row" },
      button({
        label: "Open files…",
        text: "Open files…",
        icon: "file",
        class: "primary",
        press: () => commands.openFiles(),
      }),
      folder,
    ),
    offers,
  );
  const show = () => {
    const { state, start } = session;
    const alone = state.value === "none";
    page.hidden = viewer.scene.value.robots.size > 0 || state.value === "connecting";
    // Pictures are asked for only where they are seen.
    const offered = page.hidden ? null : start.value;
    offers.replaceChildren(
      offered ? startLists(offered, (what) => session.openOffered(what, false)) : "",
    );
    // Panels have nothing to show without a robot.
    document.documentElement.toggleAttribute("data-empty", !page.hidden);
    setText(
      words,
      alone
        ? "A folder or zip with a URDF and its meshes, or a .glb; then its trajectories (.csv, .json, .npz)."
        : "A folder or zip with a URDF and its meshes, or a .glb. Xacro files: fourbar view robot.xacro.",
    );
  };
  viewer.scene.watch(show);
  session.state.watch(show);
  session.start.watch(show);
  return page;
}

/** Counts in the corner. */
export function statistics(viewer: Viewer): HTMLElement {
  const line = el("p", { class: "statistics", "aria-hidden": "true" });
  viewer.robot.watch((robot) => {
    if (!robot) {
      setText(line, "");
      return;
    }
    const { links, joints, loops } = robot.model;
    const moving = [...joints.values()].filter((joint) => joint.role !== "fixed").length;
    const words = [count(links.size, "link"), count(moving, "moving joint")];
    if (loops.size > 0) words.push(count(loops.size, "loop"));
    words.push(robot.complete ? count(robot.triangles, "triangle") : "loading meshes…");
    const { standIns } = robot;
    if (robot.complete && standIns.has("collisions")) words.push("collisions shown: no visuals");
    if (robot.complete && standIns.has("skeleton")) words.push("skeleton shown: few visuals");
    if (robot.complete && standIns.has("frames")) words.push("frames shown: no shapes");
    setText(line, words.join(" · "));
  });
  return line;
}

function count(number: number, word: string): string {
  return `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
}
