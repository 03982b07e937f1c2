"""What drives and slows a joint, and which of it a format has no place for.

A format says what it holds by elementary motion, which every joint type is made of: a type that is
new is checked as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from math import isfinite
from typing import Literal, cast

from ..diagnostics import PartPath
from ..robot import Joint
from .elementary import Freedom
from .lowering import Lowered

Rating = Literal["effort", "velocity", "damping", "friction", "spring", "armature"]
_ELEMENTS: dict[Rating, tuple[str, ...]] = {
    "effort": ("limit", "effort"),
    "velocity": ("limit", "velocity"),
    "damping": ("dynamics", "damping"),
    "friction": ("dynamics", "friction"),
    "spring": ("spring",),
    "armature": (),
}
"""Where a description has each."""
RATINGS: frozenset[Rating] = frozenset(_ELEMENTS)


def ratings_not_held(
    lowered: Lowered, held: Callable[[Joint, Freedom], Set[Rating]]
) -> Iterator[tuple[str, PartPath]]:
    """What is lost of each joint, for `report_losses`; `held` is what a file has of a motion."""
    for joint in lowered.robot.joints:
        freedoms = lowered.freedoms[joint.name]
        lost: list[Rating] = [
            name
            for name in _ELEMENTS
            if any(_says(f, name) and name not in held(joint, f) for f in freedoms)
        ]
        if lost:
            *most, last = lost
            words = f"{', '.join(most)} and {last}" if most else last
            yield f"{words} of {joint.type} joints", _place(joint, lost[0])


def _says(freedom: Freedom, name: Rating) -> bool:
    """Whether there is anything to lose: no friction is none, and no limit is an infinite one."""
    if name == "spring":
        return freedom.spring is not None
    value = cast("float | None", getattr(freedom, name))
    if name in ("effort", "velocity"):
        return value is not None and isfinite(value)
    return bool(value)


def _place(joint: Joint, name: Rating) -> PartPath:
    path = PartPath("joint", joint.name)
    for step in _ELEMENTS[name]:
        path = path / step
    return path
