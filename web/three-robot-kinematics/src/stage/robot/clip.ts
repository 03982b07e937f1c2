/** An animation of the file as joint values, read off the tracks of DOF nodes. */
import type { AnimationClip } from "three";
import type { Dof, JointValue, Robot, RobotJoint } from "../../index.js";
import type { SampledMotion } from "../types.js";
import { PositionTrack } from "./track.js";

interface Channel {
  readonly joint: RobotJoint;
  readonly k: number;
  readonly track: PositionTrack;
}

export class ClipMotion implements SampledMotion {
  readonly duration: number;
  private readonly channels: readonly Channel[];
  private readonly values = new Map<string, JointValue>();

  constructor(model: Robot, clip: AnimationClip) {
    this.duration = clip.duration;
    const nodes = new Map<string, { joint: RobotJoint; k: number }>();
    for (const joint of model.joints.values()) {
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

  sample(time: number): ReadonlyMap<string, JointValue> {
    for (const { joint, k, track } of this.channels) {
      const position = track.at(time);
      if (joint.dofs.length === 1) this.values.set(joint.name, position);
      else {
        const present = this.values.get(joint.name) ?? joint.value;
        const all = [...(present as readonly number[])];
        all[k] = position;
        this.values.set(joint.name, all);
      }
    }
    return this.values;
  }
}
