/** What the stage speaks of: parts of robots, layers, views, tools and events. */
import type { AnimationClip, Object3D } from "three";
import type { JointValue, JointValues, Robot } from "../index.js";
import type { ParsedRobot } from "./load/parse.js";
import type { Snap } from "./tools/snap.js";

/** Which colours the stage has. */
export type Theme = "light" | "dark";
/** How the camera projects. */
export type Projection = "perspective" | "orthographic";
/** Directions to look from. */
export type View = "front" | "back" | "left" | "right" | "top" | "bottom" | "iso";

/** What is behind the robots: the theme's gradient or its plain colour, white, or the page itself. */
export const backgrounds = ["gradient", "flat", "white", "transparent"] as const;
/** One of `backgrounds`. */
export type Background = (typeof backgrounds)[number];

/** Which axis of a file points up in the picture. */
export type UpAxis = "x" | "y" | "z";

/** What dragging a link does: turn its joint, pull the link (inverse kinematics), or measure. */
export type Tool = "turn" | "pull" | "measure";

/**
 * What happens to the orientation of a link that is pulled: it follows as it likes, is held as it was
 * when it was grabbed (as with Shift), or is turned about the grabbed point (as with Alt).
 */
export type Grip = "free" | "hold" | "turn";

/** Which way a link is pulled: in the plane of the picture, along an axis of URDF, or in one of its planes. */
export type Along = "any" | "x" | "y" | "z" | "xy" | "yz" | "xz";

/** What can be shown or hidden. */
export const layerNames = [
  "visuals",
  "collisions",
  "contacts",
  "coverage",
  "frames",
  "axes",
  "masses",
  "inertias",
  "forces",
  "loops",
  "names",
  "wireframe",
  "edges",
  "skeleton",
  "ground",
  "shadows",
  "limits",
  "clouds",
] as const;
/** One of `layerNames`. */
export type Layer = (typeof layerNames)[number];
/** The layers of a new stage. */
export const layersAtFirst: ReadonlySet<Layer> = new Set([
  "visuals",
  "ground",
  "shadows",
  "clouds",
]);

/** What can be pointed at. */
export type PartKind = "link" | "joint" | "loop";

/** Something of a robot that can be pointed at. */
export interface Part {
  readonly robot: string;
  readonly kind: PartKind;
  readonly name: string;
}

/** A position in URDF axes [m]. */
export type Position = readonly [x: number, y: number, z: number];

/** From where the scene is seen. */
export interface CameraPose {
  /** From the robot's front towards its left, and above the ground [rad]. */
  readonly azimuth: number;
  readonly elevation: number;
  /** From the point looked at [m]. */
  readonly distance: number;
  /** The point looked at, in URDF axes [m]. */
  readonly target: Position;
}

/** Where an axis points in the picture: to the right, up, and towards the viewer; of length one. */
export type Direction = [right: number, up: number, near: number];

/** Where the axes of URDF point in the picture. */
export interface Compass {
  readonly x: Direction;
  readonly y: Direction;
  readonly z: Direction;
}

/** A robot that was not read from a GLB; `signal` stops it. */
export type MakeRobot = (signal: AbortSignal) => Promise<ParsedRobot>;

/** Where a robot comes from. */
export interface RobotSource {
  /** Address of the robot without meshes, or how to make it, shown until the whole is there. */
  readonly skeleton?: string | MakeRobot | null | undefined;
  /** Address or content of the whole robot, or how to make it. */
  readonly glb?: string | ArrayBuffer | MakeRobot | null | undefined;
}

/** How a robot is shown. */
export interface ShowOptions {
  /** Where the robot stands, in URDF axes [m]. */
  readonly position?: Position;
  /** Joint values to start with; null or absent: as authored, or as it was before a reload. */
  readonly pose?: JointValues | null;
  /** Which axis of the file is up; its z by default. */
  readonly up?: UpAxis;
}

/** What the colours of a cloud of points mean. */
export interface CloudScale {
  /** What the values are, with their unit. */
  readonly label: string;
  /** The values of the first and of the last colour. */
  readonly low: number;
  readonly high: number;
  /** From the lowest value to the highest, as `#rrggbb`. */
  readonly colors: readonly string[];
}

/** What is shown of a robot in the place of visuals that it does not have. */
export type StandIn = "collisions" | "skeleton" | "frames";

/** A robot on the stage. */
export interface StageRobot {
  readonly id: string;
  readonly name: string;
  readonly model: Robot;
  readonly root: Object3D;
  /** False while only the skeleton is there. */
  readonly complete: boolean;
  readonly clips: readonly AnimationClip[];
  /** How many triangles its visuals have. */
  readonly triangles: number;
  /** Links that were hidden. */
  readonly hidden: ReadonlySet<string>;
  /** Links that stay where they are while others are pulled. */
  readonly pins: ReadonlySet<string>;
  /** False for a robot that was hidden as a whole. */
  readonly visible: boolean;
  /** Where it was put, in URDF axes [m]. */
  readonly position: Position;
  readonly up: UpAxis;
  readonly standIns: ReadonlySet<StandIn>;
  /** Of the clouds of points around it. */
  readonly scales: readonly CloudScale[];
}

/** What sticks out of the collision shapes: nine numbers for each triangle, in URDF axes, by link. */
export type Uncovered = ReadonlyMap<string, Float32Array>;

/** What a joint or loop transmits, in the axes of the frame that it acts on. */
export interface PartForces {
  readonly kind: "joint" | "loop";
  readonly name: string;
  /** Force x, y, z [N], moment x, y, z [N m], in URDF axes. */
  readonly wrench: readonly number[];
  /** Which of the six rigid links determine. */
  readonly determined: readonly boolean[];
}

/** Forces inside a robot at one moment. */
export interface Forces {
  readonly parts: readonly PartForces[];
  /** Of drives [N m or N], by joint. */
  readonly efforts: ReadonlyMap<string, number>;
  /** What the longest arrows stand for: the largest force [N], moment and effort of the motion. */
  readonly largest: ForceScale;
}

/** The largest force [N], moment [N m] and effort [N m or N]. */
export interface ForceScale {
  readonly force: number;
  readonly moment: number;
  readonly effort: number;
}

/** How a picture is taken. */
export interface ScreenshotOptions {
  /** [px]; the size of the canvas by default. */
  readonly width?: number;
  readonly height?: number;
  /** Only the robots: without background, ground and shadow. */
  readonly transparent?: boolean;
  /** False leaves out grid and shadow. */
  readonly ground?: boolean;
}

/** What is measured: between points that were clicked, or between links where they are nearest. */
export type Measured = "points" | "links";

/** How what is measured is written in the picture. */
export interface MeasureWords {
  length(metres: number): string;
  angle(radians: number): string;
}

/** Something that a program has drawn: in the axes of a link, or of the scene, as URDF has them. */
export interface StageMark {
  readonly id: string;
  /** A target is there to be pulled at. */
  readonly kind: "point" | "line" | "frame" | "text" | "target";
  readonly robot: string | null;
  readonly link: string | null;
  /** [m]; several for a line. */
  readonly points: readonly Position[];
  readonly rotation: readonly [x: number, y: number, z: number, w: number] | null;
  /** [m]; null for as large from everywhere. */
  readonly size: number | null;
  readonly color: string;
  readonly label: string | null;
}

/** Where joints are at any time. */
export interface SampledMotion {
  /** [s] */
  readonly duration: number;
  /** Joint values at a time [s]; the same Map every time. */
  sample(time: number): ReadonlyMap<string, JointValue>;
}

/** Controls of a preview animation. */
export interface Player {
  /** [s], between 0 and `duration`. */
  time: number;
  playing: boolean;
  loop: boolean;
  readonly duration: number;
}

/** How long drawing takes. */
export interface FrameTime {
  /** [ms] that drawing took, without what the graphics card does later. */
  readonly last: number;
  /** Over the last frames. */
  readonly average: number;
}

/** Added with `stage.addEventListener(type, listener)`. */
export interface StageEvents {
  /** Joints moved; `user`: by hand, or by a `setPose` that was not silent. */
  pose: { readonly robot: string; readonly user: boolean };
  select: { readonly part: Part | null };
  /** With the pointer's place [px in the window]. */
  hover: { readonly part: Part | null; readonly x: number; readonly y: number };
  /**
   * Points in URDF axes [m]; `distance` between the first two [m], `angle` at the second of three [rad].
   * Points stick to their links, so that numbers change as robots move.
   */
  measure: {
    readonly points: readonly Position[];
    readonly distance: number | null;
    readonly angle: number | null;
    /** What the last point was taken to be; null without one. */
    readonly snap: Snap | null;
    /** The joint whose axis the last point was taken from; null where it was not. */
    readonly joint: string | null;
    /** The links that are measured between, as far as they were chosen; none between points. */
    readonly links: readonly string[];
    /** False where `distance` is only a bound: links with too many triangles may be nearer. */
    readonly exact: boolean;
  };
  /** Robots were added, replaced or removed. */
  robots: Record<never, never>;
  frame: { readonly ms: number };
  /** A target is pulled: where the pointer wants it, in URDF axes [m]. */
  target: { readonly id: string; readonly position: Position; readonly held: boolean };
  drag: { readonly part: Part; readonly active: boolean };
  /** The point that a link was last pulled by is elsewhere, in URDF axes [m]; null without one. */
  handle: { readonly part: Part | null; readonly position: Position | null };
  /** A preview animation went on, was stopped or came to its end. */
  play: { readonly robot: string; readonly time: number; readonly playing: boolean };
  /** Bytes of a robot that is on its way; `total` is null where it is not known. */
  progress: {
    readonly robot: string;
    readonly loaded: number;
    readonly total: number | null;
    readonly done: boolean;
  };
  error: { readonly message: string };
}
