import { button, setPressed } from "../dom/button.js";
import { el, setText } from "../dom/element.js";
import { icon, setIcon } from "../dom/icons.js";
import { Menu, type MenuItem } from "../dom/menu.js";
import type { Playback, Reel } from "../playback.js";
import { type Recorder, trajectoryToJson } from "../recorder.js";
import type { Commands } from "./commands.js";
import type { JointStrips } from "./joint-strips.js";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

/** Motions first; one preview for each joint of a large robot is a long list, and comes last. */
function reelItems(playback: Playback): MenuItem[] {
  const reels = playback.reels.value;
  const item = (reel: Reel): MenuItem => ({
    kind: "radio",
    label: reel.name,
    checked: reel === playback.current.value,
    press: () => playback.choose(reel),
  });
  const clips = reels.filter(({ kind }) => kind === "clip").map(item);
  const motions = reels.filter(({ kind }) => kind !== "clip").map(item);
  if (motions.length === 0 || clips.length === 0) return [...motions, ...clips];
  return [
    { kind: "heading", label: "Motions" },
    ...motions,
    { kind: "heading", label: `Previews in the file (${clips.length})` },
    ...clips,
  ];
}

/** Play, scrub and choose; there only where something can be played. */
export class Timeline {
  readonly element: HTMLElement;

  constructor(playback: Playback, recorder: Recorder, commands: Commands, strips: JointStrips) {
    const play = button({
      label: "Play",
      icon: "play",
      keys: "Space",
      class: "round",
      press: () => playback.toggle(),
    });
    const scrub = el("input", { type: "range", min: 0, max: 1, step: "any", "aria-label": "Time" });
    const now = el("span");
    const total = el("span", { class: "clock-total" });
    const clock = el("output", { class: "clock" }, now, total);
    const name = el("span", { class: "reel-name" });
    const source = el(
      "button",
      { type: "button", class: "button", "aria-label": "What to play" },
      name,
      icon("down"),
    );
    new Menu(source, {
      label: "What to play",
      items: () => reelItems(playback),
    });
    const loop = button({
      label: "Loop",
      icon: "loop",
      press: () => playback.setLoop(!playback.loop.value),
    });
    const record = button({
      label: "Record",
      icon: "record",
      class: "wide-only",
      press: () => recorder.toggle(),
    });
    const key = button({
      label: "Add key",
      icon: "plus",
      class: "wide-only",
      press: () => recorder.addKey(),
    });
    key.title = "Add the present pose as a key of a motion";
    const save = button({
      label: "Save motion",
      class: "wide-only",
      icon: "download",
      press: () => {
        const reel = playback.current.value;
        if (reel?.trajectory)
          commands.saveText(trajectoryToJson(reel.trajectory), `${reel.name}.json`);
      },
    });
    const plot = button({
      label: "Plot joints",
      class: "wide-only",
      icon: "plot",
      press: () => strips.setOn(!strips.on.value),
    });
    strips.on.watch((on) => setPressed(plot, on));
    const speed = el("button", { type: "button", class: "button speed", "aria-label": "Speed" });
    new Menu(speed, {
      label: "Speed",
      items: () =>
        SPEEDS.map((factor) => ({
          kind: "radio",
          label: `${factor}×`,
          checked: factor === playback.speed.value,
          press: () => playback.setSpeed(factor),
        })),
    });
    this.element = el(
      "section",
      { class: "timeline", "aria-label": "Timeline" },
      play,
      source,
      el("div", { class: "scrub" }, scrub),
      clock,
      speed,
      loop,
      record,
      key,
      plot,
      save,
    );
    recorder.recording.watch((on) => {
      setPressed(record, on);
      const label = on ? "Stop recording" : "Record";
      record.setAttribute("aria-label", label);
      record.title = `${label}: what the robot does`;
    });
    playback.current.watch((reel) => {
      save.disabled = !reel?.trajectory;
      plot.disabled = !reel?.trajectory;
    });
    scrub.addEventListener("input", () => playback.scrub(scrub.valueAsNumber));
    scrub.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      playback.scrub(playback.time.value + step * (event.shiftKey ? 0.5 : 1 / 30));
    });
    const show = () => {
      const duration = playback.current.value?.duration ?? 0;
      const time = playback.time.value;
      scrub.max = String(duration || 1);
      scrub.valueAsNumber = time;
      scrub.style.setProperty("--at", String(duration > 0 ? time / duration : 0));
      scrub.style.setProperty("--from", "-0.1");
      scrub.setAttribute("aria-valuetext", `${time.toFixed(2)} s of ${duration.toFixed(2)} s`);
      setText(now, time.toFixed(2));
      setText(total, ` / ${duration.toFixed(2)} s`);
    };
    playback.current.watch((reel) => {
      this.element.hidden = reel === null;
      setText(name, reel?.name ?? "");
      show();
    });
    playback.time.watch(show);
    playback.playing.watch((on) => {
      const label = on ? "Pause" : "Play";
      play.setAttribute("aria-label", label);
      play.title = `${label} (Space)`;
      setIcon(play.querySelector("svg") as SVGSVGElement, on ? "pause" : "play");
    });
    playback.loop.watch((on) => setPressed(loop, on));
    playback.speed.watch((factor) => setText(speed, `${factor}×`));
  }
}
