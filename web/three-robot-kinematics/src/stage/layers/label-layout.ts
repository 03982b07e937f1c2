/** Which of many labels can be shown without covering each other, and where. */

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
  /** How far it may step aside from its point, in lines above and below; 0 for not at all. */
  readonly leeway: number;
  /** How far it has [px]. */
  aside: number;
}

/** Up first, then down, ever further. */
function* steps(leeway: number, height: number): Generator<number> {
  yield 0;
  for (let line = 1; line <= leeway; line++) {
    yield -line * height;
    yield line * height;
  }
}

/** Shows labels in the order of their rank; those that would be covered step aside or are left out. */
export function layOutLabels(labels: readonly LabelBox[], order: number[], gap = 2): void {
  order.length = labels.length;
  for (let i = 0; i < labels.length; i++) order[i] = i;
  order.sort((a, b) => (labels[a] as LabelBox).rank - (labels[b] as LabelBox).rank);
  for (let n = 0; n < order.length; n++) {
    const label = labels[order[n] as number] as LabelBox;
    label.shown = false;
    label.aside = 0;
    if (!label.inside) continue;
    for (const aside of steps(label.leeway, label.height + gap)) {
      if (!isFree(labels, order, n, label, aside, gap)) continue;
      label.shown = true;
      label.aside = aside;
      break;
    }
  }
}

/** Whether a label covers none of those before it. */
function isFree(
  labels: readonly LabelBox[],
  order: readonly number[],
  count: number,
  label: LabelBox,
  aside: number,
  gap: number,
): boolean {
  for (let m = 0; m < count; m++) {
    const other = labels[order[m] as number] as LabelBox;
    if (!other.shown) continue;
    const across = (label.width + other.width) / 2 + gap;
    const along = (label.height + other.height) / 2 + gap;
    const apart = Math.abs(label.y + aside - other.y - other.aside);
    if (Math.abs(label.x - other.x) < across && apart < along) return false;
  }
  return true;
}
