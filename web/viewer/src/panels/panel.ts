/** One page of the side panel. */
export interface Panel {
  readonly element: HTMLElement;
  /** Called when the page comes to the front. */
  shown?(): void;
}
