import "./style/index.css";
import { Stage } from "three-robot-kinematics/stage";
import { cloudScales } from "./chrome/cloud-scale.js";
import { Commands } from "./chrome/commands.js";
import { compass } from "./chrome/compass.js";
import { HoverCard } from "./chrome/hover-card.js";
import { Intake } from "./chrome/intake.js";
import { JointStrips } from "./chrome/joint-strips.js";
import { MeasureCard } from "./chrome/measure-card.js";
import { MotionPlot } from "./chrome/motion-plot.js";
import { Notices } from "./chrome/notices.js";
import { followAddress } from "./chrome/page-state.js";
import { PullCard } from "./chrome/pull-card.js";
import { listenToKeys } from "./chrome/shortcuts.js";
import { Split } from "./chrome/split.js";
import {
  connectionChip,
  emptyPage,
  failureBanner,
  progressChip,
  statistics,
} from "./chrome/status.js";
import { themeOf, watchTheme } from "./chrome/theme.js";
import { Timeline } from "./chrome/timeline.js";
import { Toolbar } from "./chrome/toolbar.js";
import { el } from "./dom/element.js";
import type { Line } from "./live/connection.js";
import { offerDrop } from "./live/drop.js";
import { readMessage } from "./live/messages.js";
import { Session } from "./live/session.js";
import { isInNotebook, NotebookChannel } from "./notebook/line.js";
import type { Fetch } from "./notebook/pieces.js";
import { ChecksPanel } from "./panels/checks/panel.js";
import { GraphPanel } from "./panels/graph/panel.js";
import { JointPanel } from "./panels/joints/panel.js";
import { Sidebar } from "./panels/sidebar.js";
import { SourcePanel } from "./panels/source/panel.js";
import { TreePanel } from "./panels/tree/panel.js";
import { Playback } from "./playback.js";
import { loadPreferences } from "./preferences.js";
import { Recorder } from "./recorder.js";
import { Viewer } from "./viewer.js";

/** Ways to the server that has the robots; a page with its robots inside needs none. */
interface Reach {
  readonly dial: (() => Line) | undefined;
  readonly fetch: Fetch;
}

function reach(): Reach {
  const overHttp: Fetch = (address, options) => fetch(address, options);
  if (document.querySelector("#fourbar-scene")) return { dial: undefined, fetch: overHttp };
  if (isInNotebook()) {
    const channel = new NotebookChannel();
    return { dial: () => channel.dial(), fetch: channel.fetch };
  }
  const address = new URL("live", location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return { dial: () => new WebSocket(address), fetch: overHttp };
}

function start(app: HTMLElement): void {
  const { dial, fetch } = reach();
  // At once: the server answers while the page is put together.
  const first = dial?.();
  const theme = themeOf(loadPreferences().theme);
  document.documentElement.dataset.theme = theme;
  const host = el("div", { class: "stage" });
  const viewport = el("main", { class: "viewport", "aria-label": "Robot in 3D" }, host);
  app.append(viewport);
  const notices = new Notices();
  // Within another page, such as a notebook, wheels scroll that page.
  const stage = new Stage(host, { theme, fetch, scrolling: window.parent !== window });
  const viewer = new Viewer(stage, notices, fetch);
  const playback = new Playback(viewer);
  const session = new Session(viewer, playback);
  const intake = new Intake(viewer, session);
  const commands = new Commands(viewer, intake);

  const joints = new JointPanel(viewer);
  const tree = new TreePanel(viewer);
  const checks = new ChecksPanel(viewer, session.failures);
  checks.readHere = (id) => session.opened.has(id);
  const split = new Split(viewer, viewport);
  const graph = new GraphPanel(viewer, () => themeOf(viewer.theme.value), split);
  const source = new SourcePanel(viewer);
  source.ask = (robot) => session.askSource(robot);
  session.onSource = (robot, text) => source.take(robot, text);
  session.onDownload = (url, name) => void commands.download(url, name);
  session.onState = (state) => {
    if (!location.hash) followAddress(viewer, state);
  };
  const sidebar = new Sidebar(viewer, [
    { id: "joints", label: "Joints", panel: joints },
    { id: "tree", label: "Tree", panel: tree },
    { id: "checks", label: "Checks", panel: checks },
    { id: "graph", label: "Graph", panel: graph },
    { id: "source", label: "Source", panel: source },
  ]);
  // There it is told about what is pressed in the drawing.
  graph.onDock = () => sidebar.reveal("tree");
  commands.tool.watch(() => sidebar.uncover());
  joints.showChecks = () => sidebar.reveal("checks");
  checks.badge.watch(({ count, worst }) =>
    sidebar.badge("checks", count ? count.toLocaleString("en") : "", worst),
  );
  session.onDiff = (message) => checks.takeDiff(message);
  session.onExplanation = (code, markdown) => checks.explain(code, markdown);
  const find = () => {
    const { tab } = viewer.preferences;
    const page = tab === "tree" ? tree : tab === "checks" ? checks : joints;
    sidebar.reveal(page === joints ? "joints" : tab);
    page.search.focus();
  };

  watchTheme(viewer, (next) => {
    document.documentElement.dataset.theme = next;
    stage.theme = next;
    graph.paint();
  });
  const recorder = new Recorder(viewer, (id, trajectory) =>
    session.motions.replay(id, trajectory, { play: false, atEnd: true }),
  );
  const strips = new JointStrips(viewer, playback);
  const toolbar = new Toolbar(viewer, commands, session, sidebar);
  viewport.append(
    statistics(viewer),
    compass(viewer),
    emptyPage(viewer, session, commands),
    el("div", { class: "over-top" }, connectionChip(session), progressChip(session)),
    el(
      "div",
      { class: "tool-cards" },
      new MeasureCard(viewer, commands).element,
      new PullCard(viewer, commands).element,
    ),
    cloudScales(viewer),
    notices.element,
  );
  const column = el(
    "div",
    { class: "column" },
    failureBanner(viewer, session, sidebar),
    split.element,
    new Timeline(playback, recorder, commands, strips).element,
    strips.element,
    new MotionPlot(playback).element,
  );
  app.append(toolbar.element, sidebar.element, column);
  document.body.append(intake.overlay, new HoverCard(viewer).element);
  followAddress(viewer, location.hash);
  listenToKeys({ viewer, commands, playback, sidebar, find });

  if (dial && first) {
    checks.opensEditor = !isInNotebook();
    checks.server = {
      explain: (code) => session.connection?.send({ type: "explain", code }) ?? false,
      fix: (code, { unsafe, apply }) => {
        const robot = viewer.active.value ?? "";
        const rule = code === null ? {} : { code };
        return session.connection?.send({ type: "fix", robot, ...rule, unsafe, apply }) ?? false;
      },
    };
    session.connect(dial, first);
    offerDrop(viewer, playback, session);
  } else {
    const message = readMessage(document.querySelector("#fourbar-scene")?.textContent ?? "");
    offerDrop(viewer, playback, session);
    if (message) session.take(message);
    else notices.show("error", "The robot in this file cannot be read.");
    const offered = readMessage(document.querySelector("#fourbar-start")?.textContent ?? "");
    session.openHere = (what) => void intake.takeAddress(galleryAddress(what));
    if (offered) session.take(offered);
    const address = new URLSearchParams(location.search).get("open");
    if (address) void intake.takeAddress(address);
  }
}

/** Where a page without a server has the robot that its start page calls `gallery:NAME`. */
function galleryAddress(what: string): string {
  return `gallery/${what.replace(/^gallery:/, "")}.urdf`;
}

const app = document.querySelector<HTMLElement>("#app");
if (!app) throw new Error("index.html has no element with id app");
start(app);
