"""The check of P438 implausible-density."""

from __future__ import annotations

from .... import rules
from ....markup import number
from ...rule import Context, Findings, PartPath

AFTER = ("S10", "S112", "P431")
_LOWEST, _HIGHEST = 1.0, 5e4


def check(context: Context) -> Findings:
    """Divide mass by volume."""
    for link in context.robot.links:
        if link.inertial is None or link.inertial.mass <= 0:
            continue
        shape = context.shape_properties(link)
        if shape is None:
            continue
        density = link.inertial.mass / shape.volume
        if _LOWEST <= density <= _HIGHEST:
            continue
        path = PartPath("link", link.name) / "inertial" / "mass" / "value"
        message = (
            f"link '{link.name}' has {number(link.inertial.mass)} kg in {shape.volume:.3g} m^3: "
            f"{density:.3g} kg/m^3"
        )
        yield context.find(rules.physics.IMPLAUSIBLE_DENSITY, path, message)
