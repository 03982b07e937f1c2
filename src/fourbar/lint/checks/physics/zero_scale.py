"""The check of P452 zero-scale."""

from __future__ import annotations

from .... import rules
from ....robot import Mesh
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look for zeros."""
    for path, geometry in context.geometries:
        if isinstance(geometry, Mesh) and 0 in geometry.scale:
            message = f"the scale of '{geometry.filename}' must not be 0"
            yield context.find(rules.physics.ZERO_SCALE, path / "mesh" / "scale", message)
