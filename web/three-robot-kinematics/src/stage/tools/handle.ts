/** The point that links are pulled by: arrows and squares to pull it along axes and in planes, and its trace. */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  Line,
  LineBasicMaterial,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PlaneGeometry,
  Quaternion,
  Ray,
  SphereGeometry,
  Vector3,
} from "three";
import { arrow } from "../layers/glyphs.js";
import type { Hit } from "../pick/pick.js";
import type { Actor } from "../robot/actor.js";
import { hues } from "../scene/palette.js";
import type { Along } from "../types.js";
import type { Cameras } from "../view/cameras.js";
import { axesOf, ways } from "./along.js";
import type { LinkPoint } from "./pull-to.js";

/** How long the arrows are in the picture [px]. */
const length = 78;
/** How near an arrow a pointer has to come, where arrows start and end, and squares: in arrows' lengths. */
const near = 0.1;
const [inner, outer] = [0.2, 1.08];
const square = { from: 0.3, to: 0.56 };
/** Points of a trace; when there is no more room, every other one goes. */
const mostPoints = 4096;
/** How far apart they are [px]. */
const stride = 2;

type Free = (typeof ways)[number];

interface Grip {
  readonly way: Free;
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly colour: Color;
}

const up = new Vector3(0, 1, 0);
const onto = new Vector3();
const inverse = new Matrix4();
const local = new Ray();

export class Handle extends Group {
  /** Whether links are pulled now. */
  active = false;
  private held: LinkPoint | undefined;
  private readonly world = new Vector3();
  private readonly arms = new Group();
  private readonly grips: readonly Grip[];
  private readonly places = new BufferAttribute(new Float32Array(3 * mostPoints), 3);
  private readonly line: Line<BufferGeometry, LineBasicMaterial>;
  private tracing = false;
  private traced = 0;

  constructor() {
    super();
    this.grips = ways.map(gripOf);
    const ball = new Mesh(
      new SphereGeometry(0.075, 16, 10),
      new MeshBasicMaterial({ color: "#e8ebf0" }),
    );
    this.arms.add(ball, ...this.grips.map(({ mesh }) => mesh));
    const geometry = new BufferGeometry().setAttribute("position", this.places);
    this.line = new Line(geometry, new LineBasicMaterial({ color: hues.measure }));
    this.line.frustumCulled = false;
    this.add(this.arms, this.line);
    this.clearTrace();
    this.arms.visible = false;
  }

  /** The robot and link that are pulled, and where. */
  get at(): LinkPoint | undefined {
    return this.held;
  }

  /** Takes a link by a point in world axes. */
  take({ actor, link, point }: Hit): void {
    const node = actor.model.links.get(link)?.node;
    if (!node) return;
    this.held = { actor, link, point: node.worldToLocal(point.clone()) };
    this.world.copy(point);
    this.clearTrace();
  }

  /** Lets go of a robot that leaves. */
  drop(actor: Actor): void {
    if (this.held?.actor !== actor) return;
    this.held = undefined;
    this.clearTrace();
  }

  get trace(): boolean {
    return this.tracing;
  }

  /** Whether the way of the point is drawn; what was drawn goes. */
  set trace(on: boolean) {
    this.tracing = on;
    this.clearTrace();
  }

  /** Follows its link; true if it is elsewhere than before. */
  follow(cameras: Cameras): boolean {
    const { held, arms, world } = this;
    const node = held?.actor.model.links.get(held.link)?.node;
    arms.visible = this.active && node !== undefined && (held?.actor.visible ?? false);
    if (!held || !node) return false;
    onto.copy(held.point).applyMatrix4(node.matrixWorld);
    const moved = !onto.equals(world);
    world.copy(onto);
    const pixel = cameras.pixelAt(world);
    arms.position.copy(world);
    arms.scale.setScalar(length * pixel);
    if (this.tracing) this.extend(stride * pixel);
    return moved;
  }

  /** What of it a ray meets, as a hit of its link, and which way that pulls. */
  pick(ray: Ray): { readonly hit: Hit; readonly along: Along } | undefined {
    const { held, arms, world } = this;
    if (!held || !arms.visible) return undefined;
    inverse.copy(arms.matrixWorld).invert();
    local.copy(ray).applyMatrix4(inverse);
    const way = ways.find((one) => (one.length === 1 ? meetsArrow(one) : meetsSquare(one)));
    const ball = Math.sqrt(local.distanceSqToPoint(onto.set(0, 0, 0))) < near;
    if (!way && !ball) return undefined;
    const distance = ray.origin.distanceTo(world);
    const hit = { ...held, point: world.clone(), distance, corners: [] };
    return { hit, along: ball ? "any" : (way as Free) };
  }

  /** Lights up what a press would take. */
  point(along: Along | undefined): void {
    for (const { way, mesh, colour } of this.grips) {
      mesh.material.color.copy(colour);
      if (way === along) mesh.material.color.lerp(white, 0.6);
    }
  }

  override dispose(): void {
    this.traverse((child: Object3D) => {
      const { geometry, material } = child as Partial<Mesh>;
      geometry?.dispose();
      if (material && !Array.isArray(material)) material.dispose();
    });
  }

  private clearTrace(): void {
    this.traced = 0;
    this.line.geometry.setDrawRange(0, 0);
  }

  private extend(apart: number): void {
    const { places, world } = this;
    const last = this.traced - 1;
    if (last >= 0 && onto.fromBufferAttribute(places, last).distanceTo(world) < apart) return;
    if (this.traced === mostPoints) {
      for (let i = 0; 2 * i < mostPoints; i++) {
        onto.fromBufferAttribute(places, 2 * i);
        places.setXYZ(i, onto.x, onto.y, onto.z);
      }
      this.traced = mostPoints / 2;
    }
    places.setXYZ(this.traced++, world.x, world.y, world.z);
    places.needsUpdate = true;
    this.line.geometry.setDrawRange(0, this.traced);
  }
}

const white = new Color("white");
const [first, second] = [new Vector3(), new Vector3()];

/** Whether the ray in the handle's axes comes near an arrow. */
function meetsArrow(way: Free): boolean {
  const [axis] = axesOf(way) as [Vector3];
  first.copy(axis).multiplyScalar(inner);
  second.copy(axis).multiplyScalar(outer);
  return local.distanceSqToSegment(first, second) < near * near;
}

function meetsSquare(way: Free): boolean {
  const [u, v] = axesOf(way) as [Vector3, Vector3];
  first.crossVectors(u, v);
  const slope = first.dot(local.direction);
  const t = -first.dot(local.origin) / slope;
  if (!(t > 0) || !Number.isFinite(t)) return false;
  local.at(t, second);
  const inside = (x: number) => x > square.from && x < square.to;
  return inside(second.dot(u)) && inside(second.dot(v));
}

function gripOf(way: Free): Grip {
  const [u, v] = axesOf(way) as [Vector3, Vector3 | undefined];
  // A plane has the colour of the axis across it.
  const name = v ? (["x", "y", "z"] as const).find((axis) => !way.includes(axis)) : way;
  const colour = new Color(hues[name as "x" | "y" | "z"]);
  const material = new MeshBasicMaterial({ color: colour, side: DoubleSide });
  if (!v) {
    const geometry = arrow(0.03);
    geometry.applyQuaternion(new Quaternion().setFromUnitVectors(up, u));
    return { way, mesh: new Mesh(geometry, material), colour };
  }
  material.transparent = true;
  material.opacity = 0.55;
  const middle = (square.from + square.to) / 2;
  const geometry = new PlaneGeometry(square.to - square.from, square.to - square.from)
    .translate(middle, middle, 0)
    .applyMatrix4(inverse.makeBasis(u, v, first.crossVectors(u, v)));
  return { way, mesh: new Mesh(geometry, material), colour };
}
