/** What the page knows and can do; panels show it and call it. */
import type { JointValue, JointValues, MoveResult } from "three-robot-kinematics";
import {
  formatValue,
  type Layer,
  layerNames,
  type Part,
  type Stage,
  type StageRobot,
  type Units,
  type UpAxis,
} from "three-robot-kinematics/stage";
import type { Notices } from "./chrome/notices.js";
import type { Coverage } from "./live/coverage.js";
import { EMPTY_SCENE, type Scene } from "./live/scene.js";
import type { Fetch } from "./notebook/pieces.js";
import { leaveDeadCentre } from "./pose/dead-centre.js";
import { PoseHistory } from "./pose/history.js";
import { loadPreferences, savePreferences, type ThemeChoice } from "./preferences.js";
import { Signal } from "./signal.js";

/** What a move by hand came to. */
export interface Outcome {
  readonly converged: boolean;
  readonly clamped: boolean;
  /** Joints that the pose takes out of their limits. */
  readonly beyond: readonly string[];
}

/** Why a robot moved: by hand, or by a motion that starts or goes on. */
export type Cause = "hand" | "start" | "on";
/** A hand counts more than what plays, and a start more than what follows it. */
const WEIGHTS: Readonly<Record<Cause, number>> = { on: 0, start: 1, hand: 2 };

export class Viewer {
  readonly preferences = loadPreferences();
  readonly scene = new Signal<Scene>(EMPTY_SCENE);
  /** Id of the robot that the panels speak of. */
  readonly active = new Signal<string | null>(null);
  /** Replaced whenever the active robot's model is. */
  readonly robot = new Signal<StageRobot | null>(null);
  readonly units = new Signal<Units>({
    angle: this.preferences.angle,
    length: this.preferences.length,
  });
  readonly clamp = new Signal(this.preferences.clamp);
  readonly theme = new Signal<ThemeChoice>(this.preferences.theme);
  readonly selected = new Signal<Part | null>(null);
  readonly hovered = new Signal<Part | null>(null);
  /** Rises with every pose of the active robot that was shown. */
  readonly pose = new Signal(0);
  readonly layers = new Signal<ReadonlySet<Layer>>(new Set());
  /** How collision shapes cover visuals, by robot, as far as it was asked for. */
  readonly coverage = new Signal<ReadonlyMap<string, Coverage>>(new Map());
  /** Lets go of the active robot, to see it fall and swing; null where nobody can compute that. */
  readonly drop = new Signal<(() => void) | null>(null);
  /** Called with the robots that this page has moved, at most once per frame. */
  onMoved: (robot: StageRobot, cause: Cause) => void = () => {};

  private readonly histories = new Map<string, PoseHistory>();
  private readonly moved = new Map<string, Cause>();
  private posed = false;
  private frame = 0;
  private handled = 0;

  constructor(
    readonly stage: Stage,
    readonly notices: Notices,
    /** Gets the files that messages name; in notebooks, through the kernel. */
    readonly fetch: Fetch,
  ) {
    for (const [name, on] of Object.entries(this.preferences.layers)) {
      const layer = layerNames.find((candidate) => candidate === name);
      if (layer) stage.setLayer(layer, on);
    }
    stage.projection = this.preferences.projection;
    this.readLayers();
    stage.addEventListener("select", ({ part }) => this.take(part));
    stage.addEventListener("hover", ({ part }) => {
      this.hovered.value = part;
    });
    stage.addEventListener("robots", () => this.refresh());
    stage.addEventListener("pose", ({ robot, user }) => {
      if (robot === this.active.value) this.posed = true;
      if (user) this.report(robot, "hand");
      else this.schedule();
    });
    stage.addEventListener("drag", ({ part, active }) => {
      if (active) this.remember(part.robot, `drag ${part.name}`);
    });
    stage.addEventListener("error", ({ message }) => notices.show("error", message));
    this.active.watch(() => this.refresh());
    this.units.watch(({ length, angle }) =>
      stage.speak({
        length: (metres) => formatValue(metres, length),
        angle: (radians) => formatValue(radians, angle),
      }),
    );
  }

  /** The active robot as the server describes it. */
  get info() {
    return this.scene.value.robots.get(this.active.value ?? "");
  }

  /** Saves a choice. */
  save(): void {
    savePreferences(this.preferences);
  }

  setUnits(units: Units): void {
    this.preferences.angle = units.angle;
    this.preferences.length = units.length;
    this.units.value = units;
    this.save();
  }

  setClamp(on: boolean): void {
    this.preferences.clamp = on;
    this.clamp.value = on;
    this.save();
  }

  setTheme(theme: ThemeChoice): void {
    this.preferences.theme = theme;
    this.theme.value = theme;
    this.save();
  }

  setLayer(layer: Layer, on: boolean): void {
    this.stage.setLayer(layer, on);
    this.preferences.layers[layer] = on;
    this.readLayers();
    this.save();
  }

  toggleLayer(layer: Layer): void {
    this.setLayer(layer, !this.stage.layer(layer));
  }

  /** Turns a robot so that another axis is up, now and when its file is opened again. */
  setUp(id: string, axis: UpAxis): void {
    this.stage.setUp(id, axis);
    const file = this.scene.value.robots.get(id)?.file;
    if (file) {
      if (axis === "z") delete this.preferences.up[file];
      else this.preferences.up[file] = axis;
    }
    this.save();
  }

  toggleProjection(): void {
    const next = this.stage.projection === "perspective" ? "orthographic" : "perspective";
    this.stage.projection = next;
    this.preferences.projection = next;
    this.save();
  }

  select(part: Part | null): void {
    this.stage.selected = part;
    this.take(part);
  }

  hover(part: Part | null): void {
    this.stage.hovered = part;
  }

  /** Moves one DOF of a joint by hand, as far as limits and loops allow. */
  move(joint: string, index: number, value: number): Outcome {
    const robot = this.robot.value;
    const present = robot?.model.joints.get(joint)?.value;
    if (!robot || present === undefined) return { converged: true, clamped: false, beyond: [] };
    this.remember(robot.id, joint);
    const wanted: JointValue =
      typeof present === "number"
        ? value
        : present.map((other, k) => (k === index ? value : other));
    const options = { clamp: this.clamp.value, wrap: true, partial: true };
    const go = () => this.stage.setPose(robot.id, new Map([[joint, wanted]]), options);
    const result = go();
    if (result.converged || result.fraction > 0 || typeof wanted !== "number")
      return outcomeOf(result);
    const silent = { ...options, silent: true };
    const led = leaveDeadCentre(robot.model, joint, wanted, (values) =>
      this.stage.setPose(robot.id, values, silent),
    );
    return outcomeOf(led ? go() : robot.model.lastResult, led ? undefined : false);
  }

  /** Moves several joints by hand; names that the robot does not have are refused. */
  moveAll(values: JointValues, what: string): Outcome | undefined {
    const robot = this.robot.value;
    if (!robot) return undefined;
    const entries: [string, JointValue][] =
      values instanceof Map ? [...values] : Object.entries(values);
    const problem = entries.map(([name, value]) => misfit(robot, name, value)).find(Boolean);
    if (problem) {
      this.notices.show("error", problem);
      return undefined;
    }
    this.remember(robot.id, what);
    const options = { clamp: this.clamp.value, partial: true };
    const outcome = outcomeOf(this.stage.setPose(robot.id, new Map(entries), options));
    if (!outcome.converged)
      this.notices.show(
        "warning",
        "The loops cannot close in that pose; the robot moved as far as they allow.",
      );
    return outcome;
  }

  reset(): void {
    this.act("reset", (id) => this.stage.resetPose(id));
  }

  random(): void {
    this.act("random", (id) => this.stage.randomPose(id));
  }

  undo(): void {
    this.step((history, present) => history.undo(present), "Nothing to undo.");
  }

  redo(): void {
    this.step((history, present) => history.redo(present), "Nothing to redo.");
  }

  /** Takes the pose down before a move by hand. */
  remember(id: string, group: string): void {
    const model = this.stage.robots.get(id)?.model;
    if (!model) return;
    const history = this.histories.get(id) ?? new PoseHistory();
    this.histories.set(id, history);
    history.record(model.getJointValues(), group, performance.now());
    this.handled += 1;
    this.onHand(id);
  }

  /** Notes that this page has moved a robot, for those who follow it. */
  report(id: string, cause: Cause): void {
    const known = this.moved.get(id);
    if (!known || WEIGHTS[cause] > WEIGHTS[known]) this.moved.set(id, cause);
    this.schedule();
  }

  /** Called before every move by hand. */
  onHand: (robot: string) => void = () => {};

  private act(what: string, action: (id: string) => unknown): void {
    const id = this.robot.value?.id;
    if (id === undefined) return;
    // Each press is a step of its own.
    this.remember(id, `${what} ${this.handled}`);
    action(id);
  }

  private step(
    take: (
      history: PoseHistory,
      present: Map<string, JointValue>,
    ) => ReturnType<PoseHistory["undo"]>,
    nothing: string,
  ): void {
    const robot = this.robot.value;
    const history = robot && this.histories.get(robot.id);
    const pose = history && take(history, robot.model.getJointValues());
    if (!robot || !pose) {
      this.notices.show("info", nothing);
      return;
    }
    this.onHand(robot.id);
    const known = [...pose].filter(([name, value]) => !misfit(robot, name, value));
    this.stage.setPose(robot.id, new Map(known), { clamp: false });
  }

  private take(part: Part | null): void {
    if (part) this.active.value = part.robot;
    this.selected.value = part;
  }

  private refresh(): void {
    const robot = this.stage.robots.get(this.active.value ?? "") ?? null;
    // A robot that is completed may be the same object with another model.
    this.robot.value = robot && describe(robot);
    this.pose.value += 1;
    this.readLayers();
  }

  private schedule(): void {
    this.frame ||= requestAnimationFrame(() => this.tell());
  }

  private readLayers(): void {
    this.layers.value = new Set(layerNames.filter((layer) => this.stage.layer(layer)));
  }

  private tell(): void {
    this.frame = 0;
    if (this.posed) {
      this.posed = false;
      this.pose.value += 1;
    }
    const moved = [...this.moved];
    this.moved.clear();
    for (const [id, cause] of moved) {
      const robot = this.stage.robots.get(id);
      if (robot) this.onMoved(robot, cause);
    }
  }
}

function describe(robot: StageRobot): StageRobot {
  const { id, name, model, root, complete, clips, triangles, hidden, pins } = robot;
  const { visible, position, up, standIns, scales } = robot;
  const own = { id, name, model, root, complete, clips, triangles, hidden, pins };
  return { ...own, visible, position, up, standIns, scales };
}

function outcomeOf(result: MoveResult, reached = result.converged): Outcome {
  const { clamped, beyond } = result;
  return { converged: reached, clamped: clamped.length > 0, beyond: [...beyond] };
}

/** Why a joint cannot take a value; undefined where it can. */
function misfit(robot: StageRobot, name: string, value: JointValue): string | undefined {
  const joint = robot.model.joints.get(name);
  if (!joint) return `${robot.name} has no joint "${name}".`;
  const width = typeof value === "number" ? 1 : value.length;
  if (joint.dofs.length !== width)
    return `Joint "${name}" (${joint.type}) takes ${joint.dofs.length} numbers, not ${width}.`;
  return undefined;
}
