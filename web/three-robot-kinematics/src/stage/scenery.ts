/** What a stage shows beside its robots, and from where: light, layers, camera, marks, measurements. */
import { EventDispatcher } from "three";
import type { FrameClock } from "./frame-clock.js";
import type { Picture } from "./picture.js";
import type {
  Background,
  Compass,
  FrameTime,
  Layer,
  Measured,
  MeasureWords,
  Part,
  Projection,
  ScreenshotOptions,
  StageEvents,
  StageMark,
  Theme,
  View,
} from "./types.js";

/** The part of a `Stage` that needs no robot. */
export abstract class Scenery extends EventDispatcher<StageEvents> {
  protected abstract readonly picture: Picture;
  protected abstract readonly clock: FrameClock;

  layer(name: Layer): boolean {
    return this.picture.attached.layers.has(name);
  }

  setLayer(name: Layer, on: boolean): void {
    this.picture.setLayer(name, on);
  }

  get theme(): Theme {
    return this.picture.theme;
  }

  set theme(theme: Theme) {
    this.picture.theme = theme;
  }

  get background(): Background {
    return this.picture.background;
  }

  set background(background: Background) {
    this.picture.background = background;
  }

  get projection(): Projection {
    return this.picture.viewpoint.cameras.projection;
  }

  set projection(projection: Projection) {
    this.picture.viewpoint.cameras.projection = projection;
    this.invalidate();
  }

  get autoRotate(): boolean {
    return this.picture.viewpoint.rotating;
  }

  set autoRotate(on: boolean) {
    this.picture.viewpoint.rotating = on;
    this.invalidate();
  }

  lookFrom(view: View): void {
    this.picture.viewpoint.turnTo(view);
    this.fit();
  }

  /** Brings a part, or all robots, into the picture. */
  fit(part: Part | null = null): void {
    this.picture.fit(part);
  }

  /** Where the ground is drawn, along URDF's z [m]: at zero, or below what hangs lower. */
  get groundHeight(): number {
    return this.picture.groundHeight;
  }

  /** Which way the axes of the world point in the picture. */
  compass(out: Compass): Compass {
    return this.picture.viewpoint.compass(out);
  }

  /** Says how what is measured is written in the picture. */
  speak(words: MeasureWords): void {
    this.picture.attached.measure.speak(words);
    this.invalidate();
  }

  /** Draws what a program asks for, and nothing that it asked for before. */
  setMarks(marks: readonly StageMark[]): void {
    this.picture.attached.marks.show(marks);
    this.invalidate();
  }

  /** What the measuring tool measures between; what was measured goes. */
  get measures(): Measured {
    return this.picture.attached.measure.between;
  }

  set measures(between: Measured) {
    this.picture.attached.measure.between = between;
    this.clearMeasure();
  }

  clearMeasure(): void {
    this.picture.attached.measure.clearMarks();
    this.tellMeasure();
    this.invalidate();
  }

  /** A PNG of what is seen, labels included. */
  screenshot(options: ScreenshotOptions = {}): Promise<Blob> {
    return this.picture.save(options);
  }

  get frameTime(): FrameTime {
    return this.clock.frameTime;
  }

  /** Asks for a new picture. */
  invalidate(): void {
    this.clock.invalidate();
  }

  protected tellMeasure(): void {
    this.dispatchEvent({ type: "measure", ...this.picture.attached.measure.read() });
  }
}
