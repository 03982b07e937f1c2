/** A value that tells its listeners when it is replaced. */
export class Signal<T> {
  private readonly listeners = new Set<(value: T) => void>();

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set value(next: T) {
    if (Object.is(next, this.current)) return;
    this.current = next;
    for (const listener of [...this.listeners]) listener(next);
  }

  /** Calls now, and at every change. */
  watch(listener: (value: T) => void): void {
    this.listeners.add(listener);
    listener(this.current);
  }
}
