/** The stage: robots in three.js, to look at, to point at and to move. */
export {
  missingText,
  type PartFinding,
  partOfPath,
  type ShownParts,
} from "./load/missing.js";
export { type ParsedRobot, parseRobot } from "./load/parse.js";
export { DemoMotion } from "./robot/demo.js";
export { isBeyond, type Range, rangeOf, type ShownDof, shownDofs, turnOf } from "./robot/dof.js";
export { type FramePose, framePose } from "./robot/frame-pose.js";
export { Scenery } from "./scenery.js";
export { Stage } from "./stage.js";
export {
  type Along,
  type Background,
  backgrounds,
  type CameraPose,
  type CloudScale,
  type Compass,
  type Direction,
  type ForceScale,
  type Forces,
  type FrameTime,
  type Grip,
  type Layer,
  layerNames,
  layersAtFirst,
  type MakeRobot,
  type Measured,
  type MeasureWords,
  type Part,
  type PartForces,
  type PartKind,
  type Player,
  type Position,
  type Projection,
  type RobotSource,
  type SampledMotion,
  type ScreenshotOptions,
  type ShowOptions,
  type StageEvents,
  type StageMark,
  type StageRobot,
  type StandIn,
  type Theme,
  type Tool,
  type Uncovered,
  type UpAxis,
  type View,
} from "./types.js";
export {
  type AngleUnit,
  formatNumber,
  formatShort,
  formatValue,
  type LengthUnit,
  parseValue,
  type Quantity,
  stepOf,
  suffixOf,
  type Unit,
  type Units,
  unitOf,
} from "./units.js";
export { parseCamera, printCamera } from "./view/camera-text.js";
export { stillness } from "./view/stillness.js";
