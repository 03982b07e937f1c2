/** What the colours of clouds mean, over the picture. */
import type { CloudScale } from "three-robot-kinematics/stage";
import { el } from "../dom/element.js";
import type { Viewer } from "../viewer.js";

export function cloudScales(viewer: Viewer): HTMLElement {
  const list = el("div", { class: "cloud-scales" });
  const show = () => {
    const robots = [...viewer.stage.robots.values()].filter(({ visible }) => visible);
    const scales = viewer.layers.value.has("clouds") ? robots.flatMap((robot) => robot.scales) : [];
    list.hidden = scales.length === 0;
    list.replaceChildren(...scales.map(scaleCard));
  };
  viewer.stage.addEventListener("robots", show);
  viewer.layers.watch(show);
  show();
  return list;
}

function scaleCard({ label, low, high, colors }: CloudScale): HTMLElement {
  const bar = el("div", { class: "cloud-bar" });
  bar.style.background = `linear-gradient(to right, ${colors.join(", ")})`;
  const ends = [low, high].map((value) =>
    el("span", { text: String(Number(value.toPrecision(3))) }),
  );
  return el(
    "div",
    { class: "cloud-scale", role: "img", "aria-label": `${label}: ${low} to ${high}` },
    el("strong", { text: label }),
    bar,
    el("div", { class: "cloud-ends" }, ...ends),
  );
}
