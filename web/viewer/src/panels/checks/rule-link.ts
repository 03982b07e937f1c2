import { el } from "../../dom/element.js";

/** Where rules are explained, for pages without a server to ask. */
const RULES = "https://fourbar.readthedocs.io/en/latest/rules/";

export function ruleLink(code: string, name: string): HTMLElement {
  return el("a", {
    class: "button",
    href: `${RULES}${code}/`,
    target: "_blank",
    rel: "noopener",
    "aria-label": `Explain ${code} ${name}`,
    text: "Explain",
  });
}
