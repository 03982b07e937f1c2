"""The check of P436 inertia-exceeds-geometry."""

from __future__ import annotations

from .... import rules
from ....robot.tensor import principal, symmetric
from ...fixes.inertial import tensor_fix
from ...rule import Context, Findings, PartPath

AFTER = ("S10", "S112", "P431", "P432", "P434", "P435")
_SLACK = 1.5


def check(context: Context) -> Findings:
    """Compare with the largest inertia that the shapes can hold."""
    for link in context.robot.links:
        inertial = link.inertial
        if inertial is None or inertial.mass <= 0:
            continue
        largest = principal(symmetric(inertial.inertia))[2]
        shape = context.shape_properties(link)
        if largest <= 0 or shape is None:
            continue
        reach = max(shape.reach(inertial.origin.xyz), shape.diagonal)
        bound = inertial.mass * reach * reach
        if largest > _SLACK * bound:
            yield context.find(
                rules.physics.INERTIA_EXCEEDS_GEOMETRY,
                PartPath("link", link.name) / "inertial" / "inertia",
                f"the inertia of link '{link.name}', {largest:.3g}, is too large for its mass and "
                f"shapes, which allow at most {bound:.3g}",
                fix=tensor_fix(context, link),
            )
