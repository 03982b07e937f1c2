"""Axes that point nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from ..diagnostics import PartPath
from ..numerics import NEAR_AXIS
from ..record import record
from ..spatial.vector import Vector3, X, cross, unit
from .joint import Joint
from .loop import Loop
from .robot import Robot


@record
class Undirected:
    """An axis that its joint or loop cannot use; `name` is "axis" or "axis2".

    It is zero, or the second axis of a loop and parallel to the first.
    """

    part: Joint | Loop
    name: str
    path: PartPath
    fault: str = "0 0 0"

    @property
    def message(self) -> str:
        """What is wrong with it."""
        kind, name = self.path.part
        return f"the {self.name} of {self.part.type} {kind} '{name}' must not be {self.fault}"

    @property
    def consequence(self) -> str:
        """What is used instead of it."""
        return f"Loading uses {'1 0 0' if self.name == 'axis' else 'the default second axis'}."


def undirected_axes(robot: Robot) -> Iterator[Undirected]:
    """The axes without direction of joints and loops that turn about them or slide along them."""
    for kind, parts in (("joint", robot.joints), ("loop", robot.loops)):
        for part in parts:
            axes = part.kind.axes
            if axes and not any(part.axis):
                yield Undirected(part, "axis", PartPath(kind, part.name) / "axis" / "xyz")
            if axes > 1 and part.axis2 is not None:
                path = PartPath(kind, part.name) / "axis2" / "xyz"
                if not any(part.axis2):
                    yield Undirected(part, "axis2", path)
                elif kind == "loop" and are_parallel(part.axis, part.axis2):
                    yield Undirected(part, "axis2", path, "parallel to its axis")


def are_parallel(a: Vector3, b: Vector3) -> bool:
    """Whether two axes have the same or opposite directions; one of zeros is read as x."""
    across = cross(unit(a if any(a) else X), unit(b if any(b) else X))
    return hypot(*across) < NEAR_AXIS
