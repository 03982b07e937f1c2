/** The robots on the stage: fetched, parsed, put in the place of older ones. */
import type { JointValues } from "../../index.js";
import { type Fetch, fetchBytes } from "../load/fetch.js";
import { parseRobot } from "../load/parse.js";
import type { MakeRobot, Position, RobotSource, ShowOptions } from "../types.js";
import { Actor } from "./actor.js";
import { disposeScene } from "./dispose.js";

export interface RosterHandlers {
  /** A robot goes on; `before` is the one whose place it takes, which is disposed of afterwards. */
  enter(actor: Actor, before: Actor | undefined): void;
  leave(actor: Actor): void;
  progress(id: string, loaded: number, total: number | null, done: boolean): void;
}

interface Loading {
  readonly controller: AbortController;
  promise: Promise<Actor>;
}

const origin: Position = [0, 0, 0];
/** A robot that is there sooner needs no skeleton before it [ms]. */
const headStart = 150;

export class Roster {
  readonly actors = new Map<string, Actor>();
  private readonly loading = new Map<string, Loading>();

  constructor(
    private readonly handlers: RosterHandlers,
    private readonly fetch: Fetch | undefined,
  ) {}

  /**
   * Loads a robot; the older one with its id stays until the new one is whole. A load that another one
   * overtakes ends with what the other one brings.
   */
  show(id: string, source: RobotSource, options: ShowOptions): Promise<Actor> {
    const overtaken = this.loading.get(id);
    overtaken?.controller.abort();
    const controller = new AbortController();
    const loading: Loading = { controller, promise: Promise.reject() };
    // The placeholder must not be reported as unhandled.
    loading.promise.catch(() => {});
    this.loading.set(id, loading);
    loading.promise = this.load(id, source, options, controller.signal).catch((error) => {
      const newer = this.loading.get(id);
      if (controller.signal.aborted && newer && newer !== loading) return newer.promise;
      throw error;
    });
    return loading.promise;
  }

  remove(id: string): void {
    this.loading.get(id)?.controller.abort();
    this.loading.delete(id);
    const actor = this.actors.get(id);
    if (!actor) return;
    this.actors.delete(id);
    this.handlers.leave(actor);
    actor.dispose();
  }

  dispose(): void {
    for (const id of new Set([...this.loading.keys(), ...this.actors.keys()])) this.remove(id);
  }

  private async load(
    id: string,
    { skeleton, glb }: RobotSource,
    options: ShowOptions,
    signal: AbortSignal,
  ): Promise<Actor> {
    // The skeleton is for the time in which there is nothing else to see.
    const sketch = skeleton && (!glb || !this.actors.has(id)) ? skeleton : undefined;
    if (!sketch && !glb) throw new Error("There is nothing to show.");
    const whole = glb ? this.take(id, glb, true, options, signal) : undefined;
    if (!sketch) return whole as Promise<Actor>;
    const early = () => this.take(id, sketch, false, options, signal);
    if (!whole) return early();
    setTimeout(() => {
      // Whichever fails: without a skeleton the robot can still come.
      if (!signal.aborted && !this.actors.has(id)) early().catch(() => {});
    }, headStart);
    return whole;
  }

  /** Fetches and parses one file and puts it on the stage, unless something better is there by then. */
  private async take(
    id: string,
    source: string | ArrayBuffer | MakeRobot,
    complete: boolean,
    options: ShowOptions,
    signal: AbortSignal,
  ): Promise<Actor> {
    const report = (loaded: number, total: number | null, done: boolean): void => {
      if (complete) this.handlers.progress(id, loaded, total, done);
    };
    try {
      const content =
        typeof source === "string"
          ? await fetchBytes(
              source,
              // A skeleton is there before it could be stopped; it is only not shown.
              complete ? signal : never,
              (loaded, total) => report(loaded, total, false),
              this.fetch,
            )
          : source;
      signal.throwIfAborted();
      const parsed = await (typeof content === "function" ? content(signal) : parseRobot(content));
      const before = this.actors.get(id);
      if (signal.aborted || (!complete && before)) {
        disposeScene(parsed.scene);
        parsed.model.dispose();
        signal.throwIfAborted();
        return before as Actor;
      }
      const position = options.position ?? origin;
      const { up = before?.up ?? "z" } = options;
      const actor = new Actor(
        id,
        parsed,
        complete,
        before?.relocated ? before.position : position,
        up,
      );
      actor.relocated = before?.relocated ?? false;
      if (options.pose) takePose(actor, options.pose);
      else if (before) takePose(actor, before.model.getJointValues());
      for (const link of before?.hidden ?? []) {
        if (actor.model.links.has(link)) actor.setLinkVisible(link, false);
      }
      for (const link of before?.pins ?? []) if (actor.model.links.has(link)) actor.pins.add(link);
      actor.setVisible(before?.visible ?? true);
      actor.root.updateMatrixWorld(true);
      this.actors.set(id, actor);
      this.handlers.enter(actor, before);
      before?.dispose();
      return actor;
    } finally {
      if (!signal.aborted) report(0, null, true);
    }
  }
}

const never = new AbortController().signal;

/** Takes over the values of joints that exist and have as many DOFs. */
export function takePose({ model }: Actor, values: JointValues): void {
  const given = values instanceof Map ? values : new Map(Object.entries(values));
  const fitting = [...given].filter(([name, value]) => {
    const count = typeof value === "number" ? 1 : value.length;
    return model.joints.get(name)?.dofs.length === count;
  });
  if (fitting.length > 0) model.setJointValues(new Map(fitting), { partial: true, clamp: false });
}
