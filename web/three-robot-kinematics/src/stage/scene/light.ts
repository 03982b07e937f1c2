/** Light of a studio: from all around, and from a key light whose shadows fit the robots. */
import { type CubeTexture, DirectionalLight, Group, type Scene, type Sphere } from "three";
import { makeSurroundings } from "./surroundings.js";

/** Where the key light comes from: in front of the robot, from its left, from above. */
const from = [0.55, 1, 0.6] as const;

export class Light extends Group {
  private readonly key = new DirectionalLight("white", 1.9);
  private readonly surroundings: CubeTexture = makeSurroundings();

  constructor() {
    super();
    const { shadow } = this.key;
    shadow.mapSize.set(2048, 2048);
    shadow.radius = 3.5;
    shadow.intensity = 0.85;
    this.key.castShadow = true;
    this.add(this.key, this.key.target);
  }

  set shadows(on: boolean) {
    this.key.castShadow = on;
  }

  /** Lights all of a scene. */
  surround(scene: Scene): void {
    scene.environment = this.surroundings;
  }

  /** Fits the shadow to what casts it, and to where on the ground it falls. */
  aim({ center, radius }: Sphere): void {
    const { key } = this;
    const { shadow } = key;
    const reach = 4 * radius;
    key.target.position.copy(center);
    const length = Math.hypot(...from);
    key.position.set(
      center.x + (from[0] * reach) / length,
      center.y + (from[1] * reach) / length,
      center.z + (from[2] * reach) / length,
    );
    const { camera } = shadow;
    camera.left = -1.15 * radius;
    camera.right = 1.15 * radius;
    camera.bottom = -1.15 * radius;
    camera.top = 1.15 * radius;
    camera.near = reach - 2 * radius;
    camera.far = reach + 3 * radius;
    camera.updateProjectionMatrix();
    // Along the normal, by about one texel: no stripes on what faces the light, no gap at the feet.
    shadow.normalBias = (2.3 * radius) / shadow.mapSize.x;
    shadow.bias = -0.0004;
    key.updateMatrixWorld();
    key.target.updateMatrixWorld();
  }

  override dispose(): void {
    this.surroundings.dispose();
    this.key.dispose();
  }
}
