/** How collision shapes cover visuals: asked of Python when the layer is on, once for each version. */

import type { Viewer } from "../viewer.js";
import type { CoverageMessage, LinkCoverageInfo, PageMessage } from "./messages.js";

/** What is known of each link, by name. */
export type Coverage = ReadonlyMap<string, LinkCoverageInfo>;

export class CoverageFeed {
  /** Versions that were asked about, by robot. */
  private readonly asked = new Map<string, number>();
  private readonly answers = new Map<string, CoverageMessage>();
  private said = false;

  /** `send` says whether there is anybody to ask. */
  constructor(
    private readonly viewer: Viewer,
    private readonly send: (message: PageMessage) => boolean,
  ) {
    viewer.layers.watch(() => this.refresh());
    viewer.stage.addEventListener("robots", () => this.refresh());
  }

  /** Asks again: the line to Python was cut, and what was asked is lost. */
  restart(): void {
    this.asked.clear();
    this.refresh();
  }

  take(message: CoverageMessage): void {
    const { viewer } = this;
    this.answers.set(message.robot, message);
    this.refresh();
    const measured = message.links.filter(({ problem }) => problem === null);
    if (measured.length === 0)
      viewer.notices.show("info", "No link has both visuals and collision shapes to compare.");
    else if (measured.every(({ uncovered }) => uncovered.length === 0))
      viewer.notices.show("info", "The collision shapes cover all visuals to within 1 mm.");
  }

  private refresh(): void {
    const { viewer } = this;
    if (!viewer.layers.value.has("coverage")) return;
    const known = new Map<string, Coverage>();
    for (const id of viewer.stage.robots.keys()) {
      const version = viewer.scene.value.robots.get(id)?.version;
      const answer = this.answers.get(id);
      if (answer && answer.version === version) {
        viewer.stage.setUncovered(id, trianglesOf(answer));
        known.set(id, new Map(answer.links.map((link) => [link.link, link])));
      } else if (version !== undefined && this.asked.get(id) !== version) this.ask(id, version);
    }
    viewer.coverage.value = known;
  }

  private ask(robot: string, version: number): void {
    if (this.send({ type: "coverage", robot })) this.asked.set(robot, version);
    else if (!this.said) {
      this.said = true;
      this.viewer.notices.show(
        "info",
        "Collision coverage is computed by Python: open the robot with fourbar view.",
      );
    }
  }
}

const made = new WeakMap<CoverageMessage, ReadonlyMap<string, Float32Array>>();

/** The triangles of a message, made once. */
export function trianglesOf(message: CoverageMessage): ReadonlyMap<string, Float32Array> {
  const known = made.get(message);
  if (known) return known;
  const found = new Map(
    message.links
      .filter(({ uncovered }) => uncovered.length > 0)
      .map(({ link, uncovered }) => [link, new Float32Array(uncovered)]),
  );
  made.set(message, found);
  return found;
}
