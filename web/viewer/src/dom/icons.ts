/** Line drawings on a grid of 16 by 16. */

const SPACE = "http://www.w3.org/2000/svg";

const PATHS = {
  panel: "M2.5 3.5h11v9h-11z M6.5 3.5v9",
  dockBelow: "M2.5 3.5h11v9h-11z M2.5 9h11",
  dockBeside: "M2.5 3.5h11v9h-11z M9 3.5v9",
  checks: "M2.5 8.5l3.5 3.5 7.5-8",
  plot: "M2.5 2.5v11h11 M4.5 10.5l3-4 2.5 2 3.5-5",
  turn: "M12.8 9.5A5 5 0 1 1 12 4.9 M12.5 2v3.2H9.3",
  pull: "M8 14V4 M4.5 7.5L8 4l3.5 3.5 M4 2h8",
  measure: "M2 10.5l8.5-8.5 3.5 3.5-8.5 8.5z M5 7.5l1.5 1.5 M7.5 5l1.5 1.5",
  layers: "M8 2l6 3.2L8 8.4 2 5.2z M2 8.2l6 3.2 6-3.2 M2 11l6 3.2 6-3.2",
  view: "M8 2l5.5 3v6L8 14l-5.5-3V5z M2.5 5L8 8l5.5-3 M8 8v6",
  fit: "M2.5 5.5v-3h3 M10.5 2.5h3v3 M13.5 10.5v3h-3 M5.5 13.5h-3v-3 M6 6h4v4H6z",
  camera: "M2 5h3l1-2h4l1 2h3v8H2z M8 6.5a2.25 2.25 0 1 1 0 4.5 2.25 2.25 0 0 1 0-4.5z",
  more: "M2.9 8a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z M7.5 8a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z M12.1 8a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z",
  sun: "M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z M8 1.2v1.3 M8 13.5v1.3 M1.2 8h1.3 M13.5 8h1.3 M3.2 3.2l.9.9 M11.9 11.9l.9.9 M12.8 3.2l-.9.9 M4.1 11.9l-.9.9",
  system: "M2 3h12v8H2z M6 14h4 M8 11v3",
  help: "M5.8 6a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.6 M8 12.2h.01",
  reset: "M3.2 6.5A5 5 0 1 1 3.2 9.6 M3 3v3.6h3.6",
  random: "M3 3h10v10H3z M5.8 5.8h.01 M10.2 5.8h.01 M8 8h.01 M5.8 10.2h.01 M10.2 10.2h.01",
  drop: "M8 2v7.5 M4.7 6.4L8 9.7l3.3-3.3 M3 13.2h10 M3 2h10",
  copy: "M5.5 5.5h8v8h-8z M10.5 5.5v-3h-8v8h3",
  paste: "M4 3H3v11h10V3h-1 M5.5 2h5v2.5h-5z M5.5 8h5 M5.5 10.5h3",
  pose: "M8 1.8a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2z M8 5v4.5 M8 9.5L5.5 14 M8 9.5l2.5 4.5 M3.5 7.5L8 6l4.5-1.5",
  search: "M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z M10.3 10.3l3.4 3.4",
  eye: "M1.5 8S4 3.7 8 3.7 14.5 8 14.5 8 12 12.3 8 12.3 1.5 8 1.5 8z M8 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z",
  eyeOff:
    "M6.2 4A6.6 6.6 0 0 1 8 3.7C12 3.7 14.5 8 14.5 8a12 12 0 0 1-1.9 2.3 M10 11.9a6 6 0 0 1-2 .4C4 12.3 1.5 8 1.5 8a12 12 0 0 1 2.4-2.8 M2.5 2.5l11 11",
  chevron: "M6 4l4 4-4 4",
  down: "M4 6l4 4 4-4",
  close: "M4 4l8 8 M12 4l-8 8",
  undo: "M5.5 3L2.5 6l3 3 M2.5 6h6.5a4 4 0 0 1 0 8H6",
  redo: "M10.5 3l3 3-3 3 M13.5 6H7a4 4 0 0 0 0 8h3",
  trace: "M2.5 13c1.5-5 3.5-6 5-4s3.5 1 4-5 M9.8 4.5h2.7v2.7",
  pin: "M6 2h4l-.6 4.2L12 9H4l2.6-2.8z M8 9v5",
  record: "M8 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8z",
  play: "M5 3.2v9.6l7.6-4.8z",
  pause: "M5.2 3.5v9 M10.8 3.5v9",
  loop: "M3 7.5V6.8A2.3 2.3 0 0 1 5.3 4.5H13 M10.8 2.3L13 4.5l-2.2 2.2 M13 8.5v.7a2.3 2.3 0 0 1-2.3 2.3H3 M5.2 13.7L3 11.5l2.2-2.2",
  download: "M8 2.5v7.5 M4.7 6.9L8 10.2l3.3-3.3 M3 13.2h10",
  open: "M2 12.8V3.5h4l1.4 1.7H13v2 M2 12.8l2-5.6h10.5l-2 5.6z",
  file: "M4 1.8h5l3 3v9.4H4z M9 1.8v3h3",
  error: "M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z M5.8 5.8l4.4 4.4 M10.2 5.8l-4.4 4.4",
  warning: "M8 2.2l6.2 11.3H1.8z M8 6.5v3.2 M8 11.6h.01",
  info: "M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z M8 7.4v3.6 M8 5h.01",
  check: "M3 8.5l3.2 3.2L13 4.8",
  link: "M8 2l5.2 3v6L8 14l-5.2-3V5z",
  joint: "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6z M8 1.5V5 M8 11v3.5",
  loopJoint:
    "M5.5 5.2a2.8 2.8 0 1 0 0 5.6c2.4 0 2.6-5.6 5-5.6a2.8 2.8 0 1 1 0 5.6c-2.4 0-2.6-5.6-5-5.6z",
  plus: "M8 3v10 M3 8h10",
  minus: "M3 8h10",
  offline:
    "M2.2 6.2a8.4 8.4 0 0 1 3-1.9 M13.8 6.2a8.4 8.4 0 0 0-5-2.3 M4.4 8.8A5.3 5.3 0 0 1 7 7.4 M8 12h.01 M2.5 2.5l11 11",
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SPACE, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS(SPACE, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** Puts another drawing into an icon. */
export function setIcon(svg: SVGSVGElement, name: IconName): void {
  svg.firstElementChild?.setAttribute("d", PATHS[name]);
}

/** The mark of the program: a four-bar linkage. */
export function mark(): SVGSVGElement {
  const svg = document.createElementNS(SPACE, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("mark");
  const bars = document.createElementNS(SPACE, "path");
  bars.setAttribute("d", "M4.5 19.5L7.5 8.5L18.5 4.5L19.5 19.5");
  svg.append(bars);
  for (const [x, y] of [
    [4.5, 19.5],
    [7.5, 8.5],
    [18.5, 4.5],
    [19.5, 19.5],
  ] as const) {
    const pin = document.createElementNS(SPACE, "circle");
    pin.setAttribute("cx", String(x));
    pin.setAttribute("cy", String(y));
    pin.setAttribute("r", "2.4");
    svg.append(pin);
  }
  return svg;
}
