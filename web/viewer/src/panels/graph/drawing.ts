/** Takes an SVG drawing apart and keeps what is known to be harmless. */

const ELEMENTS = new Set(
  "svg g path rect circle ellipse line polyline polygon text tspan title desc defs marker".split(
    " ",
  ),
);
const ATTRIBUTES = new Set(
  "class d x y x1 y1 x2 y2 cx cy r rx ry width height viewBox points transform role id refX refY markerWidth markerHeight markerUnits orient marker-end marker-start text-anchor dominant-baseline fill stroke stroke-width stroke-dasharray opacity font-size font-weight font-family".split(
    " ",
  ),
);
const DARK = /@media\s*\(prefers-color-scheme:\s*dark\)/g;

/** On the panel's own ground instead of paper; parts can be pressed, and one of them is selected. */
const OWN_STYLE = `
.fourbar-graph .paper{fill:none}
.fourbar-graph .label{stroke:var(--surface)}
:is(g,path):has(>title){cursor:pointer}
.fourbar-graph :is(g[data-selected]>rect,path[data-selected]){stroke:var(--selected);stroke-width:2.5}`;

export interface Drawing {
  readonly svg: SVGSVGElement;
  /** Style rules for the theme of the system. */
  readonly style: string;
  readonly width: number;
  readonly height: number;
}

export function readDrawing(text: string): Drawing {
  const parsed = new DOMParser().parseFromString(inert(text), "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") throw new Error("The graph drawing cannot be read.");
  const style = [...parsed.querySelectorAll("rules")]
    .map((node) => node.textContent ?? "")
    .join("\n");
  const svg = copy(parsed) as SVGSVGElement;
  const size = (name: string) => Number.parseFloat(parsed.getAttribute(name) ?? "") || 300;
  return { svg, style, width: size("width"), height: size("height") };
}

/** The theme of the page, which need not be that of the system. */
export function themedStyle(style: string, theme: "light" | "dark"): string {
  const themed = style.replace(DARK, theme === "dark" ? "@media all" : "@media not all");
  return `${themed}\n${OWN_STYLE}`;
}

/** Under other names, styles are only read: a parsed document is bound to the page's policy too. */
function inert(text: string): string {
  return text
    .replace(/<(\/?)style\b/g, "<$1rules")
    .replace(/(<[a-z][^<>]*?\s)style=/g, "$1data-style=");
}

function copy(source: Element): Element {
  const target = document.createElementNS("http://www.w3.org/2000/svg", source.localName);
  for (const { name, value } of source.attributes)
    if (ATTRIBUTES.has(name) && !/url\((?!["']?#)/i.test(value)) target.setAttribute(name, value);
  // Through the object model: the page allows no style attributes.
  const inline = source.getAttribute("data-style");
  if (inline && !inline.includes("url(")) (target as SVGElement).style.cssText = inline;
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) target.append(child.textContent ?? "");
    else if (child instanceof Element && ELEMENTS.has(child.localName)) target.append(copy(child));
  }
  return target;
}
