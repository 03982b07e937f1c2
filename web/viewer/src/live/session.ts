/** Carries out what the server says, and tells it what was moved here. */
import { missingText } from "three-robot-kinematics/stage";
import type { SourceText } from "../panels/source/text.js";
import type { Playback } from "../playback.js";
import { Signal } from "../signal.js";
import type { Viewer } from "../viewer.js";
import { Connection, type ConnectionState, type Line } from "./connection.js";
import { CoverageFeed } from "./coverage.js";
import { ForceFeed } from "./forces.js";
import type { LocalRobot } from "./local.js";
import { infoOf } from "./local-info.js";
import type {
  DiffMessage,
  PageMessage,
  RobotInfo,
  ServerMessage,
  StartMessage,
} from "./messages.js";
import { Motions } from "./motions.js";
import { poseValues } from "./play.js";
import { answerQuestion } from "./questions.js";
import { activeOf, changeOf, type Scene, withRobot, withScene } from "./scene.js";

export interface Progress {
  readonly text: string;
  /** Between 0 and 1; null where it is not known. */
  readonly fraction: number | null;
}

export class Session {
  readonly state = new Signal<ConnectionState | "none">("none");
  readonly progress = new Signal<Progress | null>(null);
  /** Why robots could not be shown, by id. */
  readonly failures = new Signal<ReadonlyMap<string, string>>(new Map());
  /** Robots that this page opened itself, by id. */
  readonly opened = new Map<string, LocalRobot>();
  /** What a page without a robot offers. */
  readonly start = new Signal<StartMessage | null>(null);
  /** Opens what the start page offers where there is no server. */
  openHere: ((what: string) => void) | undefined;
  onDiff: (message: DiffMessage) => void = () => {};
  onSource: (robot: string, source: SourceText) => void = () => {};
  onDownload: (url: string, name: string) => void = () => {};
  /** What the page is to show at first, where the scene says so. */
  onState: (state: string) => void = () => {};
  onExplanation: (code: string, markdown: string) => void = () => {};

  connection: Connection | undefined;
  readonly motions: Motions;
  private readonly forces: ForceFeed;
  private readonly coverage: CoverageFeed;
  private count = 0;

  constructor(
    private readonly viewer: Viewer,
    private readonly playback: Playback,
  ) {
    const send = (message: PageMessage) => this.connection?.send(message) ?? false;
    this.motions = new Motions(viewer, playback);
    this.forces = new ForceFeed(viewer, playback, send);
    this.coverage = new CoverageFeed(viewer, send);
    viewer.onMoved = ({ id, model }, cause) => {
      const play = cause === "hand" ? undefined : cause;
      this.connection?.send({ type: "pose", robot: id, values: poseValues(model), play });
    };
    viewer.stage.addEventListener("target", ({ id, position, held }) => {
      const [x, y, z] = position;
      send({ type: "target", id, position: [x, y, z], held });
    });
    viewer.stage.addEventListener("progress", ({ loaded, total, done }) => {
      if (done) this.progress.value = null;
      else if (total !== null && total > 2 ** 20)
        this.progress.value = { text: "Loading meshes", fraction: loaded / total };
    });
  }

  /** `first` is a line that was opened already. */
  connect(dial: () => Line, first: Line): void {
    const listeners = {
      message: (message: ServerMessage) => this.take(message),
      state: (state: ConnectionState) => {
        this.state.value = state;
        if (state === "open") {
          this.forces.restart();
          this.coverage.restart();
        }
      },
    };
    this.connection = new Connection(dial, listeners, first);
  }

  /** Shows a robot that this page opened itself; `add` keeps those that are there. */
  open(local: LocalRobot, add = false): void {
    const id = `opened-${++this.count}`;
    const before = this.viewer.scene.value;
    if (!add && before.robots.size > 0) this.offerBack(before, "replaced");
    this.opened.set(id, local);
    const robots = new Map(add ? before.robots : []).set(id, infoOf(id, local));
    this.apply({ ...before, robots });
    this.viewer.active.value = id;
    void this.loadLocal(id).then(() => {
      if (add && before.robots.size > 0) this.viewer.stage.placeBeside(id);
    });
  }

  /** Opens a robot that the start page offers. */
  openOffered(what: string, add: boolean): void {
    if (this.state.value === "none") this.openHere?.(what);
    else if (!this.connection?.send({ type: "open", what, add })) this.lost();
  }

  /** Shows another description of a robot's folder or archive. */
  choose(id: string, path: string): void {
    const local = this.opened.get(id);
    if (!local) {
      if (!this.connection?.send({ type: "choose", robot: id, path })) this.lost();
      return;
    }
    local.choose(path).then(
      (other) => {
        this.opened.set(id, other);
        const { scene } = this.viewer;
        const version = (scene.value.robots.get(id)?.version ?? 0) + 1;
        this.apply(withRobot(scene.value, { ...infoOf(id, other), version }));
        return this.loadLocal(id);
      },
      (error: Error) => this.viewer.notices.show("error", error.message),
    );
  }

  /** Takes a robot out of the scene; it can be brought back. */
  remove(id: string): void {
    const { scene } = this.viewer;
    if (!this.opened.has(id) && this.connection) {
      if (!this.connection.send({ type: "remove", robot: id })) this.lost();
      return;
    }
    this.offerBack(scene.value, "removed", id);
    const robots = new Map(scene.value.robots);
    robots.delete(id);
    this.apply({ ...scene.value, robots });
  }

  /** Offers to go back to a scene of robots that this page opened itself. */
  private offerBack(scene: Scene, what: string, id?: string): void {
    const gone = id === undefined ? [...scene.robots.values()] : [scene.robots.get(id)];
    const names = gone.map((robot) => robot?.name ?? "").join(", ");
    const press = () => {
      this.apply(scene);
      for (const other of scene.robots.keys())
        if (!this.viewer.stage.robots.has(other)) void this.loadLocal(other);
    };
    this.viewer.notices.show("info", `${names} ${what}`, { label: "Undo", press });
  }

  private async loadLocal(id: string): Promise<void> {
    const robot = this.viewer.scene.value.robots.get(id);
    const local = this.opened.get(id);
    if (!robot) return;
    await this.load(robot, undefined);
    if (!local || local !== this.opened.get(id)) return;
    const diagnostics = local.findings();
    const counts = { error: 0, warning: 0, info: 0 };
    for (const { severity } of diagnostics) counts[severity] += 1;
    const shown = this.viewer.stage.robots.get(id)?.model;
    const missing = missingText(diagnostics, local.text?.parts, shown);
    const present = this.viewer.scene.value.robots.get(id) ?? robot;
    this.apply(withRobot(this.viewer.scene.value, { ...present, diagnostics, counts, missing }));
  }

  /** Asks for the text of a robot; false where nobody has it. */
  askSource(robot: string): boolean {
    const local = this.opened.get(robot);
    if (!local) return this.connection?.send({ type: "source", robot }) ?? false;
    if (local.text) this.onSource(robot, local.text);
    return local.text !== null;
  }

  private lost(): void {
    this.viewer.notices.show("warning", "The server is not connected.");
  }

  take(message: ServerMessage): void {
    const { viewer } = this;
    const { stage } = viewer;
    switch (message.type) {
      case "scene":
        this.apply(withScene(message));
        if (message.state !== undefined) this.onState(message.state);
        break;
      case "robot":
        this.apply(withRobot(viewer.scene.value, message.robot));
        break;
      case "pose":
        this.pose(message.robot, message.values);
        break;
      case "play":
        this.motions.take(message);
        break;
      case "stop":
        this.motions.stop(message.robot);
        break;
      case "progress":
        this.progress.value =
          message.text === "" ? null : { text: message.text, fraction: message.fraction };
        break;
      case "notice":
        viewer.notices.show(
          message.severity,
          message.text,
          message.action && {
            label: "Undo",
            press: () => void this.connection?.send({ type: "restore" }),
          },
        );
        break;
      case "ask":
        void answerQuestion(viewer, message).then((reply) => this.connection?.send(reply));
        break;
      case "source":
        this.onSource(message.robot, message);
        break;
      case "download":
        this.onDownload(message.url, message.name);
        break;
      case "marks":
        stage.setMarks(message.marks);
        break;
      case "start":
        this.start.value = message;
        break;
      case "diff":
        this.onDiff(message);
        break;
      case "explanation":
        this.onExplanation(message.code, message.markdown);
        break;
      case "forces":
        this.forces.take(message);
        break;
      case "coverage":
        this.coverage.take(message);
        break;
    }
  }

  private apply(scene: Scene): void {
    const { viewer } = this;
    const before = viewer.scene.value;
    const change = changeOf(before, scene);
    viewer.scene.value = scene;
    viewer.active.value = activeOf(scene, viewer.active.value);
    for (const id of change.removed) {
      viewer.stage.remove(id);
      this.motions.drop(id);
      this.fail(id, null);
    }
    if (viewer.selected.value && !scene.robots.has(viewer.selected.value.robot))
      viewer.select(null);
    for (const robot of change.load) void this.load(robot, before.robots.get(robot.id));
    for (const robot of change.pose) if (robot.pose) this.pose(robot.id, robot.pose);
    for (const robot of scene.robots.values()) void this.motions.loadTrajectory(robot);
  }

  private async load(robot: RobotInfo, before: RobotInfo | undefined): Promise<void> {
    const { stage } = this.viewer;
    const sameSkeleton = before !== undefined && before.skeleton === robot.skeleton;
    const glb = this.opened.get(robot.id)?.source ?? robot.glb;
    const skeleton = sameSkeleton && glb !== null ? null : robot.skeleton;
    const first = !stage.robots.has(robot.id);
    try {
      await stage.show(
        robot.id,
        { skeleton, glb },
        {
          position: robot.position,
          pose: first ? robot.pose : null,
          up: this.viewer.preferences.up[robot.file ?? ""] ?? "z",
        },
      );
      this.ground();
      this.fail(robot.id, null);
    } catch (error) {
      // Removed while it was on its way.
      if ((error as Error).name === "AbortError") return;
      this.fail(robot.id, (error as Error).message);
    }
    await this.motions.begin(robot);
  }

  /** Several robots stand on one ground, unless somebody has given them a place. */
  private ground(): void {
    const { stage, scene } = this.viewer;
    const { robots } = scene.value;
    if (robots.size < 2) return;
    for (const { id, placed } of robots.values())
      if (!placed && stage.robots.get(id)?.complete) stage.placeOnGround(id);
  }

  private pose(id: string, values: Readonly<Record<string, number | readonly number[]>>): void {
    const robot = this.viewer.stage.robots.get(id);
    if (!robot) return;
    this.playback.hold(id);
    const known = Object.entries(values).filter(([name, value]) => {
      const width = typeof value === "number" ? 1 : value.length;
      return robot.model.joints.get(name)?.dofs.length === width;
    });
    this.viewer.stage.setPose(id, new Map(known), { silent: true, clamp: false, partial: true });
  }

  private fail(id: string, reason: string | null): void {
    const next = new Map(this.failures.value);
    if (reason === null) next.delete(id);
    else next.set(id, reason);
    this.failures.value = next;
  }
}
