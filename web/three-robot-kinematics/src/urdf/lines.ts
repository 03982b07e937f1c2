import type { Position } from "./finding.js";

/** From offsets in a text to lines and columns; the table is made when it is first needed. */
export class Lines {
  private starts: number[] | undefined;

  constructor(private readonly text: string) {}

  position(start: number, end: number): Position {
    const [line, column] = this.place(start);
    const [endLine, endColumn] = this.place(Math.max(start, end));
    return { line, column, endLine, endColumn };
  }

  private place(offset: number): [line: number, column: number] {
    const starts = this.lineStarts();
    const at = Math.max(0, Math.min(offset, this.text.length));
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= at) low = middle;
      else high = middle;
    }
    // Characters, not UTF-16 code units.
    return [low + 1, [...this.text.slice(starts[low], at)].length + 1];
  }

  private lineStarts(): number[] {
    if (this.starts === undefined) {
      this.starts = [0];
      for (let at = this.text.indexOf("\n"); at >= 0; at = this.text.indexOf("\n", at + 1)) {
        this.starts.push(at + 1);
      }
    }
    return this.starts;
  }
}
