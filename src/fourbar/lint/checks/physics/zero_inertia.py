"""The check of P433 zero-inertia."""

from __future__ import annotations

from .... import rules
from ....robot.tensor import symmetric
from ...fixes.inertial import tensor_fix
from ...rule import Context, Findings, PartPath

AFTER = ("S10", "S112", "P431")


def check(context: Context) -> Findings:
    """Look for tensors of zeros."""
    for link in context.robot.links:
        inertial = link.inertial
        if inertial is None or inertial.mass <= 0 or any(symmetric(inertial.inertia)):
            continue
        if not context.bodies.moves(link.name):
            continue
        yield context.find(
            rules.physics.ZERO_INERTIA,
            PartPath("link", link.name) / "inertial" / "inertia",
            f"link '{link.name}' has a mass but no inertia",
            fix=tensor_fix(context, link),
        )
