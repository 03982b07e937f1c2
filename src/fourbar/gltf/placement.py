"""Where nodes are relative to each other in the authored pose."""

from __future__ import annotations

from ..robot import Pose, Vector3
from .basis import Basis, Quaternion
from .nodes import Node, pose_of
from .rotation import IDENTITY, matrix_of, product, rpy_of_quaternion

Frame = tuple[Vector3, Quaternion]
"""Translation and rotation in the parent frame."""

NOWHERE: Frame = ((0.0, 0.0, 0.0), IDENTITY)


def compose(a: Frame, b: Frame) -> Frame:
    """Frame b, which is given in frame a, in the parent frame of a."""
    if a == NOWHERE:
        return b
    R = matrix_of(a[1])
    x, y, z = (sum(r * c for r, c in zip(row, b[0], strict=True)) for row in R)
    moved = (x + a[0][0], y + a[0][1], z + a[0][2])
    return moved, product(a[1], b[1])


def inverse(a: Frame) -> Frame:
    """The parent frame, seen from a."""
    q = (-a[1][0], -a[1][1], -a[1][2], a[1][3])
    R = matrix_of(q)
    x, y, z = (-sum(r * c for r, c in zip(row, a[0], strict=True)) for row in R)
    return (x, y, z), q


class Placement:
    """Poses between nodes of a tree, scales left out."""

    def __init__(self, nodes: list[Node]) -> None:
        self._nodes = nodes
        self._spans: list[tuple[int, int]] | None = None

    def frame(self, ancestor: int, node: int) -> Frame:
        """A node in the frame of another; exact where it is a child of it."""
        if self._nodes[node].parent == ancestor:
            return pose_of(self._nodes[node])
        own = self._chain(node)
        if ancestor in own:
            return self._down(own[: own.index(ancestor)])
        other = self._chain(ancestor)
        return compose(inverse(self._down(other)), self._down(own))

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

    def _chain(self, node: int) -> list[int]:
        """The node and those above it."""
        chain = [node]
        while (parent := self._nodes[chain[-1]].parent) is not None:
            chain.append(parent)
        return chain

    def _down(self, chain: list[int]) -> Frame:
        frame = NOWHERE
        for number in reversed(chain):
            frame = compose(frame, pose_of(self._nodes[number]))
        return frame


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
