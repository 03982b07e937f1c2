/** Many copies of a small shape, each fixed to a node: one draw call, whatever their number. */
import {
  type BufferGeometry,
  type Color,
  InstancedMesh,
  type Material,
  Matrix4,
  type Object3D,
  type Quaternion,
  type Ray,
  Raycaster,
  Vector3,
} from "three";

export interface Instance {
  readonly node: Object3D;
  /** Where the shape is on the node. */
  readonly local: Matrix4;
  readonly colour?: Color;
}

const matrix = new Matrix4();
const raycaster = new Raycaster();

export class Instances extends InstancedMesh {
  constructor(
    geometry: BufferGeometry,
    material: Material,
    readonly items: readonly Instance[],
  ) {
    super(geometry, material, Math.max(1, items.length));
    this.count = items.length;
    this.frustumCulled = false;
    items.forEach(({ colour }, i) => {
      if (colour) this.setColorAt(i, colour);
    });
  }

  /** Puts every copy where its node is. */
  follow(): void {
    for (let i = 0; i < this.items.length; i++) {
      const { node, local } = this.items[i] as Instance;
      matrix.multiplyMatrices(node.matrixWorld, local);
      this.setMatrixAt(i, matrix);
    }
    this.instanceMatrix.needsUpdate = true;
    // Where rays are cast is worked out anew.
    this.boundingSphere = null;
  }

  /** The number of the first copy on a ray, and how far it is. */
  castRay(ray: Ray): { index: number; distance: number } | undefined {
    if (this.items.length === 0) return undefined;
    raycaster.ray.copy(ray);
    const [hit] = raycaster.intersectObject(this, false);
    if (!hit || hit.instanceId === undefined) return undefined;
    return { index: hit.instanceId, distance: hit.distance };
  }

  override dispose(): this {
    this.geometry.dispose();
    (this.material as Material).dispose();
    super.dispose();
    return this;
  }
}

const zero = new Vector3();

/** A shape of a size at a node's origin, turned. */
export function placed(size: number, turn: Quaternion, at: Vector3 = zero): Matrix4 {
  return new Matrix4().compose(at, turn, new Vector3(size, size, size));
}
