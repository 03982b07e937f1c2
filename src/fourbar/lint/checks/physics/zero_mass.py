"""The check of P430 zero-mass."""

from __future__ import annotations

from .... import rules
from ...fixes.inertial import inertial_fix
from ...rule import Context, Findings, PartPath

AFTER = ("S10", "S112")


def check(context: Context) -> Findings:
    """Look at the mass of bodies that move."""
    for link in context.robot.links:
        if link.inertial is None or link.inertial.mass != 0 or not context.bodies.moves(link.name):
            continue
        if context.bodies.mass(link.name) > 0:
            continue
        yield context.find(
            rules.physics.ZERO_MASS,
            PartPath("link", link.name) / "inertial" / "mass" / "value",
            f"link '{link.name}' moves but has no mass",
            fix=inertial_fix(context, link),
        )
