"""The check of P437 center-of-mass-outside."""

from __future__ import annotations

from math import hypot

from .... import rules
from ...rule import Context, Findings, PartPath

AFTER = ("S10", "S112", "P418")


def check(context: Context) -> Findings:
    """Compare with the box around the shapes."""
    for link in context.robot.links:
        if link.inertial is None or link.inertial.mass <= 0:
            continue
        shape = context.shape_properties(link)
        if shape is None:
            continue
        low, high = shape.bounds
        center = link.inertial.origin.xyz
        outside = [max(a - c, c - b, 0.0) for a, b, c in zip(low, high, center, strict=True)]
        distance = hypot(*outside)
        if distance > 0.5 * shape.diagonal:
            path = PartPath("link", link.name) / "inertial" / "origin" / "xyz"
            message = (
                f"the centre of mass of link '{link.name}' is {distance:.3g} m outside its "
                f"shapes, which are {shape.diagonal:.3g} m across"
            )
            yield context.find(rules.physics.CENTER_OF_MASS_OUTSIDE, path, message)
