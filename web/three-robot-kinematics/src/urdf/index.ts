/** URDF in the browser: `parseURDF`. Reading needs neither three.js nor a page. */
export { describe, type Finding, type Position, UrdfError } from "./finding.js";
export type * from "./model.js";
export { type ParseOptions, parseURDF } from "./parse.js";
export { checkStructure, type Structure } from "./structure.js";
