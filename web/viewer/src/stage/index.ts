/** The stage: robots in three.js, to look at, to point at and to move. */
export { Stage } from "./stage.js";
export {
  type Compass,
  type Direction,
  type FrameTime,
  type Grip,
  type Layer,
  layerNames,
  type MeasureWords,
  type Part,
  type PartKind,
  type Player,
  type Position,
  type Projection,
  type RobotSource,
  type ScreenshotOptions,
  type ShowOptions,
  type StageEvents,
  type StageRobot,
  type Theme,
  type Tool,
  type View,
} from "./types.js";
export { stillness } from "./view/stillness.js";
