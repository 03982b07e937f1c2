/**
 * A description as nested nodes, and as the data that `Robot` moves them by; the same tree as in files
 * that fourbar writes:
 *
 *   parent link -> joint_<name>_origin -> joint_<name>_dof0 -> ... -> child link
 */
import { Object3D } from "three";
import type {
  CollisionData,
  CouplingData,
  Dof,
  Inertial,
  JointData,
  LinkData,
  LoopData,
  ModelData,
} from "../extension/data.js";
import { jointKinds } from "../extension/kinds.js";
import type { Robot } from "../robot.js";
import type { Basis } from "./basis.js";
import { direction, directions, type Planar, secondLoopAxis } from "./directions.js";
import { step } from "./finding.js";
import { principal } from "./inertia.js";
import type { Geometry, Joint, Link, LinkInertial, Loop, Pose, RobotModel } from "./model.js";
import { quaternionOfRpy } from "./rotation.js";
import type { Structure } from "./structure.js";

export class Nest {
  readonly nodes: Object3D[] = [];
  readonly data: ModelData;
  /** Collision meshes, counted in the order of links. */
  private meshes = 0;
  private readonly linkNumbers: ReadonlyMap<string, number>;
  private readonly jointNumbers: ReadonlyMap<string, number>;
  private readonly links: readonly LinkData[];

  constructor(
    model: RobotModel,
    private readonly structure: Structure,
    private readonly basis: Basis,
    private readonly planar: Planar,
  ) {
    const numbered = (names: Iterable<string>) => new Map([...names].map((name, i) => [name, i]));
    const used = [...model.links.values()].filter(({ name }) => structure.links.has(name));
    const inTree = new Set(structure.joints);
    const moving = [...model.joints.values()].filter((joint) => inTree.has(joint));
    this.linkNumbers = numbered(used.map(({ name }) => name));
    this.jointNumbers = numbered(moving.map(({ name }) => name));
    const root = this.node(model.name);
    (this.nodes[root] as Object3D).quaternion.set(...basis.root);
    this.links = used.map((link) => this.link(link));
    if (structure.root !== undefined) this.attach(this.linkNode(structure.root), root);
    const joints = moving.map((joint) => this.joint(joint));
    const usable = (kind: string) => (part: { readonly name: string }) =>
      !structure.unusable.has(step(kind, part.name));
    const loops = [...model.loops.values()].filter(usable("loop"));
    const couplings = [...model.couplings.values()].filter(usable("coupling"));
    this.data = {
      name: model.name,
      pointer: "",
      rootNode: root,
      links: this.links,
      joints,
      loops: loops.map((loop) => this.loop(loop)),
      couplings: couplings.map(
        ({ name, predecessor, successor, ratio }): CouplingData => ({
          name,
          predecessorLink: this.linkNumber(predecessor),
          successorLink: this.linkNumber(successor),
          ratio,
        }),
      ),
      configurations: new Map(),
      source: { basis: basis.name },
    };
  }

  /** Takes the pose in which the loops were closed for the one that `reset` goes back to. */
  settle(robot: Robot): void {
    for (const { name, dofs } of this.data.joints) {
      const value = robot.joints.get(name)?.value;
      const values = typeof value === "number" ? [value] : (value ?? []);
      dofs.forEach((dof: { default: number }, k) => {
        dof.default = values[k] as number;
      });
    }
  }

  readonly nodeOf = (index: number): Object3D => this.nodes[index] as Object3D;

  private node(name: string, parent?: number, pose?: Pose): number {
    const node = new Object3D();
    node.name = name;
    if (pose) {
      node.position.set(...this.basis.vector(pose.xyz));
      node.quaternion.set(...this.basis.quaternion(quaternionOfRpy(pose.rpy)));
    }
    const number = this.nodes.push(node) - 1;
    if (parent !== undefined) this.attach(number, parent);
    return number;
  }

  private attach(child: number, parent: number): void {
    this.nodeOf(parent).add(this.nodeOf(child));
  }

  private linkNumber(name: string): number {
    return this.linkNumbers.get(name) as number;
  }

  private linkNode(name: string): number {
    return (this.links[this.linkNumber(name)] as LinkData).node;
  }

  private link({ name, visuals, collisions, inertial }: Link): LinkData {
    const node = this.node(name);
    const shape = (what: string) => (part: Link["collisions"][number], i: number, all: unknown[]) =>
      this.node(part.name ?? `${name}_${what}${all.length > 1 ? i : ""}`, node, part.origin);
    const visualNodes = [...visuals].map(shape("visual"));
    const collisionNodes = [...collisions].map(shape("collision"));
    return {
      name,
      node,
      visualNodes,
      collisionNodes,
      collisions: collisionNodes.map(
        (each, i): CollisionData => ({
          node: each,
          mesh: collisions[i]?.geometry.type === "mesh" ? this.meshes++ : undefined,
          shape: shapeOf(collisions[i]?.geometry, this.basis),
        }),
      ),
      inertial: inertial && this.inertial(inertial),
    };
  }

  private inertial(inertial: LinkInertial): Inertial {
    const [moments, turn] = principal(inertial);
    return {
      mass: inertial.mass,
      centerOfMass: this.basis.vector(inertial.origin.xyz),
      inertiaDiagonal: this.basis.vector(moments),
      inertiaOrientation: this.basis.quaternion(turn),
    };
  }

  private joint(joint: Joint): JointData {
    const stem = `joint_${joint.name}`;
    const originNode = this.node(`${stem}_origin`, this.linkNode(joint.parent), joint.origin);
    const dofs = this.dofs(joint);
    let last = originNode;
    const dofNodes = dofs.map((_, k) => {
      last = this.node(`${stem}_dof${k}`, last);
      return last;
    });
    this.attach(this.linkNode(joint.child), last);
    const { mimic } = joint;
    const leader = mimic && this.jointNumbers.get(mimic.joint);
    const follows = !this.structure.unusable.has(`${step("joint", joint.name)}.mimic`);
    return {
      name: joint.name,
      type: joint.type,
      parentLink: this.linkNumber(joint.parent),
      childLink: this.linkNumber(joint.child),
      originNode,
      dofNodes,
      dofs,
      mimic: mimic && leader !== undefined && follows ? { ...mimic, joint: leader } : undefined,
      independent: joint.independent,
      dynamics: numbersOf(joint.dynamics),
      spring: numbersOf(joint.spring),
      safety: numbersOf(joint.safetyController),
      calibration: numbersOf(joint.calibration),
    };
  }

  private dofs(joint: Joint): Dof[] {
    const { bounds, chains } = jointKinds[joint.type];
    const chain = (this.planar === "xyt" && chains[1]) || chains[0] || [];
    const axes = directions(joint, this.planar);
    const limit = joint.limit ?? {};
    const [lower, upper] = boundsOf(joint);
    return chain.map((motion, k): Dof => {
      const ranged = bounds[k] === "range";
      const rates = ranged || !bounds.includes("range");
      const finite = (value: number | undefined) => (Number.isFinite(value) ? value : undefined);
      return {
        motion,
        axis: this.basis.vector(axes[k] as Dof["axis"]),
        limit: {
          ...(ranged && lower <= upper && { lower: finite(lower), upper: finite(upper) }),
          ...(rates && { velocity: finite(limit.velocity), effort: finite(limit.effort) }),
        },
        default: ranged ? restOf(joint) : 0,
        ...(motion === "screw" && { pitch: joint.pitch ?? 0 }),
      };
    });
  }

  private loop(loop: Loop): LoopData {
    const { axes, lead } = jointKinds[loop.type];
    const end = (side: "predecessor" | "successor") =>
      this.node(`loop_${loop.name}_${side}`, this.linkNode(loop[side]), loop[`${side}Origin`]);
    return {
      name: loop.name,
      type: loop.type,
      predecessorLink: this.linkNumber(loop.predecessor),
      successorLink: this.linkNumber(loop.successor),
      predecessorNode: end("predecessor"),
      successorNode: end("successor"),
      axis: this.basis.vector(axes > 0 ? direction(loop.axis) : [1, 0, 0]),
      axis2: axes > 1 ? this.basis.vector(direction(secondLoopAxis(loop))) : undefined,
      pitch: lead ? (loop.pitch ?? 0) : undefined,
    };
  }
}

/**
 * Lower and upper limit of what has a range; URDF reads one that is left out as 0. Without both there
 * is none: the joint could not move.
 */
export function boundsOf({ type, limit }: Joint): [lower: number, upper: number] {
  const stated = limit?.lower !== undefined || limit?.upper !== undefined;
  if (!stated || !(jointKinds[type].bounds as readonly string[]).includes("range")) {
    return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  }
  return [limit.lower ?? 0, limit.upper ?? 0];
}

/** Where a joint is shown: at zero, or at the nearest limit. */
export function restOf(joint: Joint): number {
  const [lower, upper] = boundsOf(joint);
  return lower > upper ? 0 : Math.max(lower, Math.min(0, upper));
}

/** Own numbers by name, as the extension keeps them. */
function numbersOf(values: object | undefined): Map<string, number> | undefined {
  const given = Object.entries(values ?? {}).filter(([, value]) => Number.isFinite(value));
  return given.length > 0 ? new Map(given) : undefined;
}

/** A shape as the extension has it; undefined for a mesh. */
function shapeOf(geometry: Geometry | undefined, { vector }: Basis): unknown {
  switch (geometry?.type) {
    case "box":
      return { box: { size: vector(geometry.size) } };
    case "sphere":
      return { sphere: { radius: geometry.radius } };
    case "cylinder":
    case "capsule": {
      const { radius, length } = geometry;
      return { [geometry.type]: { radius, height: length, axis: vector([0, 0, 1]) } };
    }
    default:
      return undefined;
  }
}
