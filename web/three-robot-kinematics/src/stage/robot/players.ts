/** The preview animations that run, one for each robot at the most. */
import type { Player, SampledMotion } from "../types.js";
import type { Actor } from "./actor.js";
import { MotionPlayer } from "./player.js";

export class Players {
  private readonly running = new Map<string, MotionPlayer>();

  /** `changed` is called when a robot's animation went on, was stopped or came to its end. */
  constructor(private readonly changed: (robot: string, player: Player) => void) {}

  /** Plays a motion of a robot from its start, instead of what it played before. */
  start(actor: Actor, motion: SampledMotion): Player {
    this.stop(actor.id);
    const changed = () => this.changed(actor.id, player);
    const player: MotionPlayer = new MotionPlayer(actor, motion, changed);
    this.running.set(actor.id, player);
    player.playing = true;
    return player;
  }

  stop(robot: string): void {
    const player = this.running.get(robot);
    this.running.delete(robot);
    if (player?.playing) player.playing = false;
  }

  /** Forgets the animation of a robot that goes. */
  drop(robot: string): void {
    this.running.delete(robot);
  }

  /** Goes on for some seconds; false when nothing plays. */
  advance(seconds: number): boolean {
    let any = false;
    for (const player of this.running.values()) {
      player.advance(seconds);
      any ||= player.playing;
    }
    return any;
  }
}
