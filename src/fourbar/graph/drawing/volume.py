"""Coloured cubes seen from a corner, in the style of the graphs.

Seen along (1, 1, 1), the faces of a lattice of cubes fall on the triangles of one flat lattice, so
that each triangle shows one face, the nearest: what is hidden is left out exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot, sqrt
from typing import TYPE_CHECKING

import numpy as np

from ...markup import escape
from .heat_map import SHADES, colour_scale, heading, shades
from .plot import ticks

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SIDE, _LEFT, _TOP, _BAR = 440.0, 40.0, 52.0, 130.0
_FLAT = 2
"""Cells that are at most as many on top of each other have no inside."""
_APART = 26.0
"""How far numbers of an axis have to be from each other, for all to be read."""
# How light faces are whose normals are x, y and z: the light comes from above.
_LIGHT = (0.84, 0.70, 1.0)
# Corners of the two triangles of each face, as steps of the lattice from the cell's corner.
_FACES: tuple[tuple[tuple[tuple[int, int, int], ...], ...], ...] = (
    (((1, 0, 0), (1, 1, 0), (1, 1, 1)), ((1, 0, 0), (1, 1, 1), (1, 0, 1))),
    (((0, 1, 0), (1, 1, 0), (1, 1, 1)), ((0, 1, 0), (1, 1, 1), (0, 1, 1))),
    (((0, 0, 1), (1, 0, 1), (1, 1, 1)), ((0, 0, 1), (1, 1, 1), (0, 1, 1))),
)


def volume(
    title: str,
    cells: NDArray[np.int64],
    values: NDArray[np.float64],
    cell: float,
    label: str,
    *,
    cut: bool = True,
) -> str:
    """The text of an .svg file: cells (k, 3) of a lattice, coloured by values, seen from +x +y +z.

    `cell` is their side [m]. With `cut`, the quarter towards the viewer is left out, so that the
    inside is seen. Cells without a finite value are not drawn.
    """
    known = np.isfinite(values)
    cells, values = cells[known], values[known]
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    high = high if high > low else low + max(abs(low), 1.0) * 1e-9
    kept = uncut(cells) if cut else np.ones(len(cells), dtype=bool)
    drawn, shown = cells[kept], values[kept]
    width, height = f"{_LEFT + _SIDE + _BAR:.0f}", f"{_TOP + _SIDE + 24.0:.0f}"
    parts = heading(title, width, height, _LEFT)
    if len(cells):
        parts += _picture(cells, drawn, (shown - low) / (high - low), cell)
    parts += colour_scale(label, low, high, _LEFT + _SIDE + 24.0, _TOP, _SIDE - 40.0)
    return "\n".join([*parts, "</svg>", ""])


def uncut(cells: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which cells are left without the quarter towards +x +y.

    All of them where none would be, and of flat spaces, whose cells are all seen.
    """
    every = np.ones(len(cells), dtype=bool)
    if not len(cells):
        return every
    low, high = cells.min(axis=0), cells.max(axis=0)
    if int((high - low).min()) < _FLAT:
        return every
    middle = (low + high + 1) // 2
    kept = (cells[:, :2] < middle[:2]).any(axis=1)
    return kept if kept.any() else every


def _picture(
    cells: NDArray[np.int64], drawn: NDArray[np.int64], shares: NDArray[np.float64], cell: float
) -> list[str]:
    """Axes with numbers behind, and the triangles that are seen."""
    low, high = cells.min(axis=0), cells.max(axis=0) + 1
    ends = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    corners = _flat(low + ends * (high - low))
    least, most = corners.min(axis=0), corners.max(axis=0)
    unit = (_SIDE - 60.0) / float((most - least).max())
    shift = np.array([_LEFT + _SIDE / 2, _TOP + _SIDE / 2]) - unit * (least + most) / 2

    def place(points: NDArray[np.int64] | NDArray[np.float64]) -> NDArray[np.float64]:
        return unit * _flat(points) + shift

    parts = _axes(low, high, cell, place)
    paths: dict[str, list[str]] = {}
    for colour, corner in _seen(drawn, shares):
        at = place(np.array(corner))
        text = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in at.tolist()) + "z"
        paths.setdefault(colour, []).append(text)
    for colour in sorted(paths):
        # A thin line of the same colour: no seams between triangles.
        style = f"fill:{colour};stroke:{colour};stroke-width:.6"
        parts.append(f'<path style="{style}" d="{"".join(paths[colour])}"/>')
    return parts


def _flat(points: NDArray[np.int64] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Where points of the lattice are in the picture: x to the lower left, y right, z up."""
    x, y, z = np.moveaxis(np.asarray(points, dtype=np.float64), -1, 0)
    return np.stack([(y - x) * sqrt(3.0) / 2.0, (x + y) / 2.0 - z], axis=-1)


def _seen(
    cells: NDArray[np.int64], shares: NDArray[np.float64]
) -> list[tuple[str, list[list[int]]]]:
    """The colour and the corners of every triangle that nothing is in front of."""
    corners: list[NDArray[np.int64]] = [np.array(face) for face in _FACES]
    keys: list[NDArray[np.int64]] = []
    for face in corners:
        at = cells[:, None, None, :] + face[None]  # (n, 2, 3, 3)
        # Along (1, 1, 1) nothing changes: what is left of a corner is its place in the picture.
        flat = np.stack([at[..., 1] - at[..., 0], at[..., 2] - at[..., 0]], axis=-1)
        keys.append(flat.sum(axis=2))  # thrice the middle of the triangle: one of a kind
    every = np.stack(keys, axis=1).reshape(-1, 2)
    depth = np.repeat(cells.sum(axis=1), 6)
    order = np.lexsort((depth, every[:, 1], every[:, 0]))
    last = np.ones(len(order), dtype=bool)
    last[:-1] = (every[order][1:] != every[order][:-1]).any(axis=1)
    tints = _tints()
    found: list[tuple[str, list[list[int]]]] = []
    for number in np.sort(order[last]).tolist():
        owner, which, half = int(number) // 6, int(number) % 6 // 2, int(number) % 2
        tint = tints[which][round(float(np.clip(shares[owner], 0.0, 1.0)) * (SHADES - 1))]
        found.append((tint, (cells[owner] + corners[which][half]).tolist()))
    return found


def _tints() -> list[list[str]]:
    """The scale as each of the three faces has it."""
    return [
        ["#{:02x}{:02x}{:02x}".format(*(round(c * light) for c in colour)) for colour in shades()]
        for light in _LIGHT
    ]


def _axes(
    low: NDArray[np.int64],
    high: NDArray[np.int64],
    cell: float,
    place: Callable[[NDArray[np.float64]], NDArray[np.float64]],
) -> list[str]:
    """The three edges of the box that are seen whole, with numbers, and a name at an end."""
    parts: list[str] = []
    for axis, start, out, name_out, anchor in (
        (0, (None, 1, 0), (10.0, 14.0), (24.0, 30.0), "start"),
        (1, (1, None, 0), (-10.0, 14.0), (-24.0, 30.0), "end"),
        (2, (1, 0, None), (-8.0, 4.0), (-8.0, -14.0), "end"),
    ):
        ends = np.array([low, low], dtype=np.float64)
        for k, side in enumerate(start):
            if side is not None:
                ends[:, k] = high[k] if side else low[k]
        ends[1, axis] = high[axis]
        (x0, y0), (x1, y1) = place(ends).tolist()
        parts.append(f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}"/>')
        marks = ticks(float(low[axis]) * cell, float(high[axis]) * cell)
        drawn: list[tuple[float, float]] = []
        for mark in marks:
            at = ends[0].copy()
            at[axis] = mark / cell
            x, y = place(at).tolist()
            if drawn and hypot(x - drawn[-1][0], y - drawn[-1][1]) < _APART:
                continue
            drawn.append((x, y))
            parts.append(_text(x + out[0], y + out[1], f"{mark:g}", anchor))
        x, y = place(ends[1] if axis == 2 else ends.mean(axis=0)).tolist()
        parts.append(_text(x + name_out[0], y + name_out[1], f"{'xyz'[axis]} [m]", anchor))
    return parts


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'
