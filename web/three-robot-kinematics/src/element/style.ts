/** How the element looks; everything of it can be reached by parts and variables. */
export const style = `
  :host { display: flex; position: relative; min-height: 20rem; overflow: hidden;
    font: 0.875rem/1.4 system-ui, sans-serif; color: var(--robot-viewer-color, #1b2130);
    background: var(--robot-viewer-background, #c9cfd9); color-scheme: light; }
  :host([hidden]) { display: none; }
  :host(:state(dark)) { color: var(--robot-viewer-color, #f0f3f8); color-scheme: dark;
    background: var(--robot-viewer-background, #454c58); }
  .stage { flex: 1; min-width: 0; position: relative; }
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
  button { font: inherit; margin-block: 0.25rem; }
  .message { position: absolute; inset: auto 1rem 1rem; margin: 0; padding: 0.75rem 1rem;
    white-space: pre-wrap; overflow-wrap: anywhere; max-height: 60%; overflow-y: auto; border-radius: 0.5rem;
    color: #7a1216; background: #ffe9e9; border: 1px solid #f3b6b8; }
  .message:empty { display: none; }
  @media (max-width: 40rem) {
    :host { flex-direction: column; }
    form { width: auto; max-height: 40%; border-inline-start: 0; }
  }
`;
