/** The trees of all meshes: those of small ones at once, those of large ones when a worker has made them. */
import type { BufferGeometry } from "three";
import { growTree } from "./grow-tree.js";
import { RayTree } from "./ray-tree.js";
import { TreeWorker } from "./tree-worker.js";
import { countOf, finish, inPieces, readTriangles } from "./triangles.js";

/** Triangles for which trees are made at once, in one frame: about 10 ms of work. */
const atOnce = 10_000;

export class Forest {
  private readonly trees = new WeakMap<BufferGeometry, RayTree>();
  private readonly pending = new WeakMap<BufferGeometry, Promise<RayTree>>();
  private readonly worker = new TreeWorker();
  private left = atOnce;
  /** Called when a tree is there that was not at first. */
  onReady: () => void = () => {};

  /** A new frame has begun: small trees can be made again. */
  refresh(): void {
    this.left = atOnce;
  }

  /** The tree of a mesh; undefined while it is made elsewhere. */
  of(geometry: BufferGeometry): RayTree | undefined {
    const known = this.trees.get(geometry);
    if (known) return known;
    const count = countOf(geometry);
    if (count > this.left || this.pending.has(geometry)) {
      void this.prepare(geometry);
      return undefined;
    }
    this.left -= count;
    const triangles = finish(readTriangles(geometry));
    const tree = new RayTree(finish(growTree(triangles.positions, triangles.index)), triangles);
    this.trees.set(geometry, tree);
    return tree;
  }

  /** Has the tree of a large mesh made before it is needed. */
  anticipate(geometry: BufferGeometry): void {
    if (countOf(geometry) > atOnce) void this.prepare(geometry);
  }

  dispose(): void {
    this.worker.dispose();
  }

  private prepare(geometry: BufferGeometry): Promise<RayTree> {
    let made = this.pending.get(geometry);
    if (!made && !this.trees.has(geometry)) {
      made = this.make(geometry);
      this.pending.set(geometry, made);
    }
    return made ?? Promise.resolve(this.trees.get(geometry) as RayTree);
  }

  private async make(geometry: BufferGeometry): Promise<RayTree> {
    const triangles = await inPieces(readTriangles(geometry));
    const tree = new RayTree(await this.worker.make(triangles), triangles);
    this.trees.set(geometry, tree);
    this.pending.delete(geometry);
    this.onReady();
    return tree;
  }
}
