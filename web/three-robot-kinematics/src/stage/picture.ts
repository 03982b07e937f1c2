/** The picture of a stage: what it is drawn on, what is in it, and from where it is seen. */
import { Box3 } from "three";
import { Attachments } from "./layers/attachments.js";
import type { Actor } from "./robot/actor.js";
import { partBox } from "./robot/part-box.js";
import { palettes } from "./scene/palette.js";
import { World } from "./scene/world.js";
import { pictureSize, takePicture } from "./screenshot.js";
import { Surface } from "./surface.js";
import type { Background, Layer, Part, ScreenshotOptions, Theme } from "./types.js";
import { addCorners, type Outline } from "./view/fit.js";
import { Viewpoint } from "./view/viewpoint.js";

const box = new Box3();
const lostMessage =
  "The graphics card stopped drawing. The picture comes back by itself, or on reload.";

export interface PictureHandlers {
  /** It has to be drawn anew. */
  changed(): void;
  /** There is another measurement. */
  measured(): void;
  /** What links are pulled by is elsewhere. */
  handled(): void;
  /** Something cannot be shown; with a message for people. */
  failed(message: string): void;
}

export class Picture {
  readonly viewpoint = new Viewpoint();
  readonly surface: Surface;
  readonly attached: Attachments;
  private readonly world = new World();
  private currentTheme: Theme = "light";
  private currentBackground: Background = "gradient";

  constructor(
    host: HTMLElement,
    private readonly actors: () => ReadonlyMap<string, Actor>,
    private readonly on: PictureHandlers,
  ) {
    this.surface = new Surface(host, {
      resized: (width, height) => {
        Object.assign(this.viewpoint.cameras, { width, height });
        this.reshape();
        on.changed();
      },
      lost: () => on.failed(lostMessage),
      restored: () => {
        this.recast();
        on.changed();
      },
    });
    const attached = {
      changed: () => on.changed(),
      measured: () => on.measured(),
      failed: (message: string) => on.failed(message),
      grown: () => {
        this.measure();
        if (!this.viewpoint.chosen) this.reshape();
      },
    };
    this.attached = new Attachments(host, this.world.scene, this.world.overlay, attached, actors);
  }

  get theme(): Theme {
    return this.currentTheme;
  }

  set theme(theme: Theme) {
    this.currentTheme = theme;
    this.paint();
  }

  get background(): Background {
    return this.currentBackground;
  }

  set background(background: Background) {
    this.currentBackground = background;
    this.paint();
  }

  setLayer(name: Layer, on: boolean): void {
    if (!this.attached.setLayer(name, on)) return;
    if (name === "ground") this.world.ground.grid.visible = on;
    if (name === "shadows") this.world.shadows = on;
    if (name === "frames") this.world.origin.visible = on;
    if (name === "visuals" || name === "wireframe" || name === "shadows") this.recast();
    // Some layers are solid, and darkened what is beside them.
    this.world.occlusion.forget();
    this.on.changed();
  }

  add(actor: Actor): void {
    this.world.scene.add(actor.root);
    this.attached.add(actor);
  }

  /** Fits ground, light, shadows and the reach of the camera to the robots there are. */
  measure(): void {
    this.world.scene.updateMatrixWorld();
    this.world.measure(this.shown());
    this.viewpoint.bound(this.world.extent);
    this.recast();
  }

  /** Brings a part, or all robots, into view. */
  fit(part: Part | null): void {
    this.world.scene.updateMatrixWorld();
    const actor = part && this.actors().get(part.robot);
    const outline: Outline = [];
    if (actor && partBox(actor, part, box)) addCorners(outline, box);
    else for (const one of this.shown()) one.outline(outline);
    if (outline.length === 0) return;
    this.viewpoint.fit(outline);
    this.on.changed();
  }

  get groundHeight(): number {
    return this.world.ground.position.y;
  }

  /** Whether a picture that has time would show more. */
  get unfinished(): boolean {
    return !this.world.occlusion.holds(this.viewpoint.cameras.current);
  }

  /** `still` is for a picture that nothing follows soon: it may take longer. */
  draw(still: boolean): void {
    const { surface, viewpoint } = this;
    this.refresh();
    // An empty stage stays empty: compiling its shaders would hold up the robot that is coming.
    if (this.actors().size === 0) surface.renderer.clear();
    else {
      this.world.draw(surface.renderer, viewpoint.cameras, viewpoint.orbit.now, {
        backdrop: this.currentBackground !== "transparent",
        ground: true,
        still: still && this.unfinished,
      });
    }
    this.attached.labels.layOut(viewpoint.cameras);
  }

  /** A PNG of what is seen, labels included. */
  async save(options: ScreenshotOptions): Promise<Blob> {
    const { world, viewpoint } = this;
    const { labels } = this.attached;
    const { renderer, ratio } = this.surface;
    const { cameras } = viewpoint;
    const page = { width: cameras.width, height: cameras.height };
    const full = { width: ratio * page.width, height: ratio * page.height };
    const size = pictureSize(options.width, options.height, full);
    // Lengths in pixels, such as those of labels, are those of the page.
    const scale = size.height / page.height;
    const draw = () => {
      cameras.width = size.width / scale;
      this.refresh();
      world.draw(renderer, cameras, viewpoint.orbit.now, {
        backdrop: !options.transparent && this.currentBackground !== "transparent",
        ground: options.ground ?? !options.transparent,
        still: true,
      });
      labels.layOut(cameras);
    };
    try {
      return await takePicture(renderer, size, draw, (context) => labels.draw(context, scale));
    } finally {
      cameras.width = page.width;
      this.world.occlusion.forget();
      this.on.changed();
    }
  }

  /** Robots that are not hidden, or all where all are. */
  private shown(): readonly Actor[] {
    const all = [...this.actors().values()];
    const visible = all.filter((actor) => actor.visible);
    return visible.length > 0 ? visible : all;
  }

  /** A view that nobody has chosen is fitted to the new shape of the picture; others keep what they show. */
  private reshape(): void {
    const { viewpoint } = this;
    if (this.actors().size === 0) return;
    if (viewpoint.chosen) {
      viewpoint.reshape();
      return;
    }
    this.fit(null);
    viewpoint.orbit.arrive();
  }

  private paint(): void {
    const palette = palettes[this.currentTheme];
    this.world.paint(palette, this.currentBackground);
    this.attached.paint(palette);
    this.on.changed();
  }

  dispose(): void {
    this.attached.dispose();
    this.world.dispose();
    this.surface.dispose();
  }

  /** Brings everything that follows robots up to date with them. */
  private refresh(): void {
    if (this.attached.refresh()) this.recast();
    this.attached.measure.scaleTo(this.viewpoint.cameras);
    this.attached.marks.follow(this.viewpoint.cameras);
    this.attached.pins.follow(this.actors().values(), this.attached.handle.active);
    if (this.attached.handle.follow(this.viewpoint.cameras)) this.on.handled();
  }

  /** Shadows are drawn anew with the next frame. */
  private recast(): void {
    this.world.occlusion.forget();
    this.surface.renderer.shadowMap.needsUpdate = true;
  }
}
