/** URDF in the browser: read (`parseURDF`, which needs neither three.js nor a page) and built. */
export type { Axes } from "./basis.js";
export { type BuildOptions, buildRobot } from "./build.js";
export type { Dialect } from "./dialect.js";
export type { Planar } from "./directions.js";
export { drake } from "./drake.js";
export { describe, type Finding, type Position, UrdfError } from "./finding.js";
export {
  type JointLikeUrdfLoader,
  likeUrdfLoader,
  type RobotLikeUrdfLoader,
} from "./like-urdf-loader.js";
export { decodeText, FetchError, type ReadFile } from "./load/fetch.js";
export { FileSet, type GivenFile } from "./load/files.js";
export type { GltfUp } from "./load/gltf-up.js";
export { LoadedRobot, type LoadOptions, loadRobot } from "./load/load.js";
export { URDFRobotLoader, type URDFRobotLoaderOptions } from "./load/loader.js";
export type { LoadProgress } from "./load/mesh-files.js";
export type { Shading } from "./load/surface.js";
export type * from "./model.js";
export { type ParseOptions, parseURDF } from "./parse.js";
export { checkStructure, type Structure } from "./structure.js";
