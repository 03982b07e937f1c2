/**
 * Ambient occlusion: where parts meet, less light arrives.
 *
 * It is worked out when the picture is at rest, at half its size, and laid over the picture as long as
 * neither camera nor robots move: pointing at something does not take it away.
 */
import {
  Camera,
  CustomBlending,
  DepthTexture,
  DoubleSide,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  NearestFilter,
  type Object3D,
  OneFactor,
  PlaneGeometry,
  type Scene,
  ShaderMaterial,
  SrcColorFactor,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
  ZeroFactor,
} from "three";
import { occlusionShader, shadeShader, smoothShader, vertexShader } from "./occlusion-shaders.js";

/** How far parts darken others, as a share of the robots' size. */
const reach = 0.16;
/** How dark it gets where nothing of the surroundings is seen. */
const strength = 0.72;
/** The layer of three.js that the depths are drawn of. */
const solid = 1;

export class Occlusion {
  private readonly depths = target();
  private readonly raw = target();
  private readonly smooth = target();
  private readonly uniforms = {
    depths: { value: new DepthTexture(1, 1) },
    occlusion: { value: this.raw.texture },
    projection: { value: new Matrix4() },
    unprojection: { value: new Matrix4() },
    texel: { value: new Vector2() },
    grain: { value: new Vector2() },
    radius: { value: 1 },
    strength: { value: strength },
  };
  private readonly occlude = this.pass(occlusionShader);
  private readonly soften = this.pass(smoothShader);
  private readonly shade = this.pass(shadeShader);
  private readonly surface = new MeshBasicMaterial({ side: DoubleSide, colorWrite: false });
  private readonly sheet = new Mesh(new PlaneGeometry(2, 2), this.occlude);
  private readonly still = new Camera();
  private readonly size = new Vector2();
  /** From where it was worked out; it holds for nothing else. */
  private readonly seen = new Matrix4();
  private known = false;
  on = true;

  constructor() {
    this.depths.depthTexture = this.uniforms.depths.value;
    this.sheet.frustumCulled = false;
    Object.assign(this.shade, {
      transparent: true,
      blending: CustomBlending,
      blendSrc: ZeroFactor,
      blendDst: SrcColorFactor,
      blendSrcAlpha: ZeroFactor,
      blendDstAlpha: OneFactor,
    });
  }

  /** Something has moved. */
  forget(): void {
    this.known = false;
  }

  /** Whether the next picture from there would have it. */
  holds(camera: Camera): boolean {
    return !this.on || (this.known && this.seen.equals(view(camera)));
  }

  /** Works it out for what is solid in a scene of that size. */
  look(
    renderer: WebGLRenderer,
    scene: Scene,
    parts: readonly Object3D[],
    camera: Camera,
    size: number,
  ): void {
    if (!this.on) return;
    const { width, height } = renderer.getDrawingBufferSize(this.size);
    const [wide, high] = [Math.ceil(width / 2), Math.ceil(height / 2)];
    this.depths.setSize(width, height);
    this.raw.setSize(wide, high);
    this.smooth.setSize(wide, high);
    const { uniforms } = this;
    uniforms.texel.value.set(1 / width, 1 / height);
    uniforms.grain.value.set(1 / wide, 1 / high);
    uniforms.radius.value = reach * size;
    uniforms.projection.value.copy(camera.projectionMatrix);
    uniforms.unprojection.value.copy(camera.projectionMatrixInverse);
    for (const part of parts) part.traverse(mark);
    const before = camera.layers.mask;
    camera.layers.set(solid);
    scene.overrideMaterial = this.surface;
    this.into(this.depths, renderer, () => renderer.render(scene, camera));
    scene.overrideMaterial = null;
    camera.layers.mask = before;
    this.into(this.raw, renderer, () => this.run(renderer, this.occlude, this.depths));
    this.into(this.smooth, renderer, () => this.run(renderer, this.soften, this.raw));
    this.seen.copy(view(camera));
    this.known = true;
  }

  /** Lays it over the picture. */
  draw(renderer: WebGLRenderer, camera: Camera): void {
    if (this.on && this.holds(camera)) this.run(renderer, this.shade, this.smooth);
  }

  dispose(): void {
    for (const each of [this.depths, this.raw, this.smooth]) each.dispose();
    for (const each of [this.occlude, this.soften, this.shade, this.surface]) each.dispose();
    this.sheet.geometry.dispose();
  }

  private pass(fragmentShader: string): ShaderMaterial {
    const { uniforms } = this;
    return new ShaderMaterial({
      uniforms,
      vertexShader,
      fragmentShader,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
    });
  }

  private run(
    renderer: WebGLRenderer,
    material: ShaderMaterial,
    { texture }: WebGLRenderTarget,
  ): void {
    this.uniforms.occlusion.value = texture;
    this.sheet.material = material;
    renderer.render(this.sheet, this.still);
  }

  private into(target: WebGLRenderTarget, renderer: WebGLRenderer, draw: () => void): void {
    renderer.setRenderTarget(target);
    renderer.clear();
    draw();
    renderer.setRenderTarget(null);
  }
}

function target(): WebGLRenderTarget {
  return new WebGLRenderTarget(1, 1, { minFilter: NearestFilter, magFilter: NearestFilter });
}

const both = new Matrix4();

function view(camera: Camera): Matrix4 {
  return both.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
}

/** What can be seen through hides nothing, and lines have no surface. */
function mark(object: Object3D): void {
  const { material } = object as Mesh;
  const materials: readonly Material[] = Array.isArray(material) ? material : [material];
  const isSolid =
    object instanceof Mesh &&
    // Shapes that are drawn together are not drawn by themselves.
    object.layers.isEnabled(0) &&
    materials.every((one) => !one.transparent && !(one as MeshBasicMaterial).wireframe);
  if (isSolid) object.layers.enable(solid);
  else object.layers.disable(solid);
}
