"""The check of A560 mesh-in-millimetres."""

from __future__ import annotations

from .... import rules
from ....markup import numbers
from ....robot import Mesh
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Measure the meshes."""
    if not context.assets.known:
        return
    for path, geometry in context.geometries:
        body = context.assets.body(geometry.filename) if isinstance(geometry, Mesh) else None
        if body is None or not isinstance(geometry, Mesh):
            continue
        if not body.is_huge(geometry.scale):
            continue
        fix = None
        element = context.element(path / "mesh")
        if element is not None and context.editor is not None:
            scale = numbers([factor * 0.001 for factor in geometry.scale])
            edits = context.editor.set_attribute(element, "scale", scale)
            fix = context.fix(f'write scale="{scale}"', edits, safe=False)
        size = body.diagonal(geometry.scale)
        message = f"'{geometry.filename}' is {size:.0f} m across; is it in millimetres?"
        yield context.find(
            rules.assets.MESH_IN_MILLIMETRES, path / "mesh" / "filename", message, fix=fix
        )
