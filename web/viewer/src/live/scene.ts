/** Which robots there are, and what changes when the server speaks. */
import type { RobotInfo, SceneMessage } from "./messages.js";

export interface Scene {
  readonly title: string;
  readonly writable: boolean;
  /** By id, in the order of the server. */
  readonly robots: ReadonlyMap<string, RobotInfo>;
}

export const EMPTY_SCENE: Scene = { title: "", writable: false, robots: new Map() };

export function withScene(message: SceneMessage): Scene {
  const { title, writable, robots } = message;
  return { title, writable, robots: new Map(robots.map((robot) => [robot.id, robot])) };
}

/** The scene with another state of a robot that it has; the scene itself says which it has. */
export function withRobot(scene: Scene, robot: RobotInfo): Scene {
  const known = scene.robots.get(robot.id);
  // Messages of an older version may arrive after a newer one was made, or after the robot was removed.
  if (!known || known.version > robot.version) return scene;
  return { ...scene, robots: new Map(scene.robots).set(robot.id, robot) };
}

export interface SceneChange {
  readonly removed: readonly string[];
  /** To load: new, or with other files than before. */
  readonly load: readonly RobotInfo[];
  /** Same files, a pose to take. */
  readonly pose: readonly RobotInfo[];
}

export function changeOf(before: Scene, after: Scene): SceneChange {
  const removed = [...before.robots.keys()].filter((id) => !after.robots.has(id));
  const load: RobotInfo[] = [];
  const pose: RobotInfo[] = [];
  for (const robot of after.robots.values()) {
    const known = before.robots.get(robot.id);
    const shown = robot.glb !== null || robot.skeleton !== null;
    if (shown && (!known || known.glb !== robot.glb || known.skeleton !== robot.skeleton))
      load.push(robot);
    else if (robot.pose && known && known.pose !== robot.pose) pose.push(robot);
  }
  return { removed, load, pose };
}

/** Which robot the panels speak of: the same as before if it is still there. */
export function activeOf(scene: Scene, active: string | null): string | null {
  if (active !== null && scene.robots.has(active)) return active;
  return scene.robots.keys().next().value ?? null;
}
