/** Pulling links with the pointer: a press on a link drags that point, a press beside it orbits. */
import { type Object3D, Plane, Raycaster, Vector2, Vector3 } from "three";
import type { RobotLink } from "../link.js";
import type { Robot } from "../robot.js";
import type { Stage } from "./stage.js";

export class Grab {
  private readonly links: ReadonlyMap<Object3D, RobotLink>;
  private readonly raycaster = new Raycaster();
  private readonly pointer = new Vector2();
  private readonly plane = new Plane();
  private readonly normal = new Vector3();
  private readonly target = new Vector3();
  private held: { readonly link: string; readonly point: Vector3; readonly id: number } | undefined;

  constructor(
    private readonly robot: Robot,
    private readonly stage: Stage,
  ) {
    this.links = new Map([...robot.links.values()].map((link) => [link.node, link]));
    const { canvas } = stage;
    // Before the orbit controls hear of it.
    canvas.addEventListener("pointerdown", this.press, { capture: true });
    canvas.addEventListener("pointermove", this.pull);
    canvas.addEventListener("pointerup", this.release);
    canvas.addEventListener("pointercancel", this.release);
  }

  dispose(): void {
    const { canvas, orbit } = this.stage;
    if (this.held) orbit.enabled = true;
    canvas.removeEventListener("pointerdown", this.press, { capture: true });
    canvas.removeEventListener("pointermove", this.pull);
    canvas.removeEventListener("pointerup", this.release);
    canvas.removeEventListener("pointercancel", this.release);
  }

  private readonly press = (event: PointerEvent): void => {
    if (this.held || event.button !== 0) return;
    this.aim(event);
    const [hit] = this.raycaster.intersectObject(this.robot.root, true);
    const link = hit && this.linkOf(hit.object);
    if (!link) return;
    this.stage.orbit.enabled = false;
    const point = link.node.worldToLocal(hit.point.clone());
    // The point moves in the plane through it that faces the camera.
    this.stage.camera.getWorldDirection(this.normal);
    this.plane.setFromNormalAndCoplanarPoint(this.normal, hit.point);
    this.held = { link: link.name, point, id: event.pointerId };
    this.stage.canvas.setPointerCapture(event.pointerId);
  };

  private readonly pull = (event: PointerEvent): void => {
    if (this.held?.id !== event.pointerId) return;
    this.aim(event);
    if (!this.raycaster.ray.intersectPlane(this.plane, this.target)) return;
    this.robot.drag(this.held.link, this.held.point, this.target);
  };

  private readonly release = (event: PointerEvent): void => {
    if (this.held?.id !== event.pointerId) return;
    this.held = undefined;
    this.stage.orbit.enabled = true;
  };

  private aim({ clientX, clientY }: PointerEvent): void {
    const { left, top, width, height } = this.stage.canvas.getBoundingClientRect();
    this.pointer.set(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
    this.raycaster.setFromCamera(this.pointer, this.stage.camera);
  }

  private linkOf(object: Object3D): RobotLink | undefined {
    for (let node: Object3D | null = object; node; node = node.parent) {
      const link = this.links.get(node);
      if (link) return link;
    }
    return undefined;
  }
}
