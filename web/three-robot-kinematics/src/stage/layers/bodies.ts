/** What robots touch with: simple shapes and meshes, placed where their links are. Meshes arrive one by one. */
import { type BufferGeometry, Group, type Material, Mesh, type Object3D } from "three";
import type { Actor } from "../robot/actor.js";
import { shapeGeometry } from "./shapes.js";

export interface Body {
  readonly mesh: Mesh;
  readonly node: Object3D;
  readonly link: string;
}

export interface BodyHandlers {
  /** What a link's bodies are painted with. */
  material(link: string): Material;
  /** There is more to see. */
  changed(): void;
  /** All are there, apart from these that could not be read. */
  done(faults: readonly string[]): void;
}

export class Bodies extends Group {
  readonly all: Body[] = [];
  /** Whether some of them are files of their own. */
  readonly hasMeshes: boolean;
  private gone = false;

  constructor(
    private readonly actor: Actor,
    private readonly on: BodyHandlers,
  ) {
    super();
    const faults: string[] = [];
    const loading: Promise<unknown>[] = [];
    for (const { name, collisions } of actor.model.links.values()) {
      for (const { node, mesh, shape } of collisions) {
        const geometry = shapeGeometry(shape);
        if (geometry) this.take(geometry, node, name);
        else if (mesh !== undefined) {
          // A damaged mesh is left out: the rest can still be seen.
          const fault = (error: Error) => faults.push(`that of ${name}: ${error.message}`);
          loading.push(this.load(mesh, node, name).catch(fault));
        }
      }
    }
    this.hasMeshes = loading.length > 0;
    void Promise.all(loading).then(() => {
      if (!this.gone) on.done(faults);
    });
  }

  /** Puts them where their links are. */
  follow(): void {
    for (let i = 0; i < this.all.length; i++) {
      const { mesh, node } = this.all[i] as Body;
      mesh.matrix.copy(node.matrixWorld);
      if (mesh.userData.inner) mesh.matrix.multiply(mesh.userData.inner);
      mesh.matrixWorldNeedsUpdate = true;
    }
  }

  override dispose(): void {
    this.gone = true;
    for (const { mesh } of this.all) mesh.geometry.dispose();
  }

  private take(geometry: BufferGeometry, node: Object3D, link: string, inner?: Object3D): void {
    const mesh = new Mesh(geometry, this.on.material(link));
    mesh.matrixAutoUpdate = false;
    mesh.renderOrder = 1;
    inner?.updateMatrix();
    mesh.userData.inner = inner?.matrix;
    this.all.push({ mesh, node, link });
    this.add(mesh);
  }

  private async load(index: number, node: Object3D, link: string): Promise<void> {
    const loaded = await this.actor.loadMesh(index);
    if (this.gone) return;
    loaded.traverse((child) => {
      if (child instanceof Mesh)
        this.take(child.geometry, node, link, child === loaded ? undefined : child);
    });
    this.on.changed();
  }
}
