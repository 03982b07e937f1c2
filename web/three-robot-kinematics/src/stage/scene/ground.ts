/** The ground: a grid in metres whose lines grow with the distance, and a plane that takes shadows. */
import {
  Color,
  DoubleSide,
  Group,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  ShadowMaterial,
  type Sphere,
  Vector3,
} from "three";
import { hues, type Palette } from "./palette.js";

const vertexShader = `
  varying vec3 place;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    place = world.xyz;
    gl_Position = projectionMatrix * viewMatrix * world;
  }`;

// Lines of two neighbouring powers of ten; the finer ones fade out as they come too close together.
// One pixel wide at every distance: the width is the derivative of the place.
const fragmentShader = `
  uniform vec3 colour; uniform vec3 alongX; uniform vec3 alongZ; uniform vec3 middle;
  uniform float cell; uniform float blend; uniform float reach; uniform float strength;
  varying vec3 place;
  float lines(vec2 at, vec2 width, float size) {
    vec2 w = width / size;
    vec2 off = abs(fract(at / size - 0.5) - 0.5);
    vec2 on = (1.0 - smoothstep(w * 0.2, w, off)) * clamp(0.6 - w, 0.0, 0.5) * 2.0;
    return max(on.x, on.y);
  }
  void main() {
    vec2 at = place.xz;
    vec2 width = fwidth(at);
    float fine = lines(at, width, cell) * (1.0 - blend);
    float coarse = lines(at, width, cell * 10.0);
    float alpha = max(fine * 0.2, coarse * mix(0.4, 0.2, blend));
    vec2 axis = 1.0 - smoothstep(width * 0.4, width * 1.2, abs(at));
    vec3 tint = mix(colour, alongX, axis.y);
    tint = mix(tint, alongZ, axis.x);
    alpha = max(alpha, 0.6 * max(axis.x, axis.y));
    float far = length(place - middle) / reach;
    float fade = 1.0 - smoothstep(0.1, 1.0, far);
    alpha *= fade * fade;
    if (alpha < 0.004) discard;
    gl_FragColor = vec4(tint, alpha * strength);
    #include <colorspace_fragment>
  }`;

export class Ground extends Group {
  readonly grid: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly catcher: Mesh<PlaneGeometry, ShadowMaterial>;

  constructor() {
    super();
    const plane = new PlaneGeometry(2, 2).rotateX(-Math.PI / 2);
    const uniforms = {
      colour: { value: new Color() },
      // URDF's x is glTF's z, and its y is glTF's x.
      alongX: { value: new Color(hues.y) },
      alongZ: { value: new Color(hues.x) },
      middle: { value: new Vector3() },
      cell: { value: 1 },
      blend: { value: 0 },
      reach: { value: 1 },
      strength: { value: 1 },
    };
    const material = new ShaderMaterial({
      uniforms,
      vertexShader,
      fragmentShader,
      side: DoubleSide,
      transparent: true,
      depthWrite: false,
      toneMapped: false,
    });
    this.grid = new Mesh(plane, material);
    this.catcher = new Mesh(plane, new ShadowMaterial({ depthWrite: false }));
    this.catcher.receiveShadow = true;
    this.catcher.renderOrder = -2;
    this.grid.renderOrder = -1;
    this.grid.frustumCulled = false;
    this.catcher.frustumCulled = false;
    this.add(this.catcher, this.grid);
  }

  paint({ grid, shadow }: Palette): void {
    this.grid.material.uniforms.colour?.value.set(grid);
    this.catcher.material.opacity = shadow;
  }

  /** Puts the ground to a height [m], and what takes shadows below what casts them. */
  place(height: number, { center, radius }: Sphere): void {
    this.position.y = height;
    this.catcher.position.set(center.x, 0, center.z);
    this.catcher.scale.setScalar(2.2 * radius);
  }

  /** Lays the grid out for a camera at a distance from a point, over a scene of a size [m]. */
  layOut(middle: Vector3, distance: number, size: number): void {
    const { uniforms } = this.grid.material;
    const { cell, blend } = gridCell(distance);
    const reach = 2.2 * Math.max(distance, size);
    (uniforms.cell as { value: number }).value = cell;
    (uniforms.blend as { value: number }).value = blend;
    (uniforms.reach as { value: number }).value = reach;
    uniforms.middle?.value.set(middle.x, this.position.y, middle.z);
    this.grid.position.set(middle.x, 0, middle.z);
    this.grid.scale.setScalar(reach);
  }

  override dispose(): void {
    this.grid.geometry.dispose();
    this.grid.material.dispose();
    this.catcher.material.dispose();
  }
}

/** The finest lines worth drawing at a distance [m], and how far they have faded (0 to 1). */
export function gridCell(distance: number): { cell: number; blend: number } {
  const level = Math.log10(Math.max(distance, 1e-9) / 4);
  const power = Math.floor(level);
  const fading = level - power;
  return { cell: 10 ** power, blend: fading * fading };
}
