import { Color, Mesh, PlaneGeometry, ShaderMaterial } from "three";
import type { Palette } from "./palette.js";

/** What is behind everything: a soft gradient from the middle of the picture to its edge. */
export class Backdrop extends Mesh<PlaneGeometry, ShaderMaterial> {
  constructor() {
    const uniforms = { centre: { value: new Color() }, edge: { value: new Color() } };
    const material = new ShaderMaterial({
      uniforms,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
      // The plane is already in clip space. Noise of one step of 8 bit hides the bands.
      vertexShader: `
        varying vec2 place;
        void main() { place = position.xy; gl_Position = vec4(position.xy, 1.0, 1.0); }`,
      fragmentShader: `
        uniform vec3 centre; uniform vec3 edge; varying vec2 place;
        void main() {
          float far = smoothstep(0.1, 1.5, length(place - vec2(0.0, 0.15)));
          gl_FragColor = vec4(mix(centre, edge, far), 1.0);
          #include <colorspace_fragment>
          float noise = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453);
          gl_FragColor.rgb += (noise - 0.5) / 255.0;
        }`,
    });
    super(new PlaneGeometry(2, 2), material);
    this.frustumCulled = false;
    this.renderOrder = -1000;
  }

  paint({ centre, edge }: Palette): void {
    this.material.uniforms.centre?.value.set(centre);
    this.material.uniforms.edge?.value.set(edge);
  }

  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
