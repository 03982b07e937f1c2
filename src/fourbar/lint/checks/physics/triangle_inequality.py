"""The check of P434 triangle-inequality."""

from __future__ import annotations

from .... import rules
from ....robot.tensor import principal, symmetric
from ...fixes.inertial import tensor_fix
from ...rule import INFO, Context, Findings, PartPath

AFTER = ("S10", "S112", "P431", "P432")
_ROUNDING, _SMALL = 1e-6, 0.01


def check(context: Context) -> Findings:
    """Compare the principal moments."""
    for link in context.robot.links:
        if link.inertial is None:
            continue
        a, b, c = principal(symmetric(link.inertial.inertia))
        if a + b >= c * (1 - _ROUNDING):
            continue
        yield context.find(
            rules.physics.TRIANGLE_INEQUALITY,
            PartPath("link", link.name) / "inertial" / "inertia",
            f"the inertia of link '{link.name}' is impossible: {a:.6g} + {b:.6g} < {c:.6g}",
            fix=tensor_fix(context, link),
            severity=INFO if a + b >= c * (1 - _SMALL) else None,
        )
