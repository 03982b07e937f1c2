"""Pictures of what a link reaches: slices and volumes as SVG or PNG, points as GLB."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..files import write_atomic
from ..formats.table import FORMATS
from ..graph.drawing.heat_map import heat_map
from ..graph.drawing.raster import png
from ..graph.drawing.volume import uncut, volume
from .cells import AXES
from .error import FleetError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..gltf import Cloud
    from ..robot import Robot
    from .cells import Axis, Reach

LABELS = {
    "payload": "payload [kg]",
    "clearance": "clearance [m]",
    "most": "clearance, at most [m]",
    "distance": "distance to a singularity, first-order estimate [rad or m]",
    "smallest": "smallest singular value",
    "points": "points in a cell",
}
"""What columns of the ready jobs are, with their units."""


def draw_slice(reach: Reach, axis: Axis, at: float, *, title: str = "") -> str:
    """The text of an .svg file: the cells of a plane across an axis, at a place on it [m].

    The plane and how thick its cells are follow the title.
    FleetError where nothing was reached in that plane.
    """
    inside, k = reach.layer(axis, at), AXES.index(axis)
    if not inside.any():
        low, high = reach.cells[:, k].min() * reach.cell, (reach.cells[:, k].max() + 1) * reach.cell
        raise FleetError(
            f"nothing was reached at {axis} = {at:g} m; the cells go from {low:g} to {high:g} m"
        )
    sides = [i for i in range(3) if i != k]
    cells = reach.cells[inside][:, sides]
    # A square window, so that both axes have the same scale.
    low, high = reach.cells[:, sides].min(axis=0), reach.cells[:, sides].max(axis=0)
    count = int((high - low).max()) + 1
    first = (low + high + 1 - count) // 2
    grid = np.full((count, count), np.nan)
    values, label = _shown(reach)
    grid[tuple((cells - first).T)] = values[inside]
    names = ["xyz"[i] for i in sides]
    places = [((first[i] + np.arange(count) + 0.5) * reach.cell).tolist() for i in range(2)]
    plane = f"{axis} = {at:g} m ({reach.cell:g} m thick)"
    return heat_map(
        f"{title}, {plane}" if title else plane,
        (f"{names[0]} [m]", places[0]),
        (f"{names[1]} [m]", places[1]),
        grid.tolist(),
        label,
    )


def draw_volume(reach: Reach, *, cut: bool = True, title: str = "") -> str:
    """The text of an .svg file: all cells, seen from +x +y +z; with `cut`, opened to the inside."""
    values, label = _shown(reach)
    shown = title or f"{len(reach.cells):,} cells of {reach.cell:g} m"
    return volume(shown, reach.cells, values, reach.cell, label, cut=cut)


def cloud_of(reach: Reach, *, cut: bool = True) -> Cloud:
    """The cells as points for `fourbar.save(robot, "x.glb", clouds=...)` and `fourbar.view`.

    With `cut`, the quarter towards +x +y is left out, so that robot and inside are seen.
    """
    from ..gltf import Cloud

    values, label = _shown(reach)
    kept = uncut(reach.cells) if cut else np.ones(len(reach.cells), dtype=bool)
    return Cloud(reach.centres[kept], values[kept], label, 0.5 * reach.cell)


def save_reach(
    reach: Reach,
    path: str | os.PathLike[str],
    *,
    robot: Robot | None = None,
    slice: tuple[Axis, float] | None = None,
    cut: bool = True,
    title: str = "",
) -> None:
    """Write a picture (`.svg`, `.png`), or the points around the robot (`.glb`, `.gltf`, `.html`).

    `slice` is an axis and a place on it [m]; without it, pictures show the volume. `cut` opens it
    towards the viewer. PNG files need Pillow.
    """
    suffix = Path(path).suffix.lower()
    if suffix in (".svg", ".png"):
        text = (
            draw_volume(reach, cut=cut, title=title)
            if slice is None
            else draw_slice(reach, *slice, title=title)
        )
        write_atomic(path, text if suffix == ".svg" else _png(text))
    elif any(suffix in row.writers and row.takes(suffix, "clouds") for row in FORMATS):
        from ..formats import save

        if robot is None:
            raise ValueError(f"a '{suffix}' file has the robot as well; give robot")
        save(robot, path, clouds=[cloud_of(reach, cut=cut)])
    else:
        known = ".svg, .png, .glb, .gltf, .html"
        raise FleetError(f"cannot write '{suffix}' files; expected one of: {known}")


def _png(text: str) -> bytes:
    try:
        return png(text)
    except ImportError:
        raise FleetError(
            "PNG files need the package Pillow: pip install 'fourbar[fleet]'"
        ) from None


def _shown(reach: Reach) -> tuple[NDArray[np.float64], str]:
    """Values and their label; few that are far above all others do not take up the whole scale."""
    label = LABELS.get(reach.column, reach.column)
    if reach.statistic is not None:
        label = f"{label}, {reach.statistic} in each cell"
    known = reach.values[np.isfinite(reach.values)]
    if not len(known):
        return reach.values, label
    most = float(np.quantile(known, 0.98))
    if known.max() - known.min() <= 2.0 * (most - known.min()) or most <= known.min():
        return reach.values, label
    cut = float(f"{most:.2g}")
    return np.minimum(reach.values, cut), f"{label}, up to {cut:g}"
