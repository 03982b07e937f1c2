"""Numbers over two quantities as coloured cells, in the style of the graphs."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from ...markup import escape
from .measure import text_width
from .plot import ticks
from .style import style_sheet

_SIDE, _LEFT, _TOP, _BAR = 380.0, 64.0, 52.0, 150.0
_ROOM = 98.0  # right of a bar's left edge, in all pictures
_FONT = 12.0  # of the style sheet
# Light to dark and readable without colours: yellow, orange, purple, almost black.
_COLOURS = ((252, 236, 160), (247, 160, 60), (203, 62, 81), (110, 23, 110), (20, 10, 50))
SHADES = 48
"""How many colours the scale has."""


def heat_map(
    title: str,
    across: tuple[str, Sequence[float]],
    up: tuple[str, Sequence[float]],
    values: Sequence[Sequence[float]],
    label: str,
) -> str:
    """The text of an .svg file: a cell for each of `values`, one row for each x of `across`.

    Where a value is not finite, the paper is seen.
    """
    finite = [x for row in values for x in row if isfinite(x)]
    low, high = (min(finite), max(finite)) if finite else (0.0, 1.0)
    high = high if high > low else low + max(abs(low), 1.0) * 1e-9
    width, height = f"{_LEFT + _SIDE + _BAR:.0f}", f"{_TOP + _SIDE + 56.0:.0f}"
    parts = heading(title, width, height, _LEFT)
    wide, tall = _SIDE / len(across[1]), _SIDE / len(up[1])
    bottom = _TOP + _SIDE
    cells: dict[str, list[tuple[float, float]]] = {}
    for i, row in enumerate(values):
        for k, value in enumerate(row):
            if isfinite(value):
                place = (_LEFT + i * wide, bottom - (k + 1) * tall)
                cells.setdefault(_colour((value - low) / (high - low)), []).append(place)
    parts += [_cells(colour, wide, tall, cells[colour]) for colour in sorted(cells)]
    for tick, at in _places(across[1]):
        parts.append(_text(_LEFT + at, bottom + 16.0, tick, "middle"))
    for tick, at in _places(up[1]):
        parts.append(_text(_LEFT - 6.0, bottom - at + 4.0, tick, "end"))
    parts.append(_text(_LEFT + _SIDE / 2, bottom + 38.0, across[0], "middle"))
    parts.append(_text(_LEFT, _TOP - 10.0, up[0], "start"))
    parts += colour_scale(label, low, high, _LEFT + _SIDE + 24.0, _TOP, _SIDE)
    return "\n".join([*parts, "</svg>", ""])


def heading(title: str, width: str, height: str, left: float) -> list[str]:
    """The first parts of an .svg file: its size, style, paper and title."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fourbar-graph" role="img" '
        f'width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{style_sheet()}\n</style>",
        '<rect class="paper" width="100%" height="100%"/>',
        f'<text class="title" x="{left:.0f}" y="20">{escape(title)}</text>',
    ]


def colour_scale(
    label: str, low: float, high: float, left: float, top: float, height: float
) -> list[str]:
    """Parts of an .svg file: what the colours between two values are, as an upright bar."""
    # A label that is wider than what is right of the bar's left ends where the picture does.
    wide = text_width(label, _FONT) > _ROOM
    parts = [_text(left + _ROOM * wide, top - 10.0, label, "end" if wide else "start")]
    step, bottom = height / SHADES, top + height
    parts += [
        _cells(_colour(k / (SHADES - 1)), 16.0, step, [(left, bottom - (k + 1) * step)])
        for k in range(SHADES)
    ]
    for tick in ticks(low, high):
        at = bottom - (tick - low) / (high - low) * height
        parts.append(_text(left + 22.0, at + 4.0, f"{tick:g}", "start"))
    return parts


def _places(values: Sequence[float]) -> list[tuple[str, float]]:
    """Round numbers on an axis of cells, and where they are."""
    step = (values[-1] - values[0]) / max(len(values) - 1, 1)
    if step == 0.0:
        return [(f"{values[0]:g}", _SIDE / 2)]
    cell = _SIDE / len(values)
    ends = sorted((values[0], values[-1]))
    return [(f"{t:g}", (t - values[0]) / step * cell + cell / 2) for t in ticks(*ends)]


def shades() -> tuple[tuple[int, int, int], ...]:
    """The colours of the scale, from the lowest value to the highest: red, green, blue (sRGB)."""
    return tuple(_mixed(k / (SHADES - 1)) for k in range(SHADES))


def _mixed(share: float) -> tuple[int, int, int]:
    at = share * (len(_COLOURS) - 1)
    k = min(int(at), len(_COLOURS) - 2)
    r, g, b = (round(a + (at - k) * (b - a)) for a, b in zip(*_COLOURS[k : k + 2], strict=True))
    return r, g, b


def _colour(share: float) -> str:
    """One of a number of shades, so that cells of the same one are one path."""
    k = round(min(max(share, 0.0), 1.0) * (SHADES - 1))
    return "#{:02x}{:02x}{:02x}".format(*_mixed(k / (SHADES - 1)))


def _cells(colour: str, width: float, height: float, places: Sequence[tuple[float, float]]) -> str:
    # A little over the edge: no seams between cells.
    side = f"h{width + 0.3:.1f}v{height + 0.3:.1f}h-{width + 0.3:.1f}z"
    shapes = "".join(f"M{x:.1f} {y:.1f}{side}" for x, y in places)
    return f'<path style="fill:{colour};stroke:none" d="{shapes}"/>'


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'
