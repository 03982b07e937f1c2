"""Volume, centre, inertia and bounds of the shapes of a link, as the checks see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...robot import Collision, Geometry, Link, Mesh, Visual
from ...shapes.solid import Solid, moved, solid_of, union

if TYPE_CHECKING:
    from ..context import Context


def shape_properties(link: Link, context: Context) -> Solid | None:
    """Of the collision shapes, or of the visual ones where those are unknown or none."""
    shapes: tuple[Sequence[Collision | Visual], ...] = (link.collisions, link.visuals)
    for group in shapes:
        if not group:
            continue
        parts = [placed(shape, context) for shape in group]
        known = [part for part in parts if part is not None]
        if len(known) == len(parts):
            return union(known)
    return None


def placed(shape: Collision | Visual, context: Context) -> Solid | None:
    """One shape in the frame of its link; computed once per geometry and origin."""
    known = context.placed_shapes
    key = (shape.geometry, shape.origin)
    if key not in known:
        own = of_geometry(shape.geometry, context)
        known[key] = own if own is None else moved(own, shape.origin)
    return known[key]


def of_geometry(geometry: Geometry, context: Context) -> Solid | None:
    """One shape in its own frame; None for an unknown one and one without extent."""
    if isinstance(geometry, Mesh):
        return context.assets.properties(geometry)
    return solid_of(geometry)
