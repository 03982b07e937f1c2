"""The check of P453 negative-scale."""

from __future__ import annotations

from .... import rules
from ....robot import Mesh
from ...rule import Context, Findings

AFTER = ("P452",)


def check(context: Context) -> Findings:
    """Count the signs."""
    for path, geometry in context.geometries:
        if not isinstance(geometry, Mesh):
            continue
        negative = sum(factor < 0 for factor in geometry.scale)
        if negative:
            what = "mirrors" if negative % 2 else "rotates"
            message = f"the negative scale {what} '{geometry.filename}'"
            yield context.find(rules.physics.NEGATIVE_SCALE, path / "mesh" / "scale", message)
