"""The check of A563 heavy-collision-mesh."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings

AFTER = ("A562",)
_MOST = 20_000


def check(context: Context) -> Findings:
    """Count the triangles of collision meshes."""
    if not context.assets.known:
        return
    for uri, uses in context.assets.uses.items():
        place = next((use.path for use in uses if use.path.has("collision")), None)
        body = context.assets.body(uri) if place is not None else None
        if body is not None and place is not None and body.triangles > _MOST:
            message = f"collision mesh '{uri}' has {body.triangles:,} triangles"
            yield context.find(
                rules.assets.HEAVY_COLLISION_MESH,
                place,
                message,
                notes=("`fourbar meshes --simplify 1mm` writes a lighter one.",),
                facts={"triangles": body.triangles},
            )
