"""Fixes of `<collision>`: a primitive around what the link looks like."""

from __future__ import annotations

from ...diagnostics import Fix
from ...robot import Link
from ..context import Context

_RATIO = 1.3
"""The largest volume of a primitive over that of the hull, as `fourbar collide` has it."""
_CORNERS = 2_000
"""Of a hull: around more, finding a primitive takes longer than a check may."""


def primitive_fix(context: Context, link: Link) -> Fix | None:
    """Replace all collisions by the smallest box, cylinder or sphere, if it is not too large."""
    document, editor = context.document, context.editor
    element = None if document is None else document.named("link", link.name)
    if element is None or editor is None:
        return None
    from ...covers.choose import primitives
    from ...covers.collision import LinkCover
    from ...covers.fit import Grid
    from ...covers.hull import solid_around
    from ...covers.write import collisions_of, replace_collisions
    from ..facts.coverage import visual_points

    points = visual_points(context, link)
    if points is None:
        return None
    solid = solid_around(points)
    if len(solid.corners) > _CORNERS:
        return None
    shape = primitives(solid.corners, Grid(solid.corners))[0]
    if shape.volume > _RATIO * solid.volume:
        return None
    written = collisions_of([LinkCover(link.name, (shape,))], address="")
    edits = replace_collisions(editor, element, written.collisions[link.name])
    return context.fix(f"use a {shape.kind} around the visuals instead", edits, safe=False)
