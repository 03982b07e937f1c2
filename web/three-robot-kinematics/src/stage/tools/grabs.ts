/** Holding a link with the pointer: by turning its joint, or by pulling it. */
import { type Matrix4, type Object3D, Plane, Quaternion, type Ray, Vector3 } from "three";
import type { Dof, JointValue, RobotJoint } from "../../index.js";
import type { Hit } from "../pick/pick.js";
import type { Actor } from "../robot/actor.js";
import { movingJoint } from "../robot/moving.js";
import type { Along, Grip } from "../types.js";
import { wayTo } from "./along.js";
import { axisOf, TurnDrag } from "./turn.js";

/** Where a pointer is. */
export interface Pointer {
  readonly ray: Ray;
  /** From where it was before [px]. */
  readonly dx: number;
  readonly dy: number;
  /** The camera's orientation. */
  readonly view: Quaternion;
  readonly grip: Grip;
}

/** Moves a robot as a pointer moves. */
export interface Grab {
  /** Where a link that is pulled is to go, in world axes. */
  readonly wanted?: Vector3 | undefined;
  follow(pointer: Pointer): void;
}

/** Turns or slides the joint that moves a link; undefined where nothing moves it. */
export function grabJoint(hit: Hit, ray: Ray): Grab | undefined {
  const joint = movingJoint(hit.actor.model, hit.link);
  if (!joint) return undefined;
  const slides = joint.dofs.filter((dof) => dof.motion === "translation").length;
  return joint.dofs.length > 1 && slides > 0
    ? new SlideGrab(hit, joint, ray)
    : new TurnGrab(hit, joint, ray);
}

/** One DOF of a joint: its only one, or of several turns the one that faces the viewer most. */
class TurnGrab implements Grab {
  private readonly drag: TurnDrag;
  private readonly k: number;

  constructor(
    private readonly hit: Hit,
    private readonly joint: RobotJoint,
    ray: Ray,
  ) {
    const axes = joint.dofs.map((dof, k) => axisOf(dof, joint.dofNodes[k] as never));
    const facing = axes.map(({ direction }) => Math.abs(direction.dot(ray.direction)));
    this.k = facing.indexOf(Math.max(...facing));
    const { value } = joint;
    const start = typeof value === "number" ? value : (value[this.k] as number);
    const { motion } = joint.dofs[this.k] as Dof;
    this.drag = new TurnDrag(motion, axes[this.k] as (typeof axes)[number], hit.point, ray, start);
  }

  follow({ ray }: Pointer): void {
    const { joint, k } = this;
    const wanted = this.drag.follow(ray);
    const { value } = joint;
    const next: JointValue =
      typeof value === "number" ? wanted : value.map((present, i) => (i === k ? wanted : present));
    this.hit.actor.model.setJointValue(joint.name, next, { partial: true });
  }
}

const target = new Vector3();

/** The translations of a planar or floating joint: in its plane, or in that of the picture. */
class SlideGrab implements Grab {
  private readonly plane = new Plane();
  private readonly toOrigin: Matrix4;
  private readonly start: readonly number[];

  constructor(
    private readonly hit: Hit,
    private readonly joint: RobotJoint,
    ray: Ray,
  ) {
    this.start = joint.value as readonly number[];
    this.toOrigin = joint.originNode.matrixWorld.clone().invert();
    const slides = joint.dofs.flatMap(({ motion, axis }) =>
      motion === "translation" ? [new Vector3().fromArray(axis)] : [],
    );
    const normal = ray.direction.clone();
    const [u, v] = slides;
    if (slides.length === 2 && u && v) {
      const across = u.clone().cross(v).transformDirection(joint.originNode.matrixWorld);
      // Seen from the side, the plane of the picture does better.
      if (Math.abs(across.dot(ray.direction)) > 0.15) normal.copy(across);
    }
    this.plane.setFromNormalAndCoplanarPoint(normal, hit.point);
  }

  follow({ ray }: Pointer): void {
    if (!ray.intersectPlane(this.plane, target)) return;
    const from = this.hit.point.clone().applyMatrix4(this.toOrigin);
    const way = target.applyMatrix4(this.toOrigin).sub(from);
    const next = this.joint.dofs.map(({ motion, axis }, k) => {
      const along = axis[0] * way.x + axis[1] * way.y + axis[2] * way.z;
      return (this.start[k] as number) + (motion === "translation" ? along : 0);
    });
    this.hit.actor.model.setJointValue(this.joint.name, next, { partial: true });
  }
}

/** Pulls a link by the point where it was taken hold of; undefined where nothing moves it. */
export function grabLink(hit: Hit, ray: Ray, along: Along = "any"): Grab | undefined {
  return movingJoint(hit.actor.model, hit.link) ? new PullGrab(hit, ray, along) : undefined;
}

/** Links that stay where they are while one is pulled; one that is pulled cannot be among them. */
export function heldBeside({ pins }: Actor, link: string): string[] {
  return [...pins].filter((name) => name !== link);
}

/** How far a link turns for each pixel of the pointer [rad]. */
const turnPerPixel = 0.008;
const turn = new Quaternion();
const axis = new Vector3();
const nowhere = new Vector3();

class PullGrab implements Grab {
  private readonly plane = new Plane();
  private readonly node: Object3D;
  /** The grabbed point in the link's frame. */
  private readonly point: Vector3;
  readonly wanted: Vector3;
  /** Which way the link is to be held. */
  private readonly orientation = new Quaternion();
  /** Where the ray was on the axis or plane at first, from the point. */
  private readonly offset = new Vector3();

  constructor(
    private readonly hit: Hit,
    ray: Ray,
    private readonly along: Along,
  ) {
    this.node = hit.actor.model.links.get(hit.link)?.node as Object3D;
    this.point = hit.point.clone().applyMatrix4(this.node.matrixWorld.clone().invert());
    this.wanted = hit.point.clone();
    this.plane.setFromNormalAndCoplanarPoint(ray.direction, hit.point);
    if (along !== "any") wayTo(ray, hit.point, along, this.offset);
    this.readOrientation();
  }

  follow({ ray, dx, dy, view, grip }: Pointer): void {
    if (grip === "turn") {
      axis.set(dy, dx, 0);
      const angle = turnPerPixel * axis.length();
      if (angle > 0) {
        axis.normalize().applyQuaternion(view);
        this.orientation.premultiply(turn.setFromAxisAngle(axis, angle));
      }
    } else if (!this.aim(ray)) return;
    const { actor, link } = this.hit;
    const hold = heldBeside(actor, link);
    if (grip === "free") {
      actor.model.drag(link, this.point, this.wanted, { hold });
      this.readOrientation();
    } else {
      const { orientation } = this;
      actor.model.drag(link, this.point, this.wanted, { hold, orientation });
    }
  }

  /** Puts `wanted` where the ray points; false if that is nowhere. */
  private aim(ray: Ray): boolean {
    const { along, plane, wanted, hit, offset } = this;
    if (along === "any") return ray.intersectPlane(plane, wanted) !== null;
    if (!wayTo(ray, hit.point, along, axis)) return false;
    wanted.copy(hit.point).add(axis).sub(offset);
    return true;
  }

  private readOrientation(): void {
    this.node.updateWorldMatrix(true, false);
    this.node.matrixWorld.decompose(nowhere, this.orientation, axis);
  }
}
