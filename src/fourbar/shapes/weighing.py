"""What shapes of given density weigh together."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from ..robot import Link
from ..robot.tensor import Body, combined, scaled
from .measure import Measurer

WATER = 1000.0
"""[kg/m^3] The density that UsdPhysics and SDFormat take where nothing is given."""


def weigh_collisions(
    measurer: Measurer, link: Link, density_of: Callable[[int, float], float]
) -> Body | None:
    """The collisions of a link as one body; None where none has a volume.

    `density_of` gives the density [kg/m^3] of a collision by its number and volume [m^3].
    """
    bodies: list[Body] = []
    for number, shape in enumerate(measurer.shapes(link, "collision")):
        solid = shape.solid
        if solid is None or not (isfinite(solid.volume) and solid.volume > 0.0):
            continue
        density = density_of(number, solid.volume)
        tensor = scaled(solid.inertia, density)
        bodies.append(Body(density * solid.volume, solid.center, tensor))
    return combined(bodies) if bodies else None
