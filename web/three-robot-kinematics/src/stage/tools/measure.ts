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
import type { Forest } from "../pick/forest.js";
import type { Hit } from "../pick/pick.js";
import { hues } from "../scene/palette.js";
import type { Measured, MeasureWords, Position, StageEvents } from "../types.js";
import type { Cameras } from "../view/cameras.js";
import { LinkGap, type OneLink } from "./link-gap.js";
import { angleAt, formatAngle, formatLength } from "./numbers.js";
import { type Edges, type Snap, snapTo } from "./snap.js";

/** Within this of something, it is meant [px]. */
const reach = 9;
const most = 3;

interface Mark {
  readonly node: Object3D;
  readonly local: Vector3;
  readonly world: Vector3;
}

export class Measure extends Group {
  /** What clicks mean: points of robots, or links whose shortest distance is wanted. */
  between: Measured = "points";
  private firstLink: OneLink | undefined;
  private gap: LinkGap | undefined;
  private exact = true;
  private unready = false;
  private words: MeasureWords = { length: formatLength, angle: formatAngle };
  private marks: Mark[] = [];
  private readonly balls: Mesh[];
  private readonly ends = new BufferAttribute(new Float32Array(3 * most), 3);
  private readonly line: Line<BufferGeometry, LineBasicMaterial>;
  private readonly label = new Label("", hues.measure);
  private labelled = false;
  private snapped: Snap = "surface";
  private joint: string | undefined;

  constructor(
    private readonly labels: Labels,
    private readonly forest: Forest,
    private readonly edges: Edges,
  ) {
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

  /** Adds the point of a hit, or its link; after the third point, or the second link, it starts over. */
  mark(hit: Hit, ray: Ray, cameras: Cameras): void {
    if (this.marks.length === most || this.gap) this.clearMarks();
    const node = hit.actor.model.links.get(hit.link)?.node;
    if (!node) return;
    if (this.between === "links") {
      this.markLink(hit, node);
      return;
    }
    const { point, snap, joint } = snapTo(hit, ray, reach * cameras.pixelAt(hit.point), this.edges);
    const world = point.clone();
    this.snapped = snap;
    this.joint = joint;
    const local = node.worldToLocal(world.clone());
    this.marks.push({ node, local, world });
    this.update();
  }

  private markLink({ actor, link, point }: Hit, node: Object3D): void {
    const first = this.firstLink;
    this.snapped = "link";
    this.joint = undefined;
    const mark = () => ({ node, local: node.worldToLocal(point.clone()), world: point.clone() });
    if (first && (first.actor !== actor || first.link !== link)) {
      this.gap = new LinkGap([first, { actor, link }], this.forest);
      this.marks.push(mark());
    } else {
      this.firstLink = { actor, link };
      this.marks = [mark()];
    }
    this.update();
  }

  /** Says how lengths and angles are written. */
  speak(words: MeasureWords): void {
    this.words = words;
    this.write();
  }

  clearMarks(): void {
    this.marks = [];
    this.gap = undefined;
    this.firstLink = undefined;
    this.exact = true;
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
    const ends = this.gap?.ends ?? (this.firstLink ? [this.firstLink] : []);
    const points = this.marks.map(
      ({ world }) => vectorToUrdf([world.x, world.y, world.z]) as Position,
    );
    return {
      points,
      distance: a && b && !this.unready ? a.distanceTo(b) : null,
      angle: a && b && c ? angleAt(a, b, c) : null,
      snap: this.marks.length > 0 ? this.snapped : null,
      joint: (this.marks.length > 0 && this.joint) || null,
      links: ends.map(({ link }) => link),
      exact: this.exact,
    };
  }

  /** Follows the links that the points are on. */
  update(): void {
    for (const { node, local, world } of this.marks) {
      world.copy(local).applyMatrix4(node.matrixWorld);
    }
    this.followLinks();
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

  /** Whether meshes are on their way to be ready for measuring. */
  get waiting(): boolean {
    return this.unready;
  }

  /** Puts the ends where two links are nearest to each other. */
  private followLinks(): void {
    const found = this.gap?.find();
    this.unready = this.gap !== undefined && !found;
    const [a, b] = this.marks;
    if (!found?.pair || !a || !b) return;
    a.world.copy(found.from);
    b.world.copy(found.to);
    this.exact = found.exact;
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
      this.label.text = `${this.exact ? "" : "≤ "}${this.words.length(distance)}`;
      this.label.at.copy(a.world).add(b.world).multiplyScalar(0.5);
    } else if (this.between === "links") {
      this.label.text = this.unready ? "…" : (this.firstLink?.link ?? "");
      this.label.at.copy(a.world);
    } else {
      this.label.text = (points[0] as Position).map(this.words.length).join("  ");
      this.label.at.copy(a.world);
    }
    if (!this.labelled) this.labels.add(this.label);
    this.labelled = true;
  }
}
