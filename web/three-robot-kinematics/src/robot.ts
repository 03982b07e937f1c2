import { EventDispatcher, type Object3D, type Quaternion, type Vector3 } from "three";
import {
  bindConstraints,
  bindDofs,
  bindLinks,
  bindMechanism,
  type NodeOf,
  sizeOf,
} from "./bind.js";
import { readConfigurations } from "./configurations.js";
import { Display } from "./display.js";
import { disposeObject } from "./dispose.js";
import type { RobotEventMap } from "./events.js";
import type { JointData, ModelData } from "./extension/data.js";
import { type Issue, RobotKinematicsError } from "./extension/issue.js";
import { chooseIndependent } from "./independent.js";
import type { JointValue, JointValues, RobotJoint } from "./joint.js";
import { bindJoints } from "./joints.js";
import type { Mechanism } from "./kinematics/mechanism.js";
import type { RobotLink } from "./link.js";
import type { RobotCoupling, RobotLoop } from "./loop.js";
import { bindLoops } from "./loops.js";
import { lookUp, quote } from "./names.js";
import { closed, page } from "./numerics.js";
import { positionsOf, type Translation } from "./pose.js";
import { Puller } from "./pull.js";
import type { DragOptions, DragResult, MoveOptions, MoveResult, RobotOptions } from "./result.js";
import { findIslands } from "./solve/islands.js";
import { Limits } from "./solve/limits.js";
import { Mover } from "./solve/mover.js";
import { Targets } from "./targets.js";

/** A robot in a scene: joints are set by name, the nodes move, loops stay closed. */
export class Robot extends EventDispatcher<RobotEventMap> {
  readonly name: string;
  /** The node that carries the whole robot; place the robot by moving it. */
  readonly root: Object3D;
  readonly links: ReadonlyMap<string, RobotLink>;
  readonly joints: ReadonlyMap<string, RobotJoint>;
  readonly loops: ReadonlyMap<string, RobotLoop>;
  readonly couplings: ReadonlyMap<string, RobotCoupling>;
  /** Named poses; each may leave joints out. */
  readonly configurations: ReadonlyMap<string, ReadonlyMap<string, JointValue>>;
  /** Where the model comes from, as the file says it. */
  readonly source: unknown;
  /** Warnings from putting the robot together. */
  readonly issues: readonly Issue[];
  /** What the last move came to; after loading, whether the loops are closed. */
  readonly lastResult: MoveResult;

  private readonly mechanism: Mechanism;
  private readonly mover: Mover;
  private readonly targets: Targets;
  private readonly display: Display;
  private readonly puller: Puller;
  private readonly indices: ReadonlyMap<string, number>;
  private readonly result: { -readonly [K in keyof MoveResult]: MoveResult[K] };
  private readonly settings: Required<MoveOptions>;
  private readonly tolerance: number;
  private readonly changed = { type: "change" } as const;
  private disposed = false;

  constructor(
    private readonly data: ModelData,
    nodeOf: NodeOf,
    { tolerance = closed.shown, clamp = true, wrap = false, partial = false }: RobotOptions = {},
  ) {
    super();
    this.name = data.name;
    this.root = nodeOf(data.rootNode);
    this.source = data.source;
    this.settings = { clamp, wrap, partial };
    this.tolerance = tolerance;
    const dofs = bindDofs(data, nodeOf);
    const limits = new Limits(dofs);
    this.mechanism = bindMechanism(data, nodeOf, dofs);
    const constraints = bindConstraints(data, nodeOf, this.mechanism);
    const islands = findIslands(this.mechanism, constraints);
    const size = sizeOf(this.mechanism);
    this.issues = chooseIndependent(data, this.mechanism, islands, size);
    this.mover = new Mover(this.mechanism, islands, size);
    this.targets = new Targets(data.joints, this.mechanism, limits, this.mover);
    this.display = new Display(data.joints, dofs, limits);
    this.puller = new Puller(this.mechanism, islands, limits, size);
    this.indices = new Map(data.joints.map((joint, i) => [joint.name, i]));
    this.links = bindLinks(data, nodeOf);
    this.joints = bindJoints(data, nodeOf, this.mechanism, islands);
    const { loops, couplings } = bindLoops(data, nodeOf, this.mechanism, constraints);
    this.loops = loops;
    this.couplings = couplings;
    this.configurations = readConfigurations(data);
    const { clamped } = this.targets;
    const { beyond } = this.display;
    this.result = { converged: true, residual: 0, iterations: 0, fraction: 1, clamped, beyond };
    this.lastResult = this.result;
    this.mover.assemble(tolerance, this.result);
    this.display.show(this.mechanism);
  }

  /**
   * Moves one joint [rad or m]. A joint that mimics moves the one it follows; a dependent joint moves
   * the independent ones of its loops.
   */
  setJointValue(name: string, value: JointValue, options?: MoveOptions): MoveResult {
    const settings = this.begin(options);
    this.targets.add(lookUp(this.indices, name, "joint"), value, settings);
    return this.move(settings);
  }

  /**
   * Moves several joints at once. A follower is left to the joint it follows where both are given.
   * Dependent joints given together with independent ones only say in which way loops are assembled.
   */
  setJointValues(values: JointValues, options?: MoveOptions): MoveResult {
    const settings = this.begin(options);
    const given: [string, JointValue][] =
      values instanceof Map ? [...values] : Object.entries(values);
    const wanted = given.map(
      ([name, value]) => [lookUp(this.indices, name, "joint"), value] as const,
    );
    const follows = (joint: number) => this.data.joints[joint]?.mimic !== undefined;
    for (const [joint, value] of wanted)
      if (follows(joint)) this.targets.add(joint, value, settings);
    // Leaders come last and have the last word.
    for (const [joint, value] of wanted)
      if (!follows(joint)) this.targets.add(joint, value, settings);
    return this.move(settings);
  }

  getJointValue(name: string): JointValue {
    return lookUp(this.joints, name, "joint").value;
  }

  /** Positions of all joints that move. */
  getJointValues(): Map<string, JointValue> {
    const moving = [...this.joints.values()].filter((joint) => joint.role !== "fixed");
    return new Map(moving.map((joint) => [joint.name, joint.value]));
  }

  /** Moves to one of `configurations`. */
  setConfiguration(name: string, options?: MoveOptions): MoveResult {
    return this.setJointValues(lookUp(this.configurations, name, "configuration"), options);
  }

  /** Moves every joint to its default, where the file has it. */
  reset(): MoveResult {
    const moving = this.data.joints.filter((joint) => joint.dofs.length > 0);
    const rest = moving.map((joint) => [joint.name, joint.dofs.map((dof) => dof.default)] as const);
    return this.setJointValues(new Map(rest), { clamp: false, wrap: false });
  }

  /**
   * Moves a floating joint to a pose in its origin node's frame, in glTF axes; a spherical joint takes
   * the rotation alone. The three angles are solved for: they are neither roll, pitch, yaw nor unique.
   */
  setPose(
    name: string,
    translation: Translation,
    rotation: Quaternion,
    options?: MoveOptions,
  ): MoveResult {
    const settings = this.begin(options);
    const index = lookUp(this.indices, name, "joint");
    const joint = this.data.joints[index] as JointData;
    const first = this.mechanism.coordinates.dof(index, 0);
    const present = Array.from(this.mechanism.q.subarray(first, first + joint.dofs.length));
    this.targets.add(index, positionsOf(joint, translation, rotation, present), settings);
    return this.move(settings);
  }

  /**
   * Pulls a point of a link, given in the link's frame, towards a target in world space: inverse
   * kinematics through the loops and within the limits. Call it again as the target moves. With
   * `orientation` the link is turned as well; out of reach, both are missed by as little as possible.
   */
  drag(link: string, point: Vector3, target: Vector3, options: DragOptions = {}): DragResult {
    this.begin(undefined);
    const { node } = lookUp(this.links, link, "link");
    const {
      precision = page.dragPrecision,
      anglePrecision = page.dragAnglePrecision,
      orientation,
      hold = [],
    } = options;
    if (orientation && !(orientation.length() > 0)) {
      throw new RobotKinematicsError("a rotation must be a quaternion of non-zero length");
    }
    const { tolerance, result, root } = this;
    const near = { distance: precision, angle: anglePrecision };
    const held = Array.from(hold, (name) => lookUp(this.links, name, "link").node);
    const { puller } = this;
    const pulled = puller.pull(root, node, point, target, orientation, held, near, tolerance);
    this.mover.finish(result);
    result.fraction = 1;
    result.iterations = pulled.iterations;
    result.converged = result.residual <= tolerance;
    this.display.show(this.mechanism);
    this.dispatchEvent(this.changed);
    const there = pulled.distance <= precision && pulled.angle <= anglePrecision;
    const converged = result.converged && there;
    return { ...pulled, converged, residual: result.residual };
  }

  /** Takes the robot out of its scene and frees what the graphics card holds of it. */
  dispose(): void {
    if (this.disposed) return;
    this.dispatchEvent({ type: "dispose" });
    this.disposed = true;
    disposeObject(this.root);
    this.root.removeFromParent();
  }

  private begin(options: MoveOptions | undefined): Required<MoveOptions> {
    if (this.disposed)
      throw new RobotKinematicsError(`robot ${quote(this.name)} has been disposed of`);
    this.targets.clear();
    return options ? { ...this.settings, ...options } : this.settings;
  }

  private move({ partial }: Required<MoveOptions>): MoveResult {
    const { result } = this;
    this.mover.move(this.tolerance, partial, result);
    this.display.show(this.mechanism);
    if (!result.converged) this.dispatchEvent({ type: "unreachable", result });
    this.dispatchEvent(this.changed);
    return result;
  }
}
