import { el, toggleAttribute } from "./element.js";
import { type IconName, icon } from "./icons.js";

export interface ButtonOptions {
  readonly label: string;
  readonly icon?: IconName;
  /** Shown beside the icon. */
  readonly text?: string;
  /** Shown in the tooltip behind the label. */
  readonly keys?: string;
  readonly class?: string;
  readonly press: () => void;
}

export function button(options: ButtonOptions): HTMLButtonElement {
  const { label, keys, text, press } = options;
  const element = el(
    "button",
    {
      type: "button",
      class: `button ${options.class ?? ""}`.trim(),
      "aria-label": text === label ? undefined : label,
      title: keys ? `${label} (${keys})` : text === label ? undefined : label,
    },
    options.icon && icon(options.icon),
    text !== undefined && el("span", { text }),
  );
  element.addEventListener("click", press);
  return element;
}

export function setPressed(element: Element, on: boolean): void {
  toggleAttribute(element, "aria-pressed", String(on));
}

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly text?: string;
  readonly icon?: IconName;
  readonly keys?: string;
}

/** A few buttons of which one is chosen; arrow keys go between them. */
export class Segments<T extends string> {
  readonly element: HTMLElement;
  private readonly buttons = new Map<T, HTMLButtonElement>();

  constructor(label: string, choices: readonly Choice<T>[], choose: (value: T) => void) {
    this.element = el("div", { class: "segments", role: "radiogroup", "aria-label": label });
    for (const choice of choices) {
      const press = () => choose(choice.value);
      const { text, icon: drawing, keys } = choice;
      const element = button({
        label: choice.label,
        press,
        class: "segment",
        ...(text === undefined ? {} : { text }),
        ...(drawing === undefined ? {} : { icon: drawing }),
        ...(keys === undefined ? {} : { keys }),
      });
      element.setAttribute("role", "radio");
      this.buttons.set(choice.value, element);
      this.element.append(element);
    }
    this.element.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      const values = [...this.buttons.keys()];
      const at = values.findIndex((value) => this.buttons.get(value) === document.activeElement);
      const next = values[(at + step + values.length) % values.length] as T;
      choose(next);
      this.buttons.get(next)?.focus();
    });
  }

  set value(value: T) {
    for (const [key, element] of this.buttons) {
      element.setAttribute("aria-checked", String(key === value));
      element.tabIndex = key === value ? 0 : -1;
    }
  }
  /** Puts the focus on the chosen one. */
  focus(): void {
    this.element.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
  }
}
