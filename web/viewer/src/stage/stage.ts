import { type AnimationClip, Box3, EventDispatcher } from "three";
import type { JointValues, MoveOptions, MoveResult } from "three-robot-kinematics";
import { FrameClock } from "./frame-clock.js";
import { Attachments } from "./layers/attachments.js";
import type { Hit } from "./pick/pick.js";
import { Sight } from "./pick/sight.js";
import type { Actor } from "./robot/actor.js";
import { partBox } from "./robot/part-box.js";
import { Players } from "./robot/players.js";
import { moveAnywhere } from "./robot/random.js";
import { Roster } from "./robot/roster.js";
import { palettes } from "./scene/palette.js";
import { World } from "./scene/world.js";
import { pictureSize, takePicture } from "./screenshot.js";
import { Surface } from "./surface.js";
import { Hand } from "./tools/hand.js";
import type {
  Compass,
  FrameTime,
  Grip,
  Layer,
  MeasureWords,
  Part,
  Player,
  Projection,
  RobotSource,
  ScreenshotOptions,
  ShowOptions,
  StageEvents,
  StageRobot,
  Theme,
  Tool,
  View,
} from "./types.js";
import { addCorners, type Outline } from "./view/fit.js";
import { Sharpness } from "./view/sharpness.js";
import { Viewpoint } from "./view/viewpoint.js";

const box = new Box3();
const lostMessage =
  "The graphics card stopped drawing. The picture comes back by itself, or on reload.";

export class Stage extends EventDispatcher<StageEvents> {
  private readonly surface: Surface;
  private readonly world = new World();
  private readonly viewpoint = new Viewpoint();
  private readonly clock: FrameClock;
  private readonly sharpness = new Sharpness(
    () => this.clock.pending,
    () => this.invalidate(),
  );
  private readonly attached: Attachments;
  private readonly roster: Roster;
  private readonly hand: Hand;
  private readonly players = new Players((robot, { time, playing }) => {
    this.dispatchEvent({ type: "play", robot, time, playing });
    this.invalidate();
  });
  private currentTheme: Theme = "light";
  /** Whether the change of a pose that is under way is the user's. */
  private byUser = false;

  constructor(host: HTMLElement, options: { theme?: Theme } = {}) {
    super();
    this.surface = new Surface(host, {
      resized: (width, height) => {
        Object.assign(this.viewpoint.cameras, { width, height });
        this.invalidate();
      },
      lost: () => this.dispatchEvent({ type: "error", message: lostMessage }),
      restored: () => {
        this.recast();
        this.invalidate();
      },
    });
    this.clock = new FrameClock((seconds, waited) => this.draw(seconds, waited));
    this.attached = new Attachments(host, this.world.scene, this.world.overlay, {
      changed: () => this.invalidate(),
      measured: () => this.tellMeasure(),
      failed: (message) => this.dispatchEvent({ type: "error", message }),
    });
    this.roster = new Roster({
      enter: (actor, before) => this.enter(actor, before),
      leave: (actor) => this.leave(actor),
      progress: (robot, loaded, total, done) =>
        this.dispatchEvent({ type: "progress", robot, loaded, total, done }),
    });
    const sight = new Sight(this.roster.actors, this.attached.layers);
    this.hand = new Hand(this.surface.canvas, this.viewpoint, sight, {
      moving: (move) => this.asUser(move),
      dragged: (part, active) => this.dispatchEvent({ type: "drag", part, active }),
      selected: (part) => this.choose(part),
      hovered: (part, x, y) => this.pointAt(part, x, y),
      measured: (hit) => this.mark(hit),
      fit: (part) => this.fit(part),
      changed: () => this.invalidate(),
    });
    this.theme = options.theme ?? "light";
    this.surface.resize();
  }

  get robots(): ReadonlyMap<string, StageRobot> {
    return this.roster.actors;
  }

  /**
   * Loads a robot and shows it, its skeleton first. The first one is fitted into the picture; one that
   * takes another's place keeps pose and camera. Rejects with a message for people; the old robot stays.
   * If a newer load of the same id overtakes this one, it ends as the newer one does; if the robot is
   * removed, it rejects with an `AbortError`.
   */
  show(id: string, source: RobotSource, options: ShowOptions = {}): Promise<StageRobot> {
    return this.roster.show(id, source, options);
  }

  remove(id: string): void {
    this.roster.remove(id);
  }

  /** Moves joints; names that the robot does not have are an error. */
  setPose(
    id: string,
    values: JointValues,
    options: MoveOptions & { readonly silent?: boolean } = {},
  ): MoveResult {
    const { silent = false, ...move } = options;
    const { model } = this.actor(id);
    const run = () => model.setJointValues(values, move);
    return silent ? run() : this.asUser(run);
  }

  resetPose(id: string): MoveResult {
    return this.asUser(() => this.actor(id).model.reset());
  }

  /** Any pose within the limits, loops closed. */
  randomPose(id: string): void {
    this.asUser(() => moveAnywhere(this.actor(id).model));
  }

  layer(name: Layer): boolean {
    return this.attached.layers.has(name);
  }

  setLayer(name: Layer, on: boolean): void {
    if (!this.attached.setLayer(name, on)) return;
    if (name === "ground") this.world.ground.grid.visible = on;
    if (name === "shadows") this.world.shadows = on;
    if (name === "frames") this.world.origin.visible = on;
    if (name === "visuals" || name === "shadows") this.recast();
    this.invalidate();
  }

  get theme(): Theme {
    return this.currentTheme;
  }

  set theme(theme: Theme) {
    this.currentTheme = theme;
    const palette = palettes[theme];
    this.world.paint(palette);
    this.attached.paint(palette);
    this.invalidate();
  }

  get tool(): Tool {
    return this.hand.tool;
  }

  set tool(tool: Tool) {
    this.hand.tool = tool;
    this.invalidate();
  }

  /** What dragging a pulled link does to its orientation where no key says otherwise. */
  get grip(): Grip {
    return this.hand.grip;
  }

  set grip(grip: Grip) {
    this.hand.grip = grip;
  }

  get projection(): Projection {
    return this.viewpoint.cameras.projection;
  }

  set projection(projection: Projection) {
    this.viewpoint.cameras.projection = projection;
    this.invalidate();
  }

  get autoRotate(): boolean {
    return this.viewpoint.rotating;
  }

  set autoRotate(on: boolean) {
    this.viewpoint.rotating = on;
    this.invalidate();
  }

  lookFrom(view: View): void {
    this.viewpoint.turnTo(view);
    this.fit();
  }

  /** Brings a part, or all robots, into the picture. */
  fit(part: Part | null = null): void {
    this.world.scene.updateMatrixWorld();
    const actor = part && this.roster.actors.get(part.robot);
    const outline: Outline = [];
    if (actor && partBox(actor, part, box)) addCorners(outline, box);
    else for (const one of this.roster.actors.values()) one.outline(outline);
    if (outline.length === 0) return;
    this.viewpoint.fit(outline);
    this.invalidate();
  }

  /** Which way the axes of the world point in the picture. */
  compass(out: Compass): Compass {
    return this.viewpoint.compass(out);
  }

  get selected(): Part | null {
    return this.attached.spotlight.part("selected");
  }

  set selected(part: Part | null) {
    this.attached.spotlight.point(
      "selected",
      part,
      part ? this.roster.actors.get(part.robot) : undefined,
    );
    this.invalidate();
  }

  get hovered(): Part | null {
    return this.attached.spotlight.part("hovered");
  }

  set hovered(part: Part | null) {
    this.attached.spotlight.point(
      "hovered",
      part,
      part ? this.roster.actors.get(part.robot) : undefined,
    );
    this.invalidate();
  }

  setLinkVisible(robot: string, link: string, on: boolean): void {
    const actor = this.actor(robot);
    actor.setLinkVisible(link, on);
    this.attached.follow(actor);
  }

  /** Says how what is measured is written in the picture. */
  speak(words: MeasureWords): void {
    this.attached.measure.speak(words);
    this.invalidate();
  }

  clearMeasure(): void {
    this.attached.measure.clearMarks();
    this.tellMeasure();
    this.invalidate();
  }

  /** A PNG of what is seen, labels included. */
  async screenshot(options: ScreenshotOptions = {}): Promise<Blob> {
    const { world, viewpoint } = this;
    const { labels } = this.attached;
    const { renderer, ratio } = this.surface;
    const { cameras } = viewpoint;
    const page = { width: cameras.width, height: cameras.height };
    const full = { width: ratio * page.width, height: ratio * page.height };
    const size = pictureSize(options.width, options.height, full);
    // Lengths in pixels, such as those of labels, are those of the page.
    const scale = size.height / page.height;
    const draw = () => {
      cameras.width = size.width / scale;
      this.refresh();
      world.draw(renderer, cameras, viewpoint.orbit.now, !options.transparent);
      labels.layOut(cameras);
    };
    try {
      return await takePicture(renderer, size, draw, (context) => labels.draw(context, scale));
    } finally {
      cameras.width = page.width;
      this.invalidate();
    }
  }

  /** Plays one of a robot's clips from its start; null stops what plays. */
  animate(id: string, clip: AnimationClip | null): Player | null {
    const actor = this.actor(id);
    if (clip) return this.players.start(actor, clip);
    this.players.stop(id);
    return null;
  }

  get frameTime(): FrameTime {
    return this.clock.frameTime;
  }

  /** Asks for a new picture. */
  invalidate(): void {
    this.clock.invalidate();
  }

  dispose(): void {
    this.clock.stop();
    this.sharpness.dispose();
    this.hand.dispose();
    this.roster.dispose();
    this.attached.dispose();
    this.world.dispose();
    this.surface.dispose();
  }

  private actor(id: string): Actor {
    const actor = this.roster.actors.get(id);
    if (!actor) throw new Error(`There is no robot ${JSON.stringify(id)} on the stage.`);
    return actor;
  }

  private asUser<T>(move: () => T): T {
    this.byUser = true;
    try {
      return move();
    } finally {
      this.byUser = false;
    }
  }

  private enter(actor: Actor, before: Actor | undefined): void {
    if (before) this.leave(before, false);
    this.world.scene.add(actor.root);
    actor.model.addEventListener("change", () => {
      this.attached.follow(actor);
      this.dispatchEvent({ type: "pose", robot: actor.id, user: this.byUser });
    });
    this.attached.add(actor);
    this.remeasure();
    // A skeleton is smaller than its robot, and a further robot stands beside the first.
    const grown = before && !before.complete && actor.complete && !this.viewpoint.chosen;
    if (!before || grown) this.fit();
    if (this.roster.actors.size === 1 && !before) this.viewpoint.chosen = false;
    this.invalidate();
    this.dispatchEvent({ type: "robots" });
  }

  private leave(actor: Actor, forGood = true): void {
    this.hand.release();
    this.players.drop(actor.id);
    this.attached.remove(actor);
    if (!forGood) return;
    if (this.selected?.robot === actor.id) this.choose(null);
    if (this.hovered?.robot === actor.id) this.hovered = null;
    this.remeasure();
    this.dispatchEvent({ type: "robots" });
    this.invalidate();
  }

  private remeasure(): void {
    this.world.scene.updateMatrixWorld();
    this.world.measure(this.roster.actors.values());
    this.viewpoint.bound(this.world.sphere.radius);
    this.recast();
  }

  /** One frame; true if another must follow. */
  private draw(seconds: number, waited: number): boolean {
    const start = performance.now();
    const { surface, viewpoint } = this;
    surface.share = this.sharpness.next(waited);
    const plays = this.players.advance(seconds);
    const turns = viewpoint.advance(seconds, this.hand.busy);
    this.refresh();
    // An empty stage stays empty: compiling its shaders would hold up the robot that is coming.
    if (this.roster.actors.size === 0) surface.renderer.clear();
    else this.world.draw(surface.renderer, viewpoint.cameras, viewpoint.orbit.now);
    this.hand.look();
    this.attached.labels.layOut(viewpoint.cameras);
    this.dispatchEvent({ type: "frame", ms: performance.now() - start });
    return plays || turns;
  }

  /** Brings everything that follows robots up to date with them. */
  private refresh(): void {
    if (this.attached.refresh()) this.recast();
    this.attached.measure.scaleTo(this.viewpoint.cameras);
  }

  private choose(part: Part | null): void {
    this.selected = part;
    this.dispatchEvent({ type: "select", part });
  }

  private pointAt(part: Part | null, x: number, y: number): void {
    const before = this.hovered;
    const same = part?.robot === before?.robot && part?.kind === before?.kind;
    if (!same || part?.name !== before?.name) this.hovered = part;
    else if (!part) return;
    this.dispatchEvent({ type: "hover", part, x, y });
  }

  private mark(hit: Hit): void {
    this.attached.measure.mark(hit, this.viewpoint.cameras);
    this.tellMeasure();
    this.invalidate();
  }

  private tellMeasure(): void {
    this.dispatchEvent({ type: "measure", ...this.attached.measure.read() });
  }

  /** Shadows are drawn anew with the next frame. */
  private recast(): void {
    this.surface.renderer.shadowMap.needsUpdate = true;
  }
}
