/** Everything that is drawn: the scene with its robots, light and ground, and what is drawn over it. */
import {
  Box3,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  Scene,
  Sphere,
  Vector3,
  type WebGLRenderer,
} from "three";
import { triad } from "../layers/glyphs.js";
import type { Actor } from "../robot/actor.js";
import type { Background } from "../types.js";
import type { Cameras } from "../view/cameras.js";
import type { OrbitState } from "../view/orbit.js";
import { Backdrop } from "./backdrop.js";
import { Ground } from "./ground.js";
import { Light } from "./light.js";
import { Occlusion } from "./occlusion.js";
import type { Palette } from "./palette.js";

export class World {
  readonly scene = new Scene();
  /** Drawn after the scene and never hidden by it. */
  readonly overlay = new Scene();
  readonly ground = new Ground();
  readonly occlusion = new Occlusion();
  private readonly light = new Light();
  /** Around all robots as they were loaded. */
  readonly sphere = new Sphere(undefined, 1);
  /** How far from its centre there is something to see: clouds may be larger than their robots. */
  extent = 1;
  /** The frame of the world, at its origin. */
  readonly origin = new Mesh(triad(false), new MeshLambertMaterial({ vertexColors: true }));
  private readonly backdrop = new Backdrop();
  private readonly lamp = new DirectionalLight("white", 2.2);

  constructor() {
    this.scene.add(this.backdrop, this.light, this.ground);
    this.light.surround(this.scene);
    this.origin.visible = false;
    this.overlay.add(this.lamp, new HemisphereLight("white", "#8a8f99", 1.8), this.origin);
    this.scene.matrixWorldAutoUpdate = false;
  }

  set shadows(on: boolean) {
    this.light.shadows = on;
    this.occlusion.on = on;
    this.ground.catcher.visible = on;
  }

  paint(palette: Palette, background: Background): void {
    const { centre } = palette;
    const plain = background === "white" ? "#ffffff" : centre;
    this.backdrop.paint(
      background === "gradient" ? palette : { ...palette, centre: plain, edge: plain },
    );
    this.ground.paint(palette);
  }

  /** Fits ground, light and shadows to the robots there are. */
  measure(actors: readonly Actor[]): void {
    const box = new Box3();
    const own = new Box3();
    for (const actor of actors) box.union(actor.box(own));
    if (box.isEmpty()) box.setFromCenterAndSize(this.sphere.center, new Vector3(1, 1, 1));
    box.getBoundingSphere(this.sphere);
    for (const actor of actors) box.union(actor.cloudBox(own));
    this.extent = Math.max(
      this.sphere.radius,
      this.sphere.center.distanceTo(box.min),
      this.sphere.center.distanceTo(box.max),
    );
    // The ground is where the description has it, or below what hangs lower.
    const { radius } = this.sphere;
    const lowest = box.min.y;
    const height = lowest < -1e-3 * radius || lowest > 3 * radius ? lowest : 0;
    this.ground.place(height, this.shadowed());
    this.origin.scale.setScalar(0.3 * radius);
    this.light.aim(this.shadowed());
  }

  /**
   * Draws all of it; backdrop and ground can be left out, for pictures to be put on something else.
   * `still` is for a picture that has time.
   */
  draw(
    renderer: WebGLRenderer,
    cameras: Cameras,
    state: OrbitState,
    { backdrop, ground, still }: Record<"backdrop" | "ground" | "still", boolean>,
  ): void {
    cameras.place(state, this.extent);
    this.backdrop.visible = backdrop;
    this.ground.visible = ground;
    this.ground.layOut(state.target, state.distance, this.sphere.radius);
    this.lamp.position.copy(cameras.current.position).sub(state.target);
    this.scene.updateMatrixWorld();
    renderer.autoClear = false;
    const { occlusion, scene } = this;
    if (still) occlusion.look(renderer, scene, this.parts(), cameras.current, this.sphere.radius);
    renderer.clear();
    renderer.render(scene, cameras.current);
    occlusion.draw(renderer, cameras.current);
    renderer.clearDepth();
    renderer.render(this.overlay, cameras.current);
  }

  dispose(): void {
    this.occlusion.dispose();
    this.backdrop.dispose();
    this.ground.dispose();
    this.light.dispose();
    this.origin.geometry.dispose();
    this.origin.material.dispose();
  }

  /** What is neither light nor stage. */
  private parts(): Object3D[] {
    const { backdrop, light, ground } = this;
    return this.scene.children.filter((one) => one !== backdrop && one !== light && one !== ground);
  }

  /** Robots may move out of the sphere around their rest pose, and their shadows lie beside them. */
  private shadowed(): Sphere {
    return new Sphere(this.sphere.center, 1.35 * this.sphere.radius);
  }
}
