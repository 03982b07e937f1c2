import type { Compass, View } from "three-robot-kinematics/stage";
import type { Viewer } from "../viewer.js";
import { VIEWS } from "./layers.js";

const SPACE = "http://www.w3.org/2000/svg";
/** Half the width of the drawing, how far the ends are from its middle, and how large they are. */
const [HALF, REACH, RADIUS] = [44, 31, 8.5];

type Axis = keyof Compass;

interface End {
  readonly axis: Axis;
  readonly sign: 1 | -1;
  /** From where one looks along the axis. */
  readonly view: View;
}

const ENDS: readonly End[] = [
  { axis: "x", sign: 1, view: "front" },
  { axis: "x", sign: -1, view: "back" },
  { axis: "y", sign: 1, view: "left" },
  { axis: "y", sign: -1, view: "right" },
  { axis: "z", sign: 1, view: "top" },
  { axis: "z", sign: -1, view: "bottom" },
];

/** Where x, y and z point; a click on an end looks from there. Menu and keys do the same. */
export function compass({ stage, robot }: Viewer): SVGSVGElement {
  const svg = shape("svg", { viewBox: `${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}` });
  svg.classList.add("compass");
  svg.setAttribute("aria-hidden", "true");
  const axes: Compass = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };
  const drawn = ENDS.map((end) => {
    const { axis, sign, view } = end;
    const line = shape("line", { x1: 0, y1: 0 });
    const knob = shape("g", {});
    const { label = "", key = "" } = VIEWS.find((entry) => entry.view === view) ?? {};
    knob.append(shape("title", {}, `${label} (${key})`), shape("circle", { r: RADIUS }));
    if (sign > 0) knob.append(shape("text", {}, axis));
    knob.addEventListener("click", () => stage.lookFrom(view));
    for (const part of [line, knob]) {
      part.dataset.axis = axis;
      part.dataset.sign = sign > 0 ? "plus" : "minus";
    }
    return { ...end, line, knob, near: 0 };
  });
  svg.append(...drawn.map(({ line }) => line), ...drawn.map(({ knob }) => knob));
  const show = () => {
    for (const end of drawn) {
      const { axis, sign, line, knob } = end;
      const [right, up, near] = axes[axis];
      const [x, y] = [sign * REACH * right, -sign * REACH * up];
      end.near = sign * near;
      // What points away is behind, and paler.
      knob.style.opacity = String(0.7 + 0.3 * end.near);
      knob.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
      line.setAttribute("x2", x.toFixed(2));
      line.setAttribute("y2", y.toFixed(2));
    }
    drawn.sort((a, b) => a.near - b.near);
    svg.append(...drawn.map(({ knob }) => knob));
  };
  let last = "";
  stage.addEventListener("frame", () => {
    const { x, y } = stage.compass(axes);
    const state = `${x} ${y}`;
    if (state === last) return;
    last = state;
    show();
  });
  show();
  robot.watch((shown) => svg.toggleAttribute("hidden", shown === null));
  return svg;
}

function shape<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | number>>,
  text = "",
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}
