/** How the element looks; everything of it can be reached by parts and variables. */
export const style = `
  :host { display: block; position: relative; min-height: 20rem; overflow: hidden;
    font: 0.875rem/1.4 system-ui, sans-serif; color: var(--robot-viewer-color, #1b2130);
    background: var(--robot-viewer-background, #c9cfd9); color-scheme: light; }
  :host([hidden]) { display: none; }
  :host(:state(dark)) { color: var(--robot-viewer-color, #f0f3f8); color-scheme: dark;
    background: var(--robot-viewer-background, #454c58); }
  /* Pages set 'display' and sizes of the host; what lies inside is laid out by elements of our own. */
  .frame { position: absolute; inset: 0; display: flex; flex-direction: column; container-type: size; }
  .body { flex: 1; min-height: 0; display: flex; }
  .stage { flex: 1; min-width: 0; min-height: 0; position: relative; }
  .poster { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; }
  :host(:state(loaded)) .poster { display: none; }
  progress { position: absolute; left: 50%; bottom: 1rem; width: 40%; translate: -50%;
    accent-color: var(--robot-viewer-accent, #3e7bfa); }
  :host(:not(:state(loading))) progress { display: none; }
  form { overflow-y: auto; box-sizing: border-box; width: var(--robot-viewer-panel, 15rem);
    padding: 0.5rem 1rem; background: var(--robot-viewer-panel-background, transparent);
    border-inline-start: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
  form:empty { display: none; }
  label { display: grid; grid-template-columns: minmax(0, 1fr) auto; column-gap: 0.5rem;
    margin-block: 0.4rem; }
  label span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  label output { font-variant-numeric: tabular-nums; }
  label.dependent span, label.mimic span { opacity: 0.7; }
  input { grid-column: 1 / -1; width: 100%; margin: 0;
    accent-color: var(--robot-viewer-accent, #3e7bfa); }
  summary { margin-block: 0.4rem; cursor: pointer; }
  button { font: inherit; margin-block: 0.25rem; }
  .message { flex: none; display: flex; align-items: start; max-height: 30%; overflow-y: auto;
    color: #7a1216; background: #ffe9e9; border-block-end: 1px solid #f3b6b8; color-scheme: light; }
  .message[hidden] { display: none; }
  .message p { flex: 1; min-width: 0; margin: 0; padding: 0.5rem 0 0.5rem 1rem;
    white-space: pre-wrap; overflow-wrap: anywhere; }
  .message button { position: sticky; top: 0; flex: none; margin: 0; padding: 0.5rem 1rem; border: 0;
    color: inherit; background: #ffe9e9; cursor: pointer; }
  @container (max-width: 32rem) {
    .body { flex-direction: column; }
    form { width: auto; max-height: 45%; border-inline-start: 0;
      border-block-start: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
  }
`;
