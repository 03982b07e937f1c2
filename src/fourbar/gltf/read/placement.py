"""Where nodes are relative to each other."""

from __future__ import annotations

from collections.abc import Mapping

from ...robot import Pose
from ...spatial.frame import NOWHERE, Frame, compose, inverse
from ...spatial.rotation import rpy_of_quaternion
from ..basis import Basis
from .nodes import Node, pose_of

_NEAR = 32
"""So many nodes are gone through anew each time; what is farther apart is placed in the scene."""


class Placement:
    """Poses between nodes of a tree, scales left out.

    `moved` says where nodes are that are not where they were authored.
    """

    def __init__(self, nodes: list[Node], moved: Mapping[int, Frame] | None = None) -> None:
        self._nodes = nodes
        self._moved: Mapping[int, Frame] = moved or {}
        self._spans: list[tuple[int, int]] | None = None
        self._worlds: dict[int, Frame] = {}
        self.work = 0
        """How many transforms have been multiplied so far."""

    def frame(self, ancestor: int, node: int) -> Frame:
        """A node in the frame of another; exact where it is little below it."""
        chain = self._chain(ancestor, node)
        if chain is not None:
            return self._down(NOWHERE, chain)
        self.work += 1
        return compose(inverse(self._world(ancestor)), self._world(node))

    def pose(self, ancestor: int, node: int, basis: Basis) -> Pose:
        """The same in the description's axes."""
        translation, rotation = self.frame(ancestor, node)
        return Pose(
            basis.vector_back(translation), rpy_of_quaternion(basis.quaternion_back(rotation))
        )

    def is_below(self, node: int, ancestor: int) -> bool:
        """Whether a node is another, or below it."""
        if self._spans is None:
            self._spans = _spans(self._nodes)
        first, last = self._spans[ancestor]
        return first <= self._spans[node][0] <= last

    def _chain(self, ancestor: int, node: int) -> list[int] | None:
        """The node and those above it, up to one that is near enough; None where it is not."""
        chain: list[int] = []
        at: int | None = node
        while at != ancestor:
            if at is None or len(chain) == _NEAR:
                return None
            chain.append(at)
            at = self._nodes[at].parent
        return chain

    def _world(self, node: int) -> Frame:
        chain: list[int] = []
        at: int | None = node
        while at is not None and at not in self._worlds:
            chain.append(at)
            at = self._nodes[at].parent
        frame = NOWHERE if at is None else self._worlds[at]
        for number in reversed(chain):
            frame = self._worlds[number] = self._step(frame, number)
        return frame

    def _down(self, frame: Frame, chain: list[int]) -> Frame:
        for number in reversed(chain):
            frame = self._step(frame, number)
        return frame

    def _step(self, above: Frame, number: int) -> Frame:
        self.work += 1
        moved = self._moved.get(number)
        return compose(above, pose_of(self._nodes[number]) if moved is None else moved)


def _spans(nodes: list[Node]) -> list[tuple[int, int]]:
    """Numbers in preorder: a node's own, and the last one below it."""
    spans = [(0, 0)] * len(nodes)
    counter = 0
    pending = [(number, False) for number, node in enumerate(nodes) if node.parent is None]
    while pending:
        number, left = pending.pop()
        if left:
            spans[number] = (spans[number][0], counter - 1)
            continue
        spans[number] = (counter, counter)
        counter += 1
        pending.append((number, True))
        pending.extend((child, False) for child in nodes[number].children)
    return spans
