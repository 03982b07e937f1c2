"""What the shapes of a link weigh: volume, centre of mass and inertia, and how files agree.

Checks need little of it: what computes the inertia of a link is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .solid import Solid

if TYPE_CHECKING:
    from .inertia import LinkInertia, ShapeError, inertia_table, inertial_from_shapes

__all__ = ["LinkInertia", "ShapeError", "Solid", "inertia_table", "inertial_from_shapes"]


def __getattr__(name: str) -> object:
    if name in __all__:
        from . import inertia

        return getattr(inertia, name)
    raise AttributeError(f"module 'fourbar.shapes' has no attribute {name!r}")
