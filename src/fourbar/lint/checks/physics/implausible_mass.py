"""The check of P444 implausible-mass."""

from __future__ import annotations

from .... import rules
from ....markup import number
from ...rule import Context, Findings, PartPath

_LARGEST, _SMALLEST = 1e4, 1e-6


def check(context: Context) -> Findings:
    """Look at the mass."""
    for link in context.robot.links:
        mass = link.inertial.mass if link.inertial is not None else 0.0
        if mass > _LARGEST or 0 < mass < _SMALLEST:
            path = PartPath("link", link.name) / "inertial" / "mass" / "value"
            yield context.find(
                rules.physics.IMPLAUSIBLE_MASS,
                path,
                f"link '{link.name}' has an implausible mass of {number(mass)} kg",
            )
