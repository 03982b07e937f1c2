/** What keeps robots out of the picture, or parts of them. */
import type { RobotInfo } from "../live/messages.js";

export interface Trouble {
  readonly robot: RobotInfo;
  readonly why: string;
  /** Only parts are missing. */
  readonly partial: boolean;
  /** Another version of the robot, or another reason, is another trouble. */
  readonly key: string;
}

/**
 * The trouble of one robot; `failures` are those that the page met itself, by id. Undefined where
 * all of the robot is shown.
 */
export function troubleOf(
  robot: RobotInfo,
  failures: ReadonlyMap<string, string>,
): Trouble | undefined {
  const failed = robot.failed ?? failures.get(robot.id);
  const why = failed ?? robot.missing;
  if (!why) return undefined;
  return { robot, why, partial: failed === undefined, key: `${robot.id} ${robot.version} ${why}` };
}

/**
 * What to tell, worst first: the trouble of the active robot, then robots that failed. Missing parts
 * of the others are told when they are looked at.
 */
export function troubles(
  robots: Iterable<RobotInfo>,
  active: string | null,
  failures: ReadonlyMap<string, string>,
): Trouble[] {
  const all = [...robots].flatMap((robot) => troubleOf(robot, failures) ?? []);
  const own = all.filter(({ robot }) => robot.id === active);
  return [...own, ...all.filter(({ robot, partial }) => robot.id !== active && !partial)];
}

/** The file's own name, or the robot's. */
export function fileName({ file, name }: Pick<RobotInfo, "file" | "name">): string {
  return (file ?? name).split(/[\\/]/).pop() || name;
}
