"""The tables of `fourbar collide`: shapes that were made, and how well those of a file fit."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import TYPE_CHECKING

from ..robot.values import count

if TYPE_CHECKING:
    from ..covers import LinkCover, LinkCoverage

_CLOSE = 0.02
"""Bounds are shown as such where they are larger than what was found by more than this share."""

_HUGE = 1e9
"""Millimetres from which on no digits behind the point are shown."""


def cover_text(rows: list[LinkCover], args: argparse.Namespace) -> str:
    """A line for each link: shapes that were made, and how well they fit."""
    if not rows and args.missing:
        return "no link with visuals is without collision shapes\n"
    if not rows:
        return "no link has visuals to enclose\n"
    width = max([len(row.link) for row in rows] + [4])
    shapes = [_shapes(row) for row in rows]
    wide = max([len(text) for text in shapes] + [6])
    lines = [
        f"{'link':<{width}}  {'shapes':<{wide}}  {'outside':>7}  {'excess':>8}  {'volume':>6}",
        f"{'':<{width}}  {'':<{wide}}  {'[mm]':>7}  {'[mm]':>8}  {'/ hull':>6}",
    ]
    for row, text in zip(rows, shapes, strict=True):
        if row.problem:
            lines.append(f"{row.link:<{width}}  not computed: {row.problem}")
            continue
        ratio = "" if row.volume_ratio is None else f"{row.volume_ratio:.2f}"
        excess = _excess(row.excess, row.found)
        numbers = f"{0:>7}  {excess:>8}  {ratio:>6}"
        line = f"{row.link:<{width}}  {text:<{wide}}  {numbers}"
        lines.append("  ".join([line, *_notes(row, args.method)]).rstrip())
    return "\n".join(lines) + "\n"


def _excess(bound: float, found: float) -> str:
    """In mm; a bound that is much larger than what was found is marked."""
    text = millimetres(bound)
    return text if bound - found <= max(_CLOSE * bound, 5e-6) else f"<={text}"


def millimetres(length: float) -> str:
    """Hundredths of a millimetre; of what is larger than any robot, some digits."""
    value = length * 1e3
    return f"{value:.2f}" if abs(value) < _HUGE else f"{value:.3g}"


def coverage_text(rows: list[LinkCoverage]) -> str:
    """A line for each link: how far the visuals stick out, and the shapes beyond them."""
    if not rows:
        return "no link has visuals\n"
    width = max([len(row.link) for row in rows] + [4])
    lines = [
        f"{'link':<{width}}  {'outside':>7}  {'excess':>8}  where it sticks out most",
        f"{'':<{width}}  {'[mm]':>7}  {'[mm]':>8}  [m]",
    ]
    for row in rows:
        if row.problem:
            lines.append(f"{row.link:<{width}}  not measured: {row.problem}")
            continue
        outside = millimetres(row.outside)
        numbers = f"{outside:>7}  {_excess(row.excess, row.excess_found):>8}"
        place = ""
        if float(outside):
            # Adding zero turns -0 into 0.
            place = " ".join(f"{round(value, 3) + 0.0:.3f}" for value in row.where)
        lines.append(f"{row.link:<{width}}  {numbers}  {place}".rstrip())
    return "\n".join(lines) + "\n"


def _shapes(row: LinkCover) -> str:
    if row.kept:
        return "kept"
    kinds = Counter(shape.kind for shape in row.shapes)
    if len(row.shapes) == 1 and row.shapes[0].kind == "hull":
        from ..covers.facts import shape_facts

        return f"hull of {shape_facts(row.shapes[0])['vertices']} vertices"
    return ", ".join(kind if n == 1 else count(n, kind) for kind, n in kinds.items())


def _notes(row: LinkCover, method: str | None) -> list[str]:
    notes: list[str] = []
    if row.kept:
        notes.append("the file's own shapes contain the visuals and fit better")
    if not row.closed:
        notes.append("the visuals are not closed")
    elif row.exact and all(shape.kind != "hull" for shape in row.shapes):
        kinds = dict.fromkeys(shape.kind for shape in row.shapes)
        one = len(row.shapes) == 1
        notes.append(f"is a {' and a '.join(kinds)}" if one else "is made of these")
    if method == "parts" and len(row.shapes) == 1:
        notes.append("one part; a smaller --concavity makes more")
    if row.stopped:
        notes.append("the search could not place more spheres")
    if row.too_far:
        notes.append("reaches farther than --max-excess")
    return notes
