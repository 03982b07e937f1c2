/** Camera, lights and renderer of one canvas; draws only when something has changed. */
import {
  Box3,
  DirectionalLight,
  HemisphereLight,
  type Object3D,
  PerspectiveCamera,
  Scene,
  Sphere,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

/** Where the camera stands for the first picture: in front, to the left, above. */
const view = new Vector3(0.6, 0.5, 0.8).normalize();

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(40);
  readonly orbit: OrbitControls;
  private readonly renderer: WebGLRenderer;
  private readonly watcher: ResizeObserver;
  private frame = 0;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    const sun = new DirectionalLight("white", 2.5);
    sun.position.set(1, 2, 1.5);
    this.camera.add(sun);
    this.scene.add(this.camera, new HemisphereLight("white", "gray", 1.5));
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.addEventListener("change", this.draw);
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(canvas);
  }

  /** Asks for a picture with the next frame. */
  readonly draw = (): void => {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.renderer.render(this.scene, this.camera);
    });
  };

  /** Puts the camera where all of an object is in the picture. */
  fit(object: Object3D): void {
    const { center, radius } = new Box3().setFromObject(object).getBoundingSphere(new Sphere());
    const size = radius > 0 ? radius : 1;
    const half = (Math.PI / 180) * (this.camera.fov / 2);
    const distance =
      size / Math.sin(Math.min(half, Math.atan(Math.tan(half) * this.camera.aspect)));
    this.camera.near = distance / 100;
    this.camera.far = distance * 100;
    this.camera.position.copy(center).addScaledVector(view, distance);
    this.camera.updateProjectionMatrix();
    this.orbit.target.copy(center);
    this.orbit.update();
    this.draw();
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.watcher.disconnect();
    this.orbit.dispose();
    this.renderer.dispose();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(devicePixelRatio);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }
}
