/** Whether people asked their system for little movement. */
export function stillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
