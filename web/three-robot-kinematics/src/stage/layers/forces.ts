import {
  Color,
  Group,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  type Object3D,
  Quaternion,
  Vector3,
} from "three";
import { type RobotJoint, vectorFromUrdf } from "../../index.js";
import type { Actor } from "../robot/actor.js";
import { hues } from "../scene/palette.js";
import type { Forces, PartForces } from "../types.js";
import { Arrows } from "./arrows.js";
import { roundArrow } from "./glyphs.js";
import { Label } from "./labels.js";
import type { LabelledLayer } from "./layer.js";
import { glyphSizes } from "./sizes.js";

const up = new Vector3(0, 1, 0);
const nowhere = new Vector3(Number.NaN, Number.NaN, Number.NaN);
const colours = {
  force: new Color(hues.force),
  moment: new Color(hues.moment),
  effort: new Color(hues.effort),
};
/** Of the robot's radius: the longest arrow, and what an undetermined component is drawn with at least. */
const [longest, shortest] = [0.55, 0.09];
/** Shares of the largest that are too small to be drawn. */
const nothing = 2e-3;

/**
 * What joints and loops transmit: forces as arrows, moments as arrows with two heads, efforts of drives
 * around their axes. What rigid links leave undetermined is dashed, component by component.
 */
export function forcesLayer(actor: Actor): LabelledLayer {
  const { model, sphere } = actor;
  const nodes = anchors(actor);
  // Two whole arrows and six dashed components for each, and a straight effort.
  const arrows = new Arrows(9 * nodes.size, 0.0075 * sphere.radius);
  const turning = [...model.joints.values()].filter(({ dofs }) => dofs.length === 1);
  const rounds = new InstancedMesh(
    roundArrow(),
    new MeshLambertMaterial({ color: colours.effort }),
    Math.max(1, turning.length),
  );
  rounds.frustumCulled = false;
  const labels = new Map<string, Label>();
  for (const key of nodes.keys()) labels.set(key, new Label("", hues.force));
  for (const { name } of turning) labels.set(`effort ${name}`, new Label("", hues.effort));
  const sizes = glyphSizes(actor);
  const drawing = new Drawing(actor, nodes, arrows, labels);
  return {
    labels: [...labels.values()],
    object: new Group().add(arrows.object, rounds),
    over: true,
    update: () => {
      const { forces } = actor;
      arrows.clear();
      rounds.count = 0;
      for (const label of labels.values()) label.at.copy(nowhere);
      if (forces) {
        for (const part of forces.parts) drawing.part(part, forces);
        for (const joint of turning) {
          const size = sizes.get(joint.childLink) ?? 0.1 * sphere.radius;
          drawing.effort(joint, forces, rounds, size);
        }
      }
      arrows.flush();
      rounds.instanceMatrix.needsUpdate = true;
    },
    dispose: () => {
      arrows.dispose();
      rounds.geometry.dispose();
      (rounds.material as MeshLambertMaterial).dispose();
      rounds.dispose();
    },
  };
}

/** The nodes in whose axes joints and loops have their forces. */
function anchors({ model }: Actor): Map<string, Object3D> {
  const found = new Map<string, Object3D>();
  for (const { name, childLink } of model.joints.values()) {
    const node = model.links.get(childLink)?.node;
    if (node) found.set(`joint ${name}`, node);
  }
  for (const loop of model.loops.values()) found.set(`loop ${loop.name}`, loop.predecessorNode);
  return found;
}

class Drawing {
  private readonly from = new Vector3();
  private readonly vector = new Vector3();
  private readonly axis = new Vector3();
  private readonly turn = new Quaternion();
  private readonly matrix = new Matrix4();
  private readonly scale = new Vector3();

  constructor(
    private readonly actor: Actor,
    private readonly nodes: ReadonlyMap<string, Object3D>,
    private readonly arrows: Arrows,
    private readonly labels: ReadonlyMap<string, Label>,
  ) {}

  part(part: PartForces, { largest }: Forces): void {
    const key = `${part.kind} ${part.name}`;
    const node = this.nodes.get(key);
    if (!node) return;
    this.from.setFromMatrixPosition(node.matrixWorld);
    this.turn.setFromRotationMatrix(node.matrixWorld);
    const force = this.wrench(part, 0, "force", largest.force);
    this.wrench(part, 3, "moment", largest.moment);
    const label = this.labels.get(key);
    if (!label || !(force > nothing * largest.force)) return;
    label.text = `${force.toPrecision(3)} N`;
  }

  /** A force or moment: one arrow for what is determined, a dashed one along each axis that is not. */
  private wrench(
    part: PartForces,
    first: 0 | 3,
    kind: "force" | "moment",
    largest: number,
  ): number {
    const radius = this.actor.sphere.radius;
    const [colour, heads] = [colours[kind], kind === "force" ? 1 : 2] as const;
    const known = [0, 1, 2].map((k) =>
      part.determined[first + k] ? (part.wrench[first + k] ?? 0) : 0,
    );
    this.into(known);
    const size = this.vector.length();
    if (size > nothing * largest) {
      this.vector.multiplyScalar((longest * radius) / largest);
      this.arrows.draw(this.from, this.vector, { colour, heads });
      const label = first === 0 && this.labels.get(`${part.kind} ${part.name}`);
      if (label) label.at.copy(this.from).add(this.vector);
    }
    for (let k = 0; k < 3; k++) {
      if (part.determined[first + k]) continue;
      const value = part.wrench[first + k] ?? 0;
      const flat = !(Math.abs(value) > nothing * largest);
      const wanted = ((longest * radius) / largest) * Math.abs(value);
      const length = flat ? shortest * radius : Math.max(wanted, shortest * radius);
      const unit = [0, 0, 0];
      unit[k] = value < 0 ? -length : length;
      this.into(unit);
      // Nobody knows which way: a line to both sides.
      const start = this.scale.copy(this.from);
      if (flat) start.addScaledVector(this.vector, -0.5);
      this.arrows.draw(start, this.vector, { colour, dashed: true, heads: flat ? 0 : heads });
    }
    return size;
  }

  effort(joint: RobotJoint, { efforts, largest }: Forces, rounds: InstancedMesh, size: number) {
    const value = efforts.get(joint.name) ?? 0;
    const [dof, node] = [joint.dofs[0], joint.dofNodes[0]];
    if (!dof || !node || !(Math.abs(value) > nothing * largest.effort)) return;
    this.from.setFromMatrixPosition(node.matrixWorld);
    this.turn.setFromRotationMatrix(node.matrixWorld);
    this.axis.fromArray(dof.axis).applyQuaternion(this.turn).multiplyScalar(Math.sign(value));
    const share = Math.abs(value) / largest.effort;
    const slides = dof.motion === "translation";
    if (slides) {
      this.axis.multiplyScalar(share * longest * this.actor.sphere.radius);
      this.arrows.draw(this.from, this.axis, { colour: colours.effort, heads: 1 });
    } else {
      this.turn.setFromUnitVectors(up, this.axis);
      const wide = (1 + 2 * share) * size;
      this.matrix.compose(this.from, this.turn, this.scale.setScalar(wide));
      rounds.setMatrixAt(rounds.count++, this.matrix);
    }
    const label = this.labels.get(`effort ${joint.name}`);
    if (!label) return;
    label.text = `${value.toPrecision(3)} ${slides ? "N" : "N m"}`;
    label.at.copy(this.from);
    label.lift = slides ? 0 : 26;
  }

  /** A vector in URDF axes of the present node, in world axes. */
  private into([x = 0, y = 0, z = 0]: readonly number[]): void {
    const own = this.actor.urdfAxes ? ([x, y, z] as const) : vectorFromUrdf([x, y, z]);
    this.vector.set(...own).applyQuaternion(this.turn);
  }
}
