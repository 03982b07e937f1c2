"""What the shapes of a link weigh: volume, centre of mass and inertia, and how files agree."""

from __future__ import annotations

from .inertia import LinkInertia, ShapeError, inertia_table, inertial_from_shapes
from .solid import Solid

__all__ = ["LinkInertia", "ShapeError", "Solid", "inertia_table", "inertial_from_shapes"]
