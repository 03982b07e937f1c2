/** As in the style sheets: below this width the page is laid out for a phone. */
const PHONE = "(max-width: 640px)";

export function isNarrow(): boolean {
  return matchMedia(PHONE).matches;
}

/** Calls when the page becomes narrow, or wide again. */
export function watchNarrow(listener: (narrow: boolean) => void): void {
  matchMedia(PHONE).addEventListener("change", ({ matches }) => listener(matches));
}
