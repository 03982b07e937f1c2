"""A robot as rigid bodies: links that fixed joints join, and the joints that move between them."""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..diagnostics import PartPath
from ..mechanics import Model
from ..robot.source import span_of
from .difference import Place, Value

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..robot import Joint, Robot


_NONE: Mapping[str, str] = {}


class Body(NamedTuple):
    """Links that cannot move on each other, top first, and where they are on the top one."""

    number: int
    links: tuple[str, ...]
    frames: dict[str, NDArray[np.float64]]
    parent: Joint | None

    @property
    def top(self) -> str:
        """The link that all others of the body hang on."""
        return self.links[0]


class Side:
    """One of the two robots of a comparison.

    `cuts` are fixed joints that count as joints between bodies, since the other robot moves there.
    `origins` are joints that were made of others, by name: places are those of the others.
    """

    def __init__(
        self, robot: Robot, *, cuts: Set[str] = frozenset(), origins: Mapping[str, str] = _NONE
    ) -> None:
        self.robot = robot
        self.origins = origins
        self.body_of: dict[str, int] = {}
        self.bodies: list[Body] = []
        self.children: list[list[Joint]] = []
        pending: list[tuple[str, Joint | None]] = [(robot.root.name, None)]
        while pending:  # parents before children, siblings in document order
            following: list[tuple[str, Joint | None]] = []
            for top, parent in pending:
                following += self._add_body(top, parent, cuts)
            pending = following

    def _add_body(
        self, top: str, parent: Joint | None, cuts: Set[str]
    ) -> list[tuple[str, Joint | None]]:
        frames = {top: np.eye(4)}
        links = [top]
        below: list[tuple[str, Joint | None]] = []
        for link in links:  # grows while it is read
            for joint in self.robot.child_joints.get(link, ()):
                if joint.kind.moves or joint.name in cuts:
                    below.append((joint.child, joint))
                else:
                    frames[joint.child] = frames[link] @ joint.origin.matrix()
                    links.append(joint.child)
        number = len(self.bodies)
        self.bodies.append(Body(number, tuple(links), frames, parent))
        self.children.append([joint for _, joint in below if joint is not None])
        self.body_of.update(dict.fromkeys(links, number))
        return below

    @cached_property
    def model(self) -> Model:
        """The robot compiled; planar joints turn."""
        return Model(self.robot, planar="xyt", simd="generic")

    @property
    def edges(self) -> dict[str, tuple[int, int]]:
        """The bodies on both ends of each joint between bodies."""
        return {
            body.parent.name: (self.body_of[body.parent.parent], body.number)
            for body in self.bodies
            if body.parent is not None
        }

    def frame(self, link: str) -> NDArray[np.float64]:
        """Where a link is on the top link of its body."""
        return self.bodies[self.body_of[link]].frames[link]

    def place(self, path: PartPath, value: Value = None) -> Place:
        """A place in this robot, with its line and column where it was read from a file."""
        origin = self.origins.get(path.name_of("joint") or "")
        if origin is not None:
            written = PartPath("joint", origin)
            for step in path.steps[1:]:
                written = written / step.kind
            path = written
        return Place(path, span_of(self.robot.source, path), value)
