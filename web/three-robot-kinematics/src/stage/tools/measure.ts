/** Measuring between points of robots; the points stick to their links. */
import {
  BufferAttribute,
  BufferGeometry,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  type Ray,
  SphereGeometry,
  type Vector3,
} from "three";
import { vectorToUrdf } from "../../index.js";
import { Label, type Labels } from "../layers/labels.js";
import type { Hit } from "../pick/pick.js";
import { hues } from "../scene/palette.js";
import type { MeasureWords, Position, StageEvents } from "../types.js";
import type { Cameras } from "../view/cameras.js";
import { angleAt, formatAngle, formatLength } from "./numbers.js";
import { Edges, type Snap, snapTo } from "./snap.js";

/** Within this of something, it is meant [px]. */
const reach = 9;
const most = 3;

interface Mark {
  readonly node: Object3D;
  readonly local: Vector3;
  readonly world: Vector3;
}

export class Measure extends Group {
  private words: MeasureWords = { length: formatLength, angle: formatAngle };
  private marks: Mark[] = [];
  private readonly balls: Mesh[];
  private readonly ends = new BufferAttribute(new Float32Array(3 * most), 3);
  private readonly line: Line<BufferGeometry, LineBasicMaterial>;
  private readonly label = new Label("", hues.measure);
  private labelled = false;
  private readonly edges = new Edges();
  private snapped: Snap = "surface";

  constructor(private readonly labels: Labels) {
    super();
    const ball = new SphereGeometry(1, 16, 10);
    const paint = new MeshBasicMaterial({ color: hues.measure });
    this.balls = Array.from({ length: most }, () => new Mesh(ball, paint));
    const geometry = new BufferGeometry().setAttribute("position", this.ends);
    this.line = new Line(geometry, new LineBasicMaterial({ color: hues.measure }));
    this.line.frustumCulled = false;
    this.add(...this.balls, this.line);
    this.label.favour = -10;
    this.label.lift = 18;
    this.update();
  }

  /** Adds the point of a hit; after the third one it begins anew. */
  mark(hit: Hit, ray: Ray, cameras: Cameras): void {
    if (this.marks.length === most) this.marks = [];
    const node = hit.actor.model.links.get(hit.link)?.node;
    if (!node) return;
    const { point, snap } = snapTo(hit, ray, reach * cameras.pixelAt(hit.point), this.edges);
    const world = point.clone();
    this.snapped = snap;
    const local = node.worldToLocal(world.clone());
    this.marks.push({ node, local, world });
    this.update();
  }

  /** Says how lengths and angles are written. */
  speak(words: MeasureWords): void {
    this.words = words;
    this.write();
  }

  clearMarks(): void {
    this.marks = [];
    this.update();
  }

  /** Forgets what was measured on a robot that goes. */
  drop(root: Object3D): boolean {
    const gone = this.marks.some(({ node }) => {
      for (let above: Object3D | null = node; above; above = above.parent) {
        if (above === root) return true;
      }
      return false;
    });
    if (gone) this.clearMarks();
    return gone;
  }

  get empty(): boolean {
    return this.marks.length === 0;
  }

  /** What is measured now, in URDF axes. */
  read(): Omit<StageEvents["measure"], "type"> {
    const [a, b, c] = this.marks.map(({ world }) => world);
    const points = this.marks.map(
      ({ world }) => vectorToUrdf([world.x, world.y, world.z]) as Position,
    );
    return {
      points,
      distance: a && b ? a.distanceTo(b) : null,
      angle: a && b && c ? angleAt(a, b, c) : null,
      snap: this.marks.length > 0 ? this.snapped : null,
    };
  }

  /** Follows the links that the points are on. */
  update(): void {
    for (const { node, local, world } of this.marks) {
      world.copy(local).applyMatrix4(node.matrixWorld);
    }
    this.marks.forEach(({ world }, i) => {
      this.ends.setXYZ(i, world.x, world.y, world.z);
      this.balls[i]?.position.copy(world);
    });
    this.balls.forEach((ball, i) => {
      ball.visible = i < this.marks.length;
    });
    this.line.geometry.setDrawRange(0, this.marks.length);
    this.ends.needsUpdate = true;
    this.write();
  }

  /** Keeps the balls a few pixels large. */
  scaleTo(cameras: Cameras): void {
    for (const ball of this.balls) {
      if (ball.visible) ball.scale.setScalar(4 * cameras.pixelAt(ball.position));
    }
  }

  override dispose(): void {
    this.clearMarks();
    this.balls[0]?.geometry.dispose();
    (this.balls[0]?.material as MeshBasicMaterial | undefined)?.dispose();
    this.line.geometry.dispose();
    this.line.material.dispose();
  }

  private write(): void {
    const [a, b] = this.marks;
    if (!a) {
      if (this.labelled) this.labels.remove(this.label);
      this.labelled = false;
      return;
    }
    const { points, distance, angle } = this.read();
    if (angle !== null && b) {
      this.label.text = this.words.angle(angle);
      this.label.at.copy(b.world);
    } else if (distance !== null && b) {
      this.label.text = this.words.length(distance);
      this.label.at.copy(a.world).add(b.world).multiplyScalar(0.5);
    } else {
      this.label.text = (points[0] as Position).map(this.words.length).join("  ");
      this.label.at.copy(a.world);
    }
    if (!this.labelled) this.labels.add(this.label);
    this.labelled = true;
  }
}
