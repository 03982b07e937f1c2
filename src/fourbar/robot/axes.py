"""Axes that point nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..diagnostics import PartPath
from .joint import Joint
from .loop import Loop
from .robot import Robot


class Undirected(NamedTuple):
    """An axis of zeros that its joint or loop needs; `name` is "axis" or "axis2"."""

    part: Joint | Loop
    name: str
    path: PartPath

    @property
    def message(self) -> str:
        """What is wrong with it."""
        kind, name = self.path.part
        return f"the {self.name} of {self.part.type} {kind} '{name}' must not be 0 0 0"

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
            if axes > 1 and part.axis2 is not None and not any(part.axis2):
                yield Undirected(part, "axis2", PartPath(kind, part.name) / "axis2" / "xyz")
