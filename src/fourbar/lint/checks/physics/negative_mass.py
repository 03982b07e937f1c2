"""The check of P431 negative-mass."""

from __future__ import annotations

from .... import rules
from ....markup import number
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for negative masses."""
    for link in context.robot.links:
        if link.inertial is not None and link.inertial.mass < 0:
            path = PartPath("link", link.name) / "inertial" / "mass" / "value"
            mass = number(link.inertial.mass)
            message = f"the mass of link '{link.name}' must not be negative, got {mass}"
            yield context.find(rules.physics.NEGATIVE_MASS, path, message)
