/** Elements by DOM calls only: whatever comes from files is text, never markup. */

type Child = Node | string | null | undefined | false;

interface Attributes {
  readonly class?: string;
  readonly text?: string;
  /** Attributes as they stand in HTML; false and undefined leave one out. */
  readonly [name: string]: string | number | boolean | undefined;
}

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (name === "text") element.textContent = String(value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

export function append(parent: Node, children: readonly Child[]): void {
  for (const child of children)
    if (child !== null && child !== undefined && child !== false)
      parent.appendChild(typeof child === "string" ? document.createTextNode(child) : child);
}

/** Sets text only where it differs: the page is not laid out again for nothing. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function toggleAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Whether a key press belongs to a field that text is typed into. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLInputElement)
    return target.type !== "range" && target.type !== "checkbox";
  return false;
}

/** How much of the end of a long name is always seen: it tells names of one beginning apart. */
const KEPT = 9;

/** A name that loses its middle where there is little room; the element around it lays the parts out. */
export function cutInside(name: string): HTMLElement[] {
  const at = name.length > 2 * KEPT ? name.length - KEPT : name.length;
  return [
    el("span", { class: "cut-head", text: name.slice(0, at) }),
    el("span", { class: "cut-tail", text: name.slice(at) }),
  ];
}
