"""The check of P439 inertia-too-small."""

from __future__ import annotations

from .... import rules
from ...facts.ratio import inertia_ratio
from ...fixes.inertial import tensor_fix
from ...rule import Context, Findings, PartPath

AFTER = ("S10", "S112", "P431", "P432", "P433", "P435")
_SMALLEST = 0.01


def check(context: Context) -> Findings:
    """Compare with the shapes."""
    for link in context.robot.links:
        ratio = inertia_ratio(context, link)
        if ratio is not None and ratio < _SMALLEST:
            yield context.find(
                rules.physics.INERTIA_TOO_SMALL,
                PartPath("link", link.name) / "inertial" / "inertia",
                f"the inertia of link '{link.name}' is only {ratio:.2g} times that of its shapes",
                fix=tensor_fix(context, link),
            )
