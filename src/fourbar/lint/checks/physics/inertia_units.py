"""The check of P435 inertia-units."""

from __future__ import annotations

from math import log10

from .... import rules
from ...facts.ratio import inertia_ratio
from ...fixes.inertial import scale_fix
from ...rule import Context, Findings, PartPath

AFTER = ("S10", "S112", "P431", "P432", "P433")
_SLACK = log10(6)


def check(context: Context) -> Findings:
    """Compare with the shapes."""
    for link in context.robot.links:
        ratio = inertia_ratio(context, link)
        if ratio is None:
            continue
        power = 3 * round(log10(ratio) / 3)
        if power == 0 or abs(power) > 9 or abs(log10(ratio) - power) > _SLACK:
            continue
        yield context.find(
            rules.physics.INERTIA_UNITS,
            PartPath("link", link.name) / "inertial" / "inertia",
            f"the inertia of link '{link.name}' is {ratio:.2g} times that of its shapes: "
            f"is it off by a factor of 10^{power}?",
            fix=scale_fix(context, link, 10.0**-power),
        )
