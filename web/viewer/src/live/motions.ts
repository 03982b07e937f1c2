/** Motions that reach the page: with a robot, from Python, or made here. */
import { stillness } from "three-robot-kinematics/stage";
import type { Playback } from "../playback.js";
import { bindTrajectory } from "../trajectory/motion.js";
import { readTrajectory } from "../trajectory/read.js";
import type { Trajectory } from "../trajectory/trajectory.js";
import type { Viewer } from "../viewer.js";
import type { MotionRecord, PlayMessage, RobotInfo } from "./messages.js";
import { trajectoryOf } from "./play.js";

export class Motions {
  private readonly waiting = new Map<string, PlayMessage>();
  /** Addresses of the trajectories that are on the timeline, by robot. */
  private readonly offered = new Map<string, string>();

  constructor(
    private readonly viewer: Viewer,
    private readonly playback: Playback,
  ) {}

  /** Plays what Python asks for, now or when the robot is there. */
  take(message: PlayMessage): void {
    if (this.viewer.stage.robots.has(message.robot)) this.play(message);
    else this.waiting.set(message.robot, message);
  }

  stop(id: string): void {
    this.waiting.delete(id);
    this.playback.hold(id);
  }

  /** A robot has left. */
  drop(id: string): void {
    this.playback.drop(id);
    this.offered.delete(id);
  }

  /** A robot has been loaded: what waited for it begins. */
  async begin(robot: RobotInfo): Promise<void> {
    await this.loadTrajectory(robot);
    const message = this.waiting.get(robot.id);
    if (!message || !this.viewer.stage.robots.has(robot.id)) return;
    this.waiting.delete(robot.id);
    this.play(message);
  }

  /** Once, as soon as there is a robot to move. */
  async loadTrajectory({ id, trajectory }: RobotInfo): Promise<void> {
    if (!trajectory || !this.viewer.stage.robots.has(id)) return;
    const { url, name } = trajectory;
    if (this.offered.get(id) === url) return;
    this.offered.set(id, url);
    try {
      const answer = await this.viewer.fetch(url);
      if (!answer.ok) throw new Error(`${name} could not be loaded (status ${answer.status}).`);
      this.replay(id, await readTrajectory(name, new Uint8Array(await answer.arrayBuffer())));
    } catch (error) {
      this.viewer.notices.show("error", (error as Error).message);
    }
  }

  /** Puts a trajectory on a robot's timeline and plays it; an Error says why it does not fit. */
  replay(
    id: string,
    trajectory: Trajectory,
    {
      loop = true,
      play = !stillness(),
      atEnd = false,
      led = false,
      record,
    }: {
      loop?: boolean;
      play?: boolean;
      atEnd?: boolean;
      led?: boolean;
      record?: MotionRecord | undefined;
    } = {},
  ): void {
    const robot = this.viewer.stage.robots.get(id);
    if (!robot) throw new Error("No robot has been loaded yet.");
    const motion = bindTrajectory(trajectory, robot.model.joints.values(), robot.name);
    const { ignored } = motion;
    if (ignored.length > 0)
      this.viewer.notices.show(
        "warning",
        `${trajectory.name}: ${robot.name} has no joint ${ignored
          .slice(0, 5)
          .map((name) => `"${name}"`)
          .join(", ")}${ignored.length > 5 ? ` (and ${ignored.length - 5} more)` : ""}.`,
      );
    this.playback.add(id, motion, { loop, play, atEnd, led, record });
  }

  private play(message: PlayMessage): void {
    const robot = this.viewer.stage.robots.get(message.robot);
    if (!robot) return;
    try {
      const trajectory = trajectoryOf(message, robot.model.joints);
      const { loop, record } = message;
      this.replay(message.robot, trajectory, { loop, play: true, led: true, record });
    } catch (error) {
      this.viewer.notices.show("error", (error as Error).message);
    }
  }
}
