/** A robot with the names of urdf-loader, for code that was written for it. */
import { type Object3D, Vector3 } from "three";
import type { JointValue, RobotJoint } from "../joint.js";
import type { Robot } from "../robot.js";

/** A joint with the names that urdf-loader uses. */
export interface JointLikeUrdfLoader {
  readonly name: string;
  readonly jointType: string;
  /** The first number of its position [rad or m]. */
  readonly angle: number;
  readonly jointValue: readonly number[];
  /** In the axes of the robot's nodes. */
  readonly axis: Vector3;
  readonly limit: { readonly lower: number; readonly upper: number };
  setJointValue(...values: readonly number[]): boolean;
}

/** A robot with the names that urdf-loader uses. */
export interface RobotLikeUrdfLoader {
  readonly robotName: string;
  readonly links: Readonly<Record<string, Object3D>>;
  readonly joints: Readonly<Record<string, JointLikeUrdfLoader>>;
  /** Positions of all joints that move, as one number or several. */
  readonly jointValues: Readonly<Record<string, JointValue>>;
  /** Whether something moved. Within limits, and with loops closed. */
  setJointValue(name: string, ...values: readonly number[]): boolean;
  setJointValues(values: Readonly<Record<string, JointValue>>): boolean;
}

/**
 * The same robot under urdf-loader's names. Joints that do not exist are passed over, as it does; what
 * loops do not allow is not done, and gives false.
 */
export function likeUrdfLoader(robot: Robot): RobotLikeUrdfLoader {
  const move = (values: Readonly<Record<string, JointValue>>): boolean => {
    const known = Object.entries(values).filter(([name]) => robot.joints.has(name));
    const before = JSON.stringify([...robot.getJointValues()]);
    const moved = known.length > 0 && robot.setJointValues(new Map(known)).converged;
    return moved && JSON.stringify([...robot.getJointValues()]) !== before;
  };
  const setJointValue = (name: string, ...values: readonly number[]): boolean =>
    move({ [name]: values.length === 1 ? (values[0] as number) : values });
  const joint = (own: RobotJoint): JointLikeUrdfLoader => {
    const numbers = () => (typeof own.value === "number" ? [own.value] : own.value);
    const { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY } =
      own.dofs[0]?.limit ?? {};
    return {
      name: own.name,
      jointType: own.type,
      axis: new Vector3(...(own.dofs[0]?.axis ?? [1, 0, 0])),
      limit: { lower, upper },
      get angle() {
        return numbers()[0] ?? 0;
      },
      get jointValue() {
        return numbers();
      },
      setJointValue: (...values) => setJointValue(own.name, ...values),
    };
  };
  return {
    robotName: robot.name,
    links: record(robot.links, ({ node }) => node),
    joints: record(robot.joints, joint),
    get jointValues() {
      return record(robot.getJointValues(), (value) => value);
    },
    setJointValue,
    setJointValues: move,
  };
}

/** Names from a file are keys like any other: `__proto__` is no exception. */
function record<T, U>(from: ReadonlyMap<string, T>, make: (value: T) => U): Record<string, U> {
  const found = Object.create(null) as Record<string, U>;
  for (const [name, value] of from) found[name] = make(value);
  return found;
}
