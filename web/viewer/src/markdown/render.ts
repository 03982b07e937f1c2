import { el } from "../dom/element.js";
import { type Block, type Inline, readMarkdown } from "./tokens.js";

/** Markdown as elements; whatever it holds ends up as text. */
export function renderMarkdown(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...readMarkdown(text).map(renderBlock));
  return fragment;
}

const HEADINGS = ["h3", "h3", "h4", "h5", "h6", "h6", "h6"] as const;

function renderBlock(block: Block): HTMLElement {
  switch (block.type) {
    case "heading":
      return el(HEADINGS[block.level] ?? "h6", {}, ...block.content.map(renderInline));
    case "paragraph":
      return el("p", {}, ...block.content.map(renderInline));
    case "code":
      return el("pre", { tabindex: 0 }, el("code", { text: block.text }));
    case "list":
      return el(
        block.ordered ? "ol" : "ul",
        {},
        ...block.items.map((item) => el("li", {}, ...item.map(renderInline))),
      );
  }
}

const TAGS = { code: "code", strong: "strong", emphasis: "em" } as const;

function renderInline(inline: Inline): Node {
  if (inline.type === "text") return document.createTextNode(inline.text);
  return el(TAGS[inline.type], { text: inline.text });
}
