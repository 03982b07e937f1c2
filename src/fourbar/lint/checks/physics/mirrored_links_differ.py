"""The check of P442 mirrored-links-differ."""

from __future__ import annotations

from .... import rules
from ....robot.tensor import principal, symmetric
from ...facts.mirror import pairs
from ...rule import Context, Findings, PartPath

AFTER = ("S10", "S112", "P43")
_MASS, _MOMENT = 0.05, 0.2


def check(context: Context) -> Findings:
    """Compare left with right."""
    for left, right in pairs(context.robot):
        one, two = left.inertial, right.inertial
        if one is None or two is None or one.mass <= 0 or two.mass <= 0:
            continue
        path = PartPath("link", right.name) / "inertial"
        mirror = PartPath("link", left.name) / "inertial"
        if abs(one.mass - two.mass) > _MASS * max(one.mass, two.mass):
            message = (
                f"link '{right.name}' has {two.mass:.4g} kg, but its mirror image "
                f"'{left.name}' has {one.mass:.4g} kg"
            )
            yield context.find(
                rules.physics.MIRRORED_LINKS_DIFFER,
                path / "mass" / "value",
                message,
                related=context.related(mirror / "mass" / "value", "the mirror image"),
            )
            continue
        moments = [principal(symmetric(part.inertia)) for part in (one, two)]
        largest = max(moments[0][2], moments[1][2])
        if any(abs(a - b) > _MOMENT * largest for a, b in zip(*moments, strict=True)):
            message = (
                f"links '{left.name}' and '{right.name}' are mirror images but differ in inertia"
            )
            yield context.find(
                rules.physics.MIRRORED_LINKS_DIFFER,
                path / "inertia",
                message,
                related=context.related(mirror / "inertia", "the mirror image"),
            )
