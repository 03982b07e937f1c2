"""The check of A562 mesh-faces."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings

_MOST = 200_000


def check(context: Context) -> Findings:
    """Count the triangles."""
    if not context.assets.known:
        return
    for uri, uses in context.assets.uses.items():
        body = context.assets.body(uri) if uses[0].is_mesh else None
        if body is not None and body.triangles > _MOST:
            message = f"'{uri}' has {body.triangles:,} triangles, more than {_MOST:,}"
            yield context.find(rules.assets.MESH_FACES, uses[0].path, message)
