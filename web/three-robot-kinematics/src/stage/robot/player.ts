/**
 * Playing an animation of the file through the joints: values are read off the tracks of DOF nodes and
 * set like any others, so that sliders follow and loops stay closed.
 */
import type { AnimationClip } from "three";
import type { Dof, JointValue, RobotJoint } from "../../index.js";
import type { Player } from "../types.js";
import type { Actor } from "./actor.js";
import { PositionTrack } from "./track.js";

interface Channel {
  readonly joint: RobotJoint;
  readonly k: number;
  readonly track: PositionTrack;
}

export class ClipPlayer implements Player {
  loop = true;
  private seconds = 0;
  private running = false;
  private readonly channels: readonly Channel[];
  private readonly values = new Map<string, JointValue>();

  /** `changed` is called when the time or the state has changed. */
  constructor(
    private readonly actor: Actor,
    readonly clip: AnimationClip,
    private readonly changed: () => void,
  ) {
    const nodes = new Map<string, { joint: RobotJoint; k: number }>();
    for (const joint of actor.model.joints.values()) {
      joint.dofNodes.forEach((node, k) => {
        nodes.set(node.name || node.uuid, { joint, k });
      });
    }
    this.channels = clip.tracks.flatMap((track) => {
      const dot = track.name.lastIndexOf(".");
      const found = nodes.get(track.name.slice(0, dot));
      const dof = found?.joint.dofs[found.k] as Dof | undefined;
      // A screw has both; its rotation says where it is.
      const path = dof?.motion === "translation" ? "position" : "quaternion";
      if (!found || !dof || track.name.slice(dot + 1) !== path) return [];
      return [{ ...found, track: new PositionTrack(track, dof) }];
    });
  }

  get duration(): number {
    return this.clip.duration;
  }

  get time(): number {
    return this.seconds;
  }

  set time(seconds: number) {
    this.seconds = Math.min(this.duration, Math.max(0, Number.isFinite(seconds) ? seconds : 0));
    this.show();
  }

  get playing(): boolean {
    return this.running;
  }

  set playing(on: boolean) {
    if (on && !this.loop && this.seconds >= this.duration) this.seconds = 0;
    this.running = on;
    this.changed();
  }

  /** Goes on; at the end it starts anew or stops. */
  advance(seconds: number): void {
    if (!this.running) return;
    let next = this.seconds + seconds;
    if (next >= this.duration) {
      if (this.loop && this.duration > 0) next %= this.duration;
      else {
        next = this.duration;
        this.running = false;
      }
    }
    this.seconds = next;
    this.show();
  }

  private show(): void {
    for (const { joint, k, track } of this.channels) {
      const position = track.at(this.seconds);
      if (joint.dofs.length === 1) this.values.set(joint.name, position);
      else {
        const present = this.values.get(joint.name) ?? joint.value;
        const all = present as number[];
        all[k] = position;
        this.values.set(joint.name, all);
      }
    }
    this.actor.model.setJointValues(this.values, { clamp: false, partial: true });
    this.changed();
  }
}
