"""The check of P443 placeholder-inertia."""

from __future__ import annotations

from .... import rules
from ....robot.tensor import symmetric
from ...fixes.inertial import tensor_fix
from ...rule import Context, Findings, PartPath

AFTER = ("P435", "P436")


def check(context: Context) -> Findings:
    """Look for ones."""
    for link in context.robot.links:
        inertial = link.inertial
        if inertial is None or not 0 < inertial.mass < 50:
            continue
        if symmetric(inertial.inertia)[:3] == (1.0, 1.0, 1.0):
            yield context.find(
                rules.physics.PLACEHOLDER_INERTIA,
                PartPath("link", link.name) / "inertial" / "inertia",
                f"the inertia of link '{link.name}' is 1, 1, 1; is it a placeholder?",
                fix=tensor_fix(context, link),
            )
