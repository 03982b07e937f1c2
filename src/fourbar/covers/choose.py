"""Which shape a surface gets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from ..numerics import COVERS_CANDIDATE
from ..robot import Box, Capsule, Cylinder, Sphere, Visual
from .cover import KINDS, CoverShape, Kind
from .decompose import DecomposeError, convex_parts
from .excess import Excess, Visible
from .fit import Grid, fit
from .hull import Solid, fit_hull
from .parts import grow_parts
from .spheres import fit_spheres
from .surface import Surface, around

if TYPE_CHECKING:
    from collections.abc import Callable

    from .surface import Points

Method = Literal["auto", "box", "cylinder", "capsule", "sphere", "spheres", "hull", "parts"]


class Options(NamedTuple):
    """What was asked for; the words are those of `collision_shapes`."""

    method: Method
    max_volume_ratio: float
    max_vertices: int
    spheres: int
    max_parts: int
    concavity: float
    time_limit: float
    tolerance: float
    max_excess: float | None
    capsules: bool


class Chosen(NamedTuple):
    """Shapes around a surface, and whether the surface is what they are within the tolerance.

    `stopped`: more shapes were allowed and would have been needed, but were not found.
    """

    shapes: tuple[CoverShape, ...]
    exact: bool
    margin: float
    excess: Excess
    stopped: bool = False


def itself(visual: Visual, options: Options) -> Chosen | None:
    """The primitive that a visual is, if it may be chosen."""
    kind = KINDS.get(type(visual.geometry))
    if kind is None or around(visual.geometry) is None:
        return None
    if options.method != kind and (
        options.method != "auto" or (kind == "capsule" and not options.capsules)
    ):
        return None
    assert isinstance(visual.geometry, Box | Cylinder | Capsule | Sphere)
    shape = CoverShape(kind, visual.origin, visual.geometry)
    return Chosen((shape,), True, 0.0, Excess(0.0, 0.0, visual.origin.xyz))


def enclose(
    surface: Surface, solid: Solid, options: Options, waiting: Callable[[], None] = lambda: None
) -> Chosen:
    """Shapes that contain a surface, whose hull is `solid`.

    A convex shape that contains the corners of a triangle contains the triangle.
    """
    if options.method == "spheres":
        cover = fit_spheres(surface, options.spheres, options.tolerance)
        return Chosen(cover.shapes, False, cover.margin, cover.excess, cover.stopped)
    if options.method == "parts":
        return _parts(surface, options, waiting)
    corners = solid.corners
    grid = Grid(corners)
    waiting()
    visible = Visible(surface)
    waiting()
    if options.method == "auto":
        shape, exact, excess = _cheapest(solid, grid, visible, options)
        return Chosen((shape,), exact, float(shape.depths(corners).min()), excess)
    if options.method == "hull":
        shape = fit_hull(solid, grid, options.max_vertices)
    else:
        shape = fit(options.method, corners, grid)
    excess = visible.excess([shape])
    exact = excess.bound <= options.tolerance
    return Chosen((shape,), exact, float(shape.depths(corners).min()), excess)


def _parts(surface: Surface, options: Options, waiting: Callable[[], None]) -> Chosen:
    found = convex_parts(
        surface,
        options.max_parts,
        concavity=options.concavity,
        seconds=options.time_limit,
        waiting=waiting,
    )
    if not any(len(part) for part in found):
        raise DecomposeError("CoACD found no convex parts; use the method hull")
    shapes, margin = grow_parts(
        surface, found, most=options.max_vertices, tolerance=options.tolerance
    )
    return Chosen(shapes, False, margin, Visible(surface).excess(shapes))


def primitives(corners: Points, grid: Grid, *, capsules: bool = False) -> list[CoverShape]:
    """A sphere, a box, a cylinder and perhaps a capsule around points, the smallest first."""
    kinds: list[Kind] = ["sphere", "box", "cylinder"]
    if capsules:
        kinds.insert(1, "capsule")
    return sorted((fit(kind, corners, grid) for kind in kinds), key=lambda shape: shape.volume)


def _cheapest(
    solid: Solid, grid: Grid, visible: Visible, options: Options
) -> tuple[CoverShape, bool, Excess]:
    fits = primitives(solid.corners, grid, capsules=options.capsules)
    for shape in fits:
        if shape.volume > COVERS_CANDIDATE * solid.volume:
            break
        excess = visible.excess([shape], gap=options.tolerance / 4)
        if excess.bound <= options.tolerance:
            return shape, True, excess
    shape = fits[0]
    if shape.volume <= options.max_volume_ratio * solid.volume:
        excess = visible.excess([shape])
        if options.max_excess is None or excess.bound <= options.max_excess:
            return shape, excess.bound <= options.tolerance, excess
    shape = fit_hull(solid, grid, options.max_vertices)
    excess = visible.excess([shape])
    return shape, excess.bound <= options.tolerance, excess
