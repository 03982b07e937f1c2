/** Equal shapes of a robot, drawn together: one call for all screws, wheels or boxes of a kind. */
import {
  type BufferGeometry,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  type Material,
  Mesh,
} from "three";
import type { Actor, Visual } from "./actor.js";

/** Fewer are drawn one by one, as they were loaded. */
const least = 8;

interface Kind {
  readonly geometry: BufferGeometry;
  readonly visuals: readonly Visual[];
  /** What is drawn together, by material: that of the file, and those of links that glow. */
  readonly together: Map<Material, InstancedMesh>;
}

export class Copies extends Group {
  private readonly kinds: readonly Kind[];

  constructor(private readonly actor: Actor) {
    super();
    this.kinds = [...alike(actor.visuals)].map((visuals) => {
      const { geometry } = (visuals[0] as Visual).mesh;
      return { geometry, visuals, together: new Map() };
    });
  }

  /** Puts the copies where their links are; what is hidden or can be seen through is not among them. */
  follow(): void {
    const { actor } = this;
    for (const kind of this.kinds) {
      for (const together of kind.together.values()) together.count = 0;
      for (const { mesh, link } of kind.visuals) {
        const material = mesh.material as Material;
        const shown = actor.isShown(link);
        if (shown && material.transparent) {
          mesh.layers.enable(0);
          continue;
        }
        mesh.layers.disable(0);
        if (!shown) continue;
        const together = this.of(kind, material);
        together.setMatrixAt(together.count++, mesh.matrixWorld);
      }
      for (const together of kind.together.values()) {
        together.visible = together.count > 0;
        together.instanceMatrix.needsUpdate = true;
      }
    }
  }

  override dispose(): void {
    this.removeFromParent();
    for (const { together } of this.kinds) for (const one of together.values()) one.dispose();
  }

  /**
   * Links that glow are drawn this way too, few as they are: drawn as meshes they would need other shaders,
   * and making these holds up the page.
   */
  private of({ geometry, visuals, together }: Kind, material: Material): InstancedMesh {
    let found = together.get(material);
    if (!found) {
      found = new InstancedMesh(geometry, material, visuals.length);
      found.instanceMatrix.setUsage(DynamicDrawUsage);
      found.count = 0;
      found.castShadow = true;
      found.receiveShadow = true;
      // They are all over the robot.
      found.frustumCulled = false;
      together.set(material, found);
      this.add(found);
    }
    return found;
  }
}

/** Visuals with the same shape and material, where there are enough of them. */
function* alike(visuals: readonly Visual[]): Generator<readonly Visual[]> {
  const kinds = new Map<BufferGeometry, Map<Material, Visual[]>>();
  for (const visual of visuals) {
    const { mesh } = visual;
    const { geometry, material } = mesh;
    // Mirrored ones have their inside out, transparent ones are sorted by depth.
    const plain = mesh.constructor === Mesh && mesh.matrixWorld.determinant() > 0;
    if (!plain || Array.isArray(material) || material.transparent) continue;
    const same = kinds.get(geometry) ?? new Map<Material, Visual[]>();
    kinds.set(geometry, same);
    const members = same.get(material) ?? [];
    same.set(material, members);
    members.push(visual);
  }
  for (const same of kinds.values())
    for (const members of same.values()) if (members.length >= least) yield members;
}
