/** Straight arrows whose number and length change: shafts, dashed shafts and heads, three draw calls. */
import {
  type BufferGeometry,
  type Color,
  ConeGeometry,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  Vector3,
} from "three";
import { merged } from "./glyphs.js";

export interface ArrowStyle {
  readonly colour: Color;
  readonly dashed?: boolean;
  /** 0 for a line, 1 for a force, 2 for a moment. */
  readonly heads: 0 | 1 | 2;
}

const up = new Vector3(0, 1, 0);
const dashes = 5;
const [matrix, turn, at, scale, direction] = [
  new Matrix4(),
  new Quaternion(),
  new Vector3(),
  new Vector3(),
  new Vector3(),
];

export class Arrows {
  readonly object = new Group();
  private readonly shafts: InstancedMesh;
  private readonly dashed: InstancedMesh;
  private readonly tips: InstancedMesh;

  /** At most `most` arrows; those further are left out. `thickness` in metres. */
  constructor(
    most: number,
    private readonly thickness: number,
  ) {
    this.shafts = copies(shaft(), most);
    this.dashed = copies(dashedShaft(), most);
    this.tips = copies(new ConeGeometry(1, 1, 14).translate(0, -0.5, 0), 2 * most);
    this.object.add(this.shafts, this.dashed, this.tips);
  }

  /** Takes all arrows away. */
  clear(): void {
    for (const mesh of [this.shafts, this.dashed, this.tips]) mesh.count = 0;
  }

  /** One arrow along a vector, which is its whole length. */
  draw(from: Vector3, along: Vector3, { colour, dashed = false, heads }: ArrowStyle): void {
    const length = along.length();
    if (!(length > 0)) return;
    turn.setFromUnitVectors(up, direction.copy(along).divideScalar(length));
    const head = heads === 0 ? 0 : Math.min(9 * this.thickness, (0.45 / heads) * length);
    const wide = this.thickness;
    matrix.compose(from, turn, scale.set(wide, length - heads * head, wide));
    put(dashed ? this.dashed : this.shafts, colour);
    for (let k = 0; k < heads; k++) {
      at.copy(from).addScaledVector(direction, length - k * head);
      matrix.compose(at, turn, scale.set(0.35 * head, head, 0.35 * head));
      put(this.tips, colour);
    }
  }

  /** Lets the graphics card know. */
  flush(): void {
    for (const mesh of [this.shafts, this.dashed, this.tips]) {
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  dispose(): void {
    for (const mesh of [this.shafts, this.dashed, this.tips]) {
      mesh.geometry.dispose();
      (mesh.material as MeshLambertMaterial).dispose();
      mesh.dispose();
    }
  }
}

function put(mesh: InstancedMesh, colour: Color): void {
  if (mesh.count >= mesh.instanceMatrix.count) return;
  mesh.setMatrixAt(mesh.count, matrix);
  mesh.setColorAt(mesh.count, colour);
  mesh.count += 1;
}

function copies(geometry: BufferGeometry, most: number): InstancedMesh {
  const mesh = new InstancedMesh(geometry, new MeshLambertMaterial(), Math.max(1, most));
  mesh.count = 0;
  mesh.frustumCulled = false;
  return mesh;
}

function shaft(): BufferGeometry {
  return new CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0);
}

function dashedShaft(): BufferGeometry {
  const pitch = 1 / (dashes - 0.4);
  return merged(
    Array.from({ length: dashes }, (_, k) =>
      new CylinderGeometry(1, 1, 0.6 * pitch, 10).translate(0, (k + 0.3) * pitch, 0),
    ),
  );
}
