/** Which of many labels can be shown without covering each other. */

export interface LabelBox {
  /** Centre [px]. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Whether it is in the picture at all. */
  inside: boolean;
  /** The smaller, the more important. */
  rank: number;
  /** The answer. */
  shown: boolean;
}

/** Shows labels in the order of their rank; each hides those it covers. Leaves the order of the list. */
export function layOutLabels(labels: readonly LabelBox[], order: number[], gap = 2): void {
  order.length = labels.length;
  for (let i = 0; i < labels.length; i++) order[i] = i;
  order.sort((a, b) => (labels[a] as LabelBox).rank - (labels[b] as LabelBox).rank);
  for (let n = 0; n < order.length; n++) {
    const label = labels[order[n] as number] as LabelBox;
    label.shown = label.inside;
    for (let m = 0; label.shown && m < n; m++) {
      const other = labels[order[m] as number] as LabelBox;
      if (!other.shown) continue;
      const across = (label.width + other.width) / 2 + gap;
      const along = (label.height + other.height) / 2 + gap;
      label.shown = Math.abs(label.x - other.x) >= across || Math.abs(label.y - other.y) >= along;
    }
  }
}
