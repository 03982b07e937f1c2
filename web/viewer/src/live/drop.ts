/** Letting go of a robot: Python computes what happens, or the page has it stored. */
import type { Playback } from "../playback.js";
import type { Viewer } from "../viewer.js";
import type { Session } from "./session.js";

/** Keeps `viewer.drop` what it can be. */
export function offerDrop(viewer: Viewer, playback: Playback, session: Session): void {
  const ask = () => {
    const robot = viewer.active.value;
    if (robot !== null && !session.connection?.send({ type: "drop", robot }))
      viewer.notices.show("error", "The connection to Python is lost; the robot cannot be let go.");
  };
  const offer = () => {
    if (session.connection) {
      viewer.drop.value = viewer.robot.value ? ask : null;
      return;
    }
    const stored = playback.reels.value.find(({ record }) => record !== undefined);
    viewer.drop.value = stored ? () => playback.start(stored) : null;
  };
  session.state.watch(offer);
  viewer.robot.watch(offer);
  playback.reels.watch(offer);
}
