export {
  extentFromUrdf,
  extentToUrdf,
  type Quaternion,
  quaternionFromUrdf,
  quaternionToUrdf,
  type Vector,
  vectorFromUrdf,
  vectorToUrdf,
} from "./basis.js";
