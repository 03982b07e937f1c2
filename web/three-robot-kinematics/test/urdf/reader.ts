/** What a page that only reads descriptions takes from the package; built by size.test.ts. */
export { parseURDF } from "../../src/urdf/index.js";
