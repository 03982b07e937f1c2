/** Which of several things is looked at next: a few in each frame, and each has its turn. */
export class Turns {
  private next = 0;
  private left = 0;

  constructor(private readonly count: number) {}

  /** Whether all have been looked at since they last changed. */
  get done(): boolean {
    return this.left === 0;
  }

  /** All have changed. It goes on from where it is: those at the end are not passed over if this is called often. */
  renew(): void {
    this.left = this.count;
  }

  /** The number of the next one; there must be one left. */
  take(): number {
    const taken = this.next;
    this.next = (taken + 1) % this.count;
    this.left--;
    return taken;
  }
}
