/** What a program has drawn into the picture: points, lines, frames and texts, and targets to pull at. */
import {
  BufferGeometry,
  Group,
  Line,
  LineBasicMaterial,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Quaternion,
  type Ray,
  Sphere,
  SphereGeometry,
  Vector3,
} from "three";
import { quaternionFromUrdf, vectorFromUrdf } from "../../index.js";
import type { Hit } from "../pick/pick.js";
import type { Actor } from "../robot/actor.js";
import type { Position, StageMark } from "../types.js";
import type { Cameras } from "../view/cameras.js";
import { triad } from "./glyphs.js";
import { Label, type Labels } from "./labels.js";

/** How large marks without a size are in the picture [px]. */
const pixels = { point: 4, frame: 60, target: 8 } as const;
/** How near a target a pointer has to come [px]. */
const reach = 14;

interface Drawn {
  readonly mark: StageMark;
  readonly object: Object3D;
  readonly label: Label | undefined;
  actor: Actor | undefined;
}

const place = new Matrix4();
const sphere = new Sphere();

export class Marks extends Group {
  private drawn: Drawn[] = [];

  constructor(
    private readonly labels: Labels,
    private readonly actors: () => ReadonlyMap<string, Actor>,
  ) {
    super();
  }

  /** Draws these and no others. */
  show(marks: readonly StageMark[]): void {
    this.clearAll();
    this.drawn = marks.map((mark) => {
      const object = objectOf(mark);
      const label = mark.label ? new Label(mark.label, mark.color) : undefined;
      if (label) {
        label.favour = -5;
        label.lift = mark.kind === "text" ? 0 : 14;
        this.labels.add(label);
      }
      object.matrixAutoUpdate = false;
      this.add(object);
      return { mark, object, label, actor: undefined };
    });
  }

  /** Puts everything where its link is; what is on a robot that is not there is not seen. */
  follow(cameras: Cameras): void {
    for (const drawn of this.drawn) {
      const { mark, object, label } = drawn;
      drawn.actor = mark.robot === null ? undefined : this.actors().get(mark.robot);
      const node = mark.link === null ? undefined : drawn.actor?.model.links.get(mark.link)?.node;
      const seen = mark.link === null || (node !== undefined && (drawn.actor?.visible ?? false));
      object.visible = seen;
      if (label) label.hidden = !seen;
      if (!seen) continue;
      const own = drawn.actor?.urdfAxes ?? false;
      placeOf(mark, own, place);
      // The arrows of a frame are drawn in glTF's axes.
      if (own && mark.kind === "frame") place.multiply(toUrdf);
      if (node) place.premultiply(node.matrixWorld);
      const at = new Vector3().setFromMatrixPosition(place);
      if (label) label.at.copy(at);
      const size = mark.kind === "line" ? 1 : (mark.size ?? pixelSize(mark) * cameras.pixelAt(at));
      object.matrix.copy(place).scale(new Vector3(size, size, size));
      object.matrixWorldNeedsUpdate = true;
    }
  }

  /** The target under a ray, as a hit of its link at the target's own point. */
  pick(ray: Ray, cameras: Cameras): Hit | undefined {
    let best: Hit | undefined;
    for (const { mark, object, actor } of this.drawn) {
      if (mark.kind !== "target" || !object.visible || !actor || mark.link === null) continue;
      const point = new Vector3().setFromMatrixPosition(object.matrix);
      sphere.set(point, reach * cameras.pixelAt(point));
      if (!ray.intersectsSphere(sphere)) continue;
      const distance = ray.origin.distanceTo(point);
      if (best && best.distance <= distance) continue;
      best = { actor, link: mark.link, point, distance, corners: [], target: mark.id };
    }
    return best;
  }

  override dispose(): void {
    this.clearAll();
  }

  private clearAll(): void {
    for (const { object, label } of this.drawn) {
      if (label) this.labels.remove(label);
      this.remove(object);
      object.traverse((child) => {
        const { geometry, material } = child as Partial<Mesh>;
        geometry?.dispose();
        if (material && !Array.isArray(material)) material.dispose();
      });
    }
    this.drawn = [];
  }
}

function pixelSize({ kind }: StageMark): number {
  return kind === "frame" ? pixels.frame : kind === "target" ? pixels.target : pixels.point;
}

/** Where a mark is in its link's node, or in the world. */
function placeOf({ kind, points, rotation }: StageMark, urdfAxes: boolean, out: Matrix4): Matrix4 {
  if (kind === "line") return urdfAxes ? out.identity() : out.copy(fromUrdf);
  const turn = rotation ?? ([0, 0, 0, 1] as const);
  const at = points[0] as Position;
  return out.compose(
    new Vector3(...(urdfAxes ? at : vectorFromUrdf(at))),
    new Quaternion(...(urdfAxes ? turn : quaternionFromUrdf(turn))),
    new Vector3(1, 1, 1),
  );
}

/** URDF's axes in glTF's: x is forward (z), y to the left (x), z up (y). */
const fromUrdf = new Matrix4().makeBasis(
  new Vector3(0, 0, 1),
  new Vector3(1, 0, 0),
  new Vector3(0, 1, 0),
);

const toUrdf = fromUrdf.clone().invert();

function objectOf({ kind, points, color }: StageMark): Object3D {
  switch (kind) {
    case "line": {
      const geometry = new BufferGeometry().setFromPoints(points.map((p) => new Vector3(...p)));
      const line = new Line(geometry, new LineBasicMaterial({ color }));
      line.frustumCulled = false;
      return line;
    }
    case "frame":
      return new Mesh(triad(false), new MeshBasicMaterial({ vertexColors: true }));
    case "text":
      return new Group();
    default: {
      const ball = new Mesh(new SphereGeometry(1, 20, 14), new MeshBasicMaterial({ color }));
      if (kind === "target") {
        const halo = new MeshBasicMaterial({ color, transparent: true, opacity: 0.25 });
        ball.add(new Mesh(new SphereGeometry(1.8, 20, 14), halo));
      }
      return ball;
    }
  }
}
