"""The check of P432 inertia-not-positive-definite."""

from __future__ import annotations

from .... import rules
from ....robot.tensor import principal, symmetric
from ...fixes.inertial import tensor_fix
from ...rule import Context, Findings, PartPath

AFTER = ("S10", "S112", "P431")
_TOLERANCE = 1e-6


def check(context: Context) -> Findings:
    """Compute the principal moments."""
    for link in context.robot.links:
        if link.inertial is None:
            continue
        moments = principal(symmetric(link.inertial.inertia))
        if moments[0] >= -_TOLERANCE * max(map(abs, moments)):
            continue
        shown = ", ".join(f"{moment:.3g}" for moment in moments)
        yield context.find(
            rules.physics.INERTIA_NOT_POSITIVE_DEFINITE,
            PartPath("link", link.name) / "inertial" / "inertia",
            f"the inertia of link '{link.name}' has a negative principal moment: {shown}",
            fix=tensor_fix(context, link),
        )
