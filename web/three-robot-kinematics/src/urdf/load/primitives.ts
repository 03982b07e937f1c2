import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  SphereGeometry,
} from "three";
import type { Geometry } from "../model.js";

/** A simple shape in URDF's axes, round ones along z; undefined for meshes and what is no shape. */
export function primitive(geometry: Geometry): BufferGeometry | undefined {
  switch (geometry.type) {
    case "box":
      return new BoxGeometry(...geometry.size);
    case "sphere":
      return new SphereGeometry(geometry.radius, 32, 20);
    case "cylinder": {
      const { radius, length } = geometry;
      return new CylinderGeometry(radius, radius, length, 40).rotateX(Math.PI / 2);
    }
    case "capsule":
      return new CapsuleGeometry(geometry.radius, geometry.length, 10, 32).rotateX(Math.PI / 2);
    default:
      return undefined;
  }
}
