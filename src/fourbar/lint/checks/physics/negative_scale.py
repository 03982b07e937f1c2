"""The check of P453 negative-scale."""

from __future__ import annotations

from .... import rules
from ....robot import Mesh
from ...facts.sizes import shapes
from ...rule import Context, Findings

AFTER = ("P452",)


def check(context: Context) -> Findings:
    """Count the signs."""
    for path, geometry in shapes(context.robot):
        if not isinstance(geometry, Mesh):
            continue
        negative = sum(factor < 0 for factor in geometry.scale)
        if negative:
            what = "mirrored" if negative % 2 else "turned"
            message = f"a negative scale leaves '{geometry.filename}' {what}"
            yield context.find(rules.physics.NEGATIVE_SCALE, path / "mesh" / "scale", message)
