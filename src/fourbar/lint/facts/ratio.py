"""A link's stated inertia against that of its shapes."""

from __future__ import annotations

from math import isfinite

from ...robot import Link
from ...robot.tensor import principal, symmetric
from ..context import Context


def inertia_ratio(context: Context, link: Link) -> float | None:
    """Largest principal moment, stated over computed for the stated mass.

    None where either is unknown or zero, and for a placeholder of ones.
    """
    inertial = link.inertial
    if inertial is None or inertial.mass <= 0:
        return None
    tensor = symmetric(inertial.inertia)
    stated = principal(tensor)[2]
    if stated <= 0 or tensor[:3] == (1.0, 1.0, 1.0):
        return None
    shape = context.shape_properties(link)
    if shape is None:
        return None
    expected = principal(shape.inertia)[2] * inertial.mass / shape.volume
    ratio = stated / expected if expected > 0 else 0.0
    return ratio if ratio > 0 and isfinite(ratio) else None
