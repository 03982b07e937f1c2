const READABLE = 0.8;
/** A click that moves less than this is still a click [px]. */
const SLACK = 4;

/** Moves and scales a drawing inside its frame: pointers, wheel and keys. */
export class PanZoom {
  private x = 0;
  private y = 0;
  private scale = 1;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private touched = false;

  constructor(
    private readonly frame: HTMLElement,
    private readonly content: HTMLElement,
    private readonly size: () => { width: number; height: number },
  ) {
    frame.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => {
      this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    frame.addEventListener("pointermove", (event) => this.onMove(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"] as const)
      frame.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    frame.addEventListener("keydown", (event) => this.onKey(event));
    new ResizeObserver(() => {
      if (!this.touched) this.start();
    }).observe(frame);
  }

  /** As `fit`, but never too small to be read: then from the drawing's corner on. */
  start(): void {
    this.fit();
    if (this.scale >= READABLE) return;
    this.scale = READABLE;
    this.x = 0;
    this.y = 0;
    this.apply();
  }

  /** Shows the whole drawing, never larger than twice its size. */
  fit(): void {
    const { width, height } = this.size();
    const { clientWidth, clientHeight } = this.frame;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.touched = false;
    this.scale = Math.min((clientWidth - 16) / width, (clientHeight - 16) / height, 2);
    this.x = (clientWidth - this.scale * width) / 2;
    this.y = Math.max(8, (clientHeight - this.scale * height) / 2);
    this.apply();
  }

  /** Zooms about a point of the frame, by default its middle. */
  zoom(factor: number, x = this.frame.clientWidth / 2, y = this.frame.clientHeight / 2): void {
    const next = Math.min(8, Math.max(0.05, this.scale * factor));
    const ratio = next / this.scale;
    this.x = x - ratio * (x - this.x);
    this.y = y - ratio * (y - this.y);
    this.scale = next;
    this.touched = true;
    this.apply();
  }

  private pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.touched = true;
    this.apply();
  }

  private onWheel(event: WheelEvent): void {
    event.preventDefault();
    const box = this.frame.getBoundingClientRect();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const factor = Math.exp(-event.deltaY * lines * 0.002);
    this.zoom(factor, event.clientX - box.left, event.clientY - box.top);
  }

  private onMove(event: PointerEvent): void {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    // A click may tremble; and of a captured pointer it would not say what it is on.
    if (!this.frame.hasPointerCapture(event.pointerId)) {
      if (Math.hypot(now.x - last.x, now.y - last.y) < SLACK) return;
      this.frame.setPointerCapture(event.pointerId);
    }
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = (p: { x: number; y: number }) => Math.hypot(p.x - other.x, p.y - other.y);
      const box = this.frame.getBoundingClientRect();
      const middle = [(now.x + other.x) / 2 - box.left, (now.y + other.y) / 2 - box.top] as const;
      this.zoom(apart(now) / Math.max(1, apart(last)), ...middle);
      this.pan((now.x - last.x) / 2, (now.y - last.y) / 2);
    } else this.pan(now.x - last.x, now.y - last.y);
    this.pointers.set(event.pointerId, now);
  }

  private onKey(event: KeyboardEvent): void {
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [40, 0],
      ArrowRight: [-40, 0],
      ArrowUp: [0, 40],
      ArrowDown: [0, -40],
    };
    const move = moves[event.key];
    if (move) this.pan(...move);
    else if (event.key === "+" || event.key === "=") this.zoom(1.25);
    else if (event.key === "-") this.zoom(0.8);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private apply(): void {
    this.content.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
  }
}
