import { type AnimationClip, type Ray, Vector3 } from "three";
import {
  type JointValues,
  type MoveOptions,
  type MoveResult,
  vectorFromUrdf,
  vectorToUrdf,
} from "../index.js";
import { FrameClock } from "./frame-clock.js";
import type { Fetch } from "./load/fetch.js";
import type { Hit } from "./pick/pick.js";
import { Sight } from "./pick/sight.js";
import { Picture } from "./picture.js";
import type { Actor } from "./robot/actor.js";
import { ClipMotion } from "./robot/clip.js";
import { DemoMotion } from "./robot/demo.js";
import { beside, onGround } from "./robot/placing.js";
import { Players } from "./robot/players.js";
import { moveAnywhere } from "./robot/random.js";
import { Roster, type RosterHandlers } from "./robot/roster.js";
import { Scenery } from "./scenery.js";
import { Hand } from "./tools/hand.js";
import { pullTo } from "./tools/pull-to.js";
import type {
  CameraPose,
  Forces,
  Grip,
  Part,
  Player,
  Position,
  RobotSource,
  ShowOptions,
  StageRobot,
  Theme,
  Tool,
  Uncovered,
  UpAxis,
} from "./types.js";
import { Sharpness } from "./view/sharpness.js";

const nowhere = new Vector3();

/** Where robots are drawn, pointed at, dragged and measured; it owns camera, light and canvas. */
export class Stage extends Scenery {
  protected readonly picture: Picture;
  protected readonly clock: FrameClock;
  private readonly sharpness = new Sharpness(
    () => this.clock.pending,
    () => this.invalidate(),
    () => this.picture.unfinished,
  );
  private readonly roster: Roster;
  private readonly hand: Hand;
  private readonly players = new Players((robot, { time, playing }) => {
    this.dispatchEvent({ type: "play", robot, time, playing });
    this.invalidate();
  });
  /** Whether the change of a pose that is under way is the user's. */
  private byUser = false;
  /** A view that was asked for before there was anything to see. */
  private awaited: Partial<CameraPose> | undefined;

  /**
   * `scrolling` is for pages that go on below: wheels and vertical swipes scroll them, unless the picture
   * has the focus, a link is held, or Ctrl is. `fetch` gets files that are given by their addresses.
   */
  constructor(
    host: HTMLElement,
    options: { theme?: Theme; scrolling?: boolean; fetch?: Fetch } = {},
  ) {
    super();
    this.clock = new FrameClock((seconds, waited) => this.draw(seconds, waited));
    this.picture = new Picture(host, () => this.roster.actors, {
      changed: () => this.invalidate(),
      measured: () => this.tellMeasure(),
      handled: () => this.tellHandle(),
      failed: (message) => this.dispatchEvent({ type: "error", message }),
    });
    const handlers: RosterHandlers = {
      enter: (actor, before) => this.enter(actor, before),
      leave: (actor) => this.leave(actor),
      progress: (robot, loaded, total, done) =>
        this.dispatchEvent({ type: "progress", robot, loaded, total, done }),
    };
    this.roster = new Roster(handlers, options.fetch);
    const { surface, viewpoint, attached } = this.picture;
    const { layers, marks, forest } = attached;
    const sight = new Sight(this.roster.actors, layers, marks, viewpoint.cameras, forest);
    this.hand = new Hand(surface.canvas, viewpoint, sight, attached.handle, {
      moving: (move) => this.asUser(move),
      dragged: (part, active) => this.dispatchEvent({ type: "drag", part, active }),
      selected: (part) => this.choose(part),
      hovered: (part, x, y) => this.pointAt(part, x, y),
      measured: (hit, ray) => this.mark(hit, ray),
      taken: () => this.tellHandle(),
      targeted: (id, { x, y, z }, held) => {
        const position = vectorToUrdf([x, y, z]) as Position;
        this.dispatchEvent({ type: "target", id, position, held });
      },
      fit: (part) => this.fit(part),
      changed: () => this.invalidate(),
    });
    this.hand.scrolling = options.scrolling ?? false;
    this.theme = options.theme ?? "light";
    surface.resize();
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

  /** Says which forces the layer shows of a robot; null for none. */
  setForces(id: string, forces: Forces | null): void {
    const actor = this.actor(id);
    if (actor.forces === forces) return;
    actor.forces = forces;
    this.picture.attached.follow(actor);
  }

  /** Says what of a robot sticks out of its collision shapes, for the layer that shows it. */
  setUncovered(id: string, uncovered: Uncovered | null): void {
    const actor = this.actor(id);
    if (actor.uncovered === uncovered) return;
    actor.uncovered = uncovered;
    this.picture.attached.follow(actor);
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

  /** Whether the way of the point that links are pulled by is drawn. */
  get trace(): boolean {
    return this.picture.attached.handle.trace;
  }

  set trace(on: boolean) {
    this.picture.attached.handle.trace = on;
    this.invalidate();
  }

  /** Keeps a link where it is while others are pulled, or no longer. */
  setPinned(robot: string, link: string, on: boolean): void {
    const { pins } = this.actor(robot);
    if (on) pins.add(link);
    else pins.delete(link);
    this.dispatchEvent({ type: "robots" });
    this.invalidate();
  }

  /**
   * Pulls the point that a link was last pulled by to a position in URDF axes [m], as near as it comes;
   * returns how far it is from there [m], or null without such a point.
   */
  pullTo(position: Position): number | null {
    const held = this.picture.attached.handle.at;
    const target = new Vector3(...vectorFromUrdf(position));
    return held ? this.asUser(() => pullTo(held, target, this.grip === "hold")) : null;
  }

  /** Where the camera is, or is going. */
  get camera(): CameraPose {
    return this.picture.viewpoint.pose;
  }

  /** What is left out stays; without a distance, all robots are brought into the picture. */
  set camera(pose: Partial<CameraPose>) {
    if (this.roster.actors.size === 0) {
      this.awaited = pose;
      return;
    }
    this.picture.viewpoint.place(pose);
    if (pose.distance === undefined) this.fit();
    this.invalidate();
  }

  get selected(): Part | null {
    return this.picture.attached.spotlight.part("selected");
  }

  set selected(part: Part | null) {
    this.picture.attached.spotlight.point(
      "selected",
      part,
      part ? this.roster.actors.get(part.robot) : undefined,
    );
    this.invalidate();
  }

  get hovered(): Part | null {
    return this.picture.attached.spotlight.part("hovered");
  }

  set hovered(part: Part | null) {
    this.picture.attached.spotlight.point(
      "hovered",
      part,
      part ? this.roster.actors.get(part.robot) : undefined,
    );
    this.invalidate();
  }

  setLinkVisible(robot: string, link: string, on: boolean): void {
    const actor = this.actor(robot);
    actor.setLinkVisible(link, on);
    this.picture.attached.follow(actor);
  }

  /** Lets a link be seen through: between 0 and 1, as the file has it. */
  setLinkOpacity(robot: string, link: string, share: number): void {
    const actor = this.actor(robot);
    if (share >= 1) actor.opacities.delete(link);
    else actor.opacities.set(link, Math.max(0, share));
    this.picture.attached.spotlight.setOpacity(actor, link, share);
    this.invalidate();
  }

  linkOpacity({ robot, name }: Part): number {
    return this.actor(robot).opacities.get(name) ?? 1;
  }

  setRobotVisible(id: string, on: boolean): void {
    const actor = this.actor(id);
    actor.setVisible(on);
    this.picture.attached.layers.refresh(actor);
    if (!on && this.selected?.robot === id) this.choose(null);
    this.settle(actor);
  }

  /** Puts a robot somewhere else, in URDF axes [m]. */
  moveRobot(id: string, position: Position): void {
    const actor = this.actor(id);
    actor.moveTo(position);
    actor.relocated = true;
    this.settle(actor);
  }

  /** Lifts or lowers a robot until its lowest point is on the ground. */
  placeOnGround(id: string): void {
    const actor = this.actor(id);
    this.moveRobot(id, onGround(actor));
  }

  /** Puts a robot beside the others, along URDF's y, standing on the ground. */
  placeBeside(id: string): void {
    const actor = this.actor(id);
    const place = beside(actor, this.roster.actors.values());
    if (!place) return;
    this.moveRobot(id, place);
    this.fit();
  }

  /** Turns a robot so that another axis of its file is up. */
  setUp(id: string, axis: UpAxis): void {
    const actor = this.actor(id);
    actor.up = axis;
    this.settle(actor);
    this.fit();
  }

  /** Plays one of a robot's clips, or all its joints in turn, from the start; null stops what plays. */
  animate(id: string, motion: AnimationClip | "demo" | null): Player | null {
    const actor = this.actor(id);
    const { model } = actor;
    if (motion === "demo") return this.players.start(actor, new DemoMotion(model));
    if (motion) return this.players.start(actor, new ClipMotion(model, motion));
    this.players.stop(id);
    return null;
  }

  dispose(): void {
    this.clock.stop();
    this.sharpness.dispose();
    this.hand.dispose();
    this.roster.dispose();
    this.picture.dispose();
  }

  private actor(id: string): Actor {
    const actor = this.roster.actors.get(id);
    if (!actor) throw new Error(`Robot ${JSON.stringify(id)} does not exist.`);
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
    actor.model.addEventListener("change", () => {
      this.picture.attached.follow(actor);
      this.dispatchEvent({ type: "pose", robot: actor.id, user: this.byUser });
    });
    this.picture.add(actor);
    this.picture.measure();
    // A skeleton is smaller than its robot, and a further robot stands beside the first.
    const { viewpoint } = this.picture;
    const grown = before && !before.complete && actor.complete && !viewpoint.chosen;
    if (!before || grown) this.fit();
    // Nobody looks at anything yet that the camera could travel from.
    if (!viewpoint.chosen) viewpoint.orbit.arrive();
    if (this.roster.actors.size === 1 && !before) viewpoint.chosen = false;
    if (this.awaited) {
      this.camera = this.awaited;
      // A skeleton is only the beginning.
      if (actor.complete) this.awaited = undefined;
    }
    this.invalidate();
    this.dispatchEvent({ type: "robots" });
  }

  private leave(actor: Actor, forGood = true): void {
    this.hand.release();
    this.players.drop(actor.id);
    this.picture.attached.remove(actor);
    this.tellHandle();
    if (!forGood) return;
    if (this.selected?.robot === actor.id) this.choose(null);
    if (this.hovered?.robot === actor.id) this.hovered = null;
    this.picture.measure();
    if (!this.picture.viewpoint.chosen) this.fit();
    this.dispatchEvent({ type: "robots" });
    this.invalidate();
  }

  /** A robot is seen elsewhere, or no longer: ground and shadows follow. */
  private settle(actor: Actor): void {
    this.picture.measure();
    this.picture.attached.follow(actor);
    if (!this.picture.viewpoint.chosen) {
      this.fit();
      this.picture.viewpoint.orbit.arrive();
    }
    this.dispatchEvent({ type: "robots" });
    this.invalidate();
  }

  /** One frame; true if another must follow. */
  private draw(seconds: number, waited: number): boolean {
    const start = performance.now();
    const { picture } = this;
    const { still } = this.sharpness;
    picture.surface.share = this.sharpness.next(waited);
    const plays = this.players.advance(seconds);
    const turns = picture.viewpoint.advance(seconds, this.hand.busy);
    picture.draw(still);
    picture.attached.forest.refresh();
    this.hand.look();
    this.dispatchEvent({ type: "frame", ms: performance.now() - start });
    return plays || turns;
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

  private tellHandle(): void {
    const held = this.picture.attached.handle.at;
    const node = held?.actor.model.links.get(held.link)?.node;
    const { x, y, z } = held && node ? node.localToWorld(held.point.clone()) : nowhere;
    const part: Part | null = held ? { robot: held.actor.id, kind: "link", name: held.link } : null;
    const position = part && (vectorToUrdf([x, y, z]) as Position);
    this.dispatchEvent({ type: "handle", part, position });
  }

  private mark(hit: Hit, ray: Ray): void {
    this.picture.attached.measure.mark(hit, ray, this.picture.viewpoint.cameras);
    this.tellMeasure();
    this.invalidate();
  }
}
