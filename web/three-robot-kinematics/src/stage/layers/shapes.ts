/** Collision shapes as the extension writes them, from files that nobody has checked. */
import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";

const up = new Vector3(0, 1, 0);

/** The geometry of a shape, centred on its node; undefined for what is not a shape, or has no surface. */
export function shapeGeometry(shape: unknown): BufferGeometry | undefined {
  const { box, sphere, cylinder, capsule } = record(shape);
  if (box !== undefined) {
    const size = vector(record(box).size);
    const flat = size?.filter((x) => x === 0).length ?? 3;
    return size && flat < 2 ? new BoxGeometry(...size) : undefined;
  }
  if (sphere !== undefined) {
    const radius = length(record(sphere).radius);
    return radius ? new SphereGeometry(radius, 32, 20) : undefined;
  }
  const round = record(cylinder ?? capsule);
  const radius = length(round.radius);
  const height = length(round.height);
  if (!radius || height === undefined) return undefined;
  const geometry = cylinder
    ? new CylinderGeometry(radius, radius, height, 32)
    : new CapsuleGeometry(radius, height, 10, 32);
  const axis = new Vector3(...(vector(round.axis) ?? [0, 1, 0])).normalize();
  if (axis.lengthSq() === 0) return geometry;
  return geometry.applyQuaternion(new Quaternion().setFromUnitVectors(up, axis));
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function length(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value < 1e6 ? value : undefined;
}

function vector(value: unknown): [number, number, number] | undefined {
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  const fine = value.every((x) => typeof x === "number" && Math.abs(x) < 1e6);
  return fine ? (value as [number, number, number]) : undefined;
}
