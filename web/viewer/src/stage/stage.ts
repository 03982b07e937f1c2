import { type AnimationClip, Box3, EventDispatcher, type Ray, type WebGLRenderer } from "three";
import type { JointValues, MoveOptions, MoveResult } from "three-robot-kinematics";
import { FrameClock } from "./frame-clock.js";
import { Labels } from "./layers/labels.js";
import { LayerSet } from "./layers/layer-set.js";
import { type Hit, Picker } from "./pick/pick.js";
import type { Actor } from "./robot/actor.js";
import { partBox } from "./robot/part-box.js";
import { ClipPlayer } from "./robot/player.js";
import { moveAnywhere } from "./robot/random.js";
import { Roster } from "./robot/roster.js";
import { Spotlight } from "./robot/spotlight.js";
import { palettes } from "./scene/palette.js";
import { makeRenderer } from "./scene/renderer.js";
import { World } from "./scene/world.js";
import { pictureSize, takePicture } from "./screenshot.js";
import { Hand } from "./tools/hand.js";
import { Measure } from "./tools/measure.js";
import type {
  FrameTime,
  Grip,
  Layer,
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
import { Gestures } from "./view/gestures.js";
import { Sharpness } from "./view/sharpness.js";
import { Viewpoint } from "./view/viewpoint.js";

/** More pixels than these per unit of the page cost time and show nothing. */
const mostPixels = 2;
const box = new Box3();
const own = new Box3();

export class Stage extends EventDispatcher<StageEvents> {
  /** What dragging a pulled link does to its orientation where no key says otherwise. */
  grip: Grip = "free";
  private readonly canvas = document.createElement("canvas");
  private readonly renderer: WebGLRenderer;
  private readonly world = new World();
  private readonly viewpoint = new Viewpoint();
  private readonly clock: FrameClock;
  private readonly sharpness = new Sharpness(
    () => this.clock.pending,
    () => this.invalidate(),
  );
  private readonly labels: Labels;
  private readonly layers: LayerSet;
  private readonly spotlight: Spotlight;
  private readonly roster: Roster;
  private readonly picker = new Picker();
  private readonly gestures: Gestures;
  private readonly hand: Hand;
  private readonly measure: Measure;
  private readonly resizes: ResizeObserver;
  private readonly players = new Map<string, ClipPlayer>();
  private readonly moved = new Set<Actor>();
  private currentTheme: Theme = "light";
  private currentTool: Tool = "turn";
  /** Whether the change of a pose that is under way is the user's. */
  private byUser = false;

  constructor(
    private readonly host: HTMLElement,
    options: { theme?: Theme } = {},
  ) {
    super();
    const { canvas, host: parent } = this;
    canvas.style.display = "block";
    canvas.style.width = "100%";
    canvas.style.height = "100%";
    canvas.style.outline = "none";
    canvas.tabIndex = -1;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "Robot");
    if (getComputedStyle(parent).position === "static") parent.style.position = "relative";
    this.renderer = makeRenderer(canvas);
    parent.append(canvas);
    this.clock = new FrameClock((seconds, waited) => this.draw(seconds, waited));
    this.labels = new Labels(parent);
    this.layers = new LayerSet(this.world.scene, this.world.overlay, this.labels, () => {
      for (const actor of this.roster.actors.values()) this.moved.add(actor);
      this.invalidate();
    });
    this.spotlight = new Spotlight(this.world.overlay);
    this.measure = new Measure(this.labels);
    this.world.overlay.add(this.measure);
    this.roster = new Roster({
      enter: (actor, before) => this.enter(actor, before),
      leave: (actor) => this.leave(actor),
      progress: (robot, loaded, total, done) =>
        this.dispatchEvent({ type: "progress", robot, loaded, total, done }),
    });
    this.hand = new Hand(this.viewpoint.cameras, {
      pick: (ray) => this.pick(ray),
      pickPart: (ray) => this.pickPart(ray),
      tool: () => this.currentTool,
      grip: () => this.grip,
      moving: (move) => this.asUser(move),
      dragged: (part, active) => this.dispatchEvent({ type: "drag", part, active }),
      selected: (part) => this.choose(part),
      hovered: (part, x, y) => this.pointAt(part, x, y),
      measured: (hit) => this.mark(hit),
      fit: (part) => this.fit(part),
    });
    this.gestures = new Gestures(canvas, this.viewpoint.cameras, this.viewpoint.orbit, {
      grab: (x, y, event) => this.hand.grab(x, y, event),
      click: (x, y) => this.hand.click(x, y),
      doubleClick: (x, y) => this.hand.doubleClick(x, y),
      hover: (x, y, event) => {
        this.hand.hover(x, y, event);
        this.invalidate();
      },
      leave: () => this.hand.leave(),
      changed: () => {
        this.viewpoint.drag();
        this.invalidate();
      },
    });
    canvas.addEventListener("webglcontextlost", this.contextLost);
    canvas.addEventListener("webglcontextrestored", this.contextRestored);
    this.theme = options.theme ?? "light";
    this.resizes = new ResizeObserver(() => this.resize());
    this.resizes.observe(parent);
    this.resize();
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
    return this.layers.has(name);
  }

  setLayer(name: Layer, on: boolean): void {
    if (!this.layers.set(name, on)) return;
    if (name === "ground") this.world.ground.grid.visible = on;
    if (name === "shadows") this.applyShadows();
    if (name === "wireframe") this.spotlight.setWireframe(on);
    if (name === "frames") this.world.origin.visible = on;
    if (name === "visuals") this.renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  }

  get theme(): Theme {
    return this.currentTheme;
  }

  set theme(theme: Theme) {
    this.currentTheme = theme;
    const palette = palettes[theme];
    this.world.paint(palette);
    this.labels.paint(palette);
    this.layers.paint(palette);
    this.invalidate();
  }

  get tool(): Tool {
    return this.currentTool;
  }

  set tool(tool: Tool) {
    this.gestures.release();
    this.currentTool = tool;
    this.canvas.style.cursor = "";
    this.invalidate();
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
    if (!actor || !partBox(actor, part, box)) {
      box.makeEmpty();
      for (const one of this.roster.actors.values()) box.union(one.box(own));
    }
    if (box.isEmpty()) return;
    this.viewpoint.fit(box);
    this.invalidate();
  }

  get selected(): Part | null {
    return this.spotlight.part("selected");
  }

  set selected(part: Part | null) {
    this.spotlight.point("selected", part, part ? this.roster.actors.get(part.robot) : undefined);
    this.invalidate();
  }

  get hovered(): Part | null {
    return this.spotlight.part("hovered");
  }

  set hovered(part: Part | null) {
    this.spotlight.point("hovered", part, part ? this.roster.actors.get(part.robot) : undefined);
    this.invalidate();
  }

  setLinkVisible(robot: string, link: string, on: boolean): void {
    const actor = this.actor(robot);
    actor.setLinkVisible(link, on);
    this.moved.add(actor);
    this.invalidate();
  }

  clearMeasure(): void {
    this.measure.clearMarks();
    this.dispatchEvent({ type: "measure", ...this.measure.read() });
    this.invalidate();
  }

  /** A PNG of what is seen, labels included. */
  async screenshot(options: ScreenshotOptions = {}): Promise<Blob> {
    const { world, renderer, viewpoint } = this;
    const { cameras } = viewpoint;
    const ratio = Math.min(mostPixels, devicePixelRatio);
    const full = { width: ratio * cameras.width, height: ratio * cameras.height };
    const size = pictureSize(options.width, options.height, full);
    const page = { width: cameras.width, height: cameras.height };
    // Lengths in pixels, such as those of labels, are those of the page.
    const scale = size.height / page.height;
    try {
      return await takePicture(
        renderer,
        size,
        () => {
          cameras.width = size.width / scale;
          this.refresh();
          world.draw(renderer, cameras, viewpoint.orbit.now, !options.transparent);
          this.labels.layOut(cameras);
        },
        (context) => this.labels.draw(context, scale),
      );
    } finally {
      cameras.width = page.width;
      this.invalidate();
    }
  }

  /** Plays one of a robot's clips from its start; null stops what plays. */
  animate(id: string, clip: AnimationClip | null): Player | null {
    const actor = this.actor(id);
    const before = this.players.get(id);
    this.players.delete(id);
    if (before?.playing) before.playing = false;
    if (!clip) return null;
    const player = new ClipPlayer(actor, clip, () => {
      const { time, playing } = player;
      this.dispatchEvent({ type: "play", robot: id, time, playing });
      this.invalidate();
    });
    this.players.set(id, player);
    player.playing = true;
    return player;
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
    this.resizes.disconnect();
    this.gestures.dispose();
    this.players.clear();
    this.roster.dispose();
    this.measure.dispose();
    this.world.dispose();
    this.labels.dispose();
    this.renderer.dispose();
    this.canvas.remove();
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
      this.moved.add(actor);
      this.dispatchEvent({ type: "pose", robot: actor.id, user: this.byUser });
      this.invalidate();
    });
    this.layers.add(actor);
    this.spotlight.add(actor, this.layers.has("wireframe"));
    this.moved.add(actor);
    this.remeasure();
    // A skeleton is smaller than its robot, and a further robot stands beside the first.
    const grown = before && !before.complete && actor.complete && !this.viewpoint.chosen;
    if (!before || grown) this.fit();
    if (this.roster.actors.size === 1 && !before) this.viewpoint.chosen = false;
    this.invalidate();
    this.dispatchEvent({ type: "robots" });
  }

  private leave(actor: Actor, forGood = true): void {
    this.gestures.release();
    this.players.delete(actor.id);
    this.layers.remove(actor);
    this.spotlight.remove(actor);
    this.moved.delete(actor);
    if (this.measure.drop(actor.root)) {
      this.dispatchEvent({ type: "measure", ...this.measure.read() });
    }
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
    this.renderer.shadowMap.needsUpdate = true;
  }

  /** One frame; true if another must follow. */
  private draw(seconds: number, waited: number): boolean {
    const start = performance.now();
    this.setPixels(this.sharpness.next(waited));
    let goesOn = false;
    for (const player of this.players.values()) {
      player.advance(seconds);
      goesOn ||= player.playing;
    }
    if (this.viewpoint.advance(seconds, this.gestures.busy)) goesOn = true;
    this.refresh();
    // An empty stage stays empty: compiling its shaders would hold up the robot that is coming.
    if (this.roster.actors.size === 0) this.renderer.clear();
    else this.world.draw(this.renderer, this.viewpoint.cameras, this.viewpoint.orbit.now);
    this.hand.look();
    this.labels.layOut(this.viewpoint.cameras);
    this.dispatchEvent({ type: "frame", ms: performance.now() - start });
    return goesOn;
  }

  /** Brings everything that follows robots up to date with them. */
  private refresh(): void {
    if (this.moved.size > 0) {
      this.world.scene.updateMatrixWorld();
      for (const actor of this.moved) {
        this.layers.update(actor);
        this.spotlight.update(actor);
      }
      this.moved.clear();
      this.renderer.shadowMap.needsUpdate = true;
      if (!this.measure.empty) {
        this.measure.update();
        this.dispatchEvent({ type: "measure", ...this.measure.read() });
      }
    }
    this.measure.scaleTo(this.viewpoint.cameras);
  }

  private pick(ray: Ray): Hit | undefined {
    const hit = this.picker.pick(this.roster.actors.values(), ray);
    if (hit) return hit;
    const glyph = this.layers.pick(ray, false) ?? this.layers.pick(ray, true);
    if (glyph?.kind !== "link") return undefined;
    const { actor, name, distance } = glyph;
    return {
      actor,
      link: name,
      distance,
      point: ray.at(distance, ray.origin.clone()),
      corners: [],
    };
  }

  private pickPart(ray: Ray): Part | null {
    const glyph = this.layers.pick(ray, true);
    if (glyph) return { robot: glyph.actor.id, kind: glyph.kind, name: glyph.name };
    const hit = this.pick(ray);
    return hit ? { robot: hit.actor.id, kind: "link", name: hit.link } : null;
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

  private mark(hit: Hit | undefined): void {
    if (!hit) return;
    this.measure.mark(hit, this.viewpoint.cameras);
    this.dispatchEvent({ type: "measure", ...this.measure.read() });
    this.invalidate();
  }

  private applyShadows(): void {
    const on = this.layers.has("shadows");
    this.world.light.shadows = on;
    this.world.ground.catcher.visible = on;
    this.renderer.shadowMap.needsUpdate = true;
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.viewpoint.cameras.width = width;
    this.viewpoint.cameras.height = height;
    this.invalidate();
  }

  /** Sets how many pixels are drawn, as a share of those that the screen has. */
  private setPixels(share: number): void {
    const ratio = share * Math.min(mostPixels, devicePixelRatio);
    if (this.renderer.getPixelRatio() !== ratio) this.renderer.setPixelRatio(ratio);
  }

  private readonly contextLost = (event: Event): void => {
    // Without this the browser does not give another one.
    event.preventDefault();
    this.dispatchEvent({
      type: "error",
      message: "The graphics card stopped drawing. The picture comes back by itself, or on reload.",
    });
  };

  private readonly contextRestored = (): void => {
    this.renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  };
}
