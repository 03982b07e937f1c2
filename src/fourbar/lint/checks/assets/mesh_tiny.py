"""The check of A561 mesh-tiny."""

from __future__ import annotations

from .... import rules
from ....robot import Mesh
from ...rule import Context, Findings

_SMALLEST = 1e-4


def check(context: Context) -> Findings:
    """Measure the meshes."""
    if not context.assets.known:
        return
    for path, geometry in context.geometries:
        body = context.assets.body(geometry.filename) if isinstance(geometry, Mesh) else None
        if body is None or not isinstance(geometry, Mesh):
            continue
        size = body.diagonal(geometry.scale)
        if 0 < size < _SMALLEST:
            message = f"'{geometry.filename}' is only {size:.2g} m across"
            yield context.find(rules.assets.MESH_TINY, path / "mesh" / "filename", message)
