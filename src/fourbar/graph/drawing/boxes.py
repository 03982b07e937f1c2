"""Where the nodes of a tree go: as a tidy tree, or one below the other in rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .tidy import tidy

_GAP_X = 24.0
_GAP_Y = 34.0
_ROW_GAP = 11.0
_INDENT = 26.0


class Box(NamedTuple):
    """A rectangle [px], y pointing down."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def contains(self, point: tuple[float, float]) -> bool:
        """Whether a point lies inside or on the border."""
        return self.x <= point[0] <= self.right and self.y <= point[1] <= self.bottom


Size = tuple[float, float]


def tree_boxes(parents: Sequence[int], sizes: Sequence[Size]) -> list[Box]:
    """A tidy tree, root on top; all nodes of one depth stand on one line.

    `parents[i] < i`, and `parents[0]` is -1; sizes are width and height.
    """
    centres = tidy(parents, [width for width, _ in sizes], gap=_GAP_X)
    depths = [0] * len(parents)
    for i in range(1, len(parents)):
        depths[i] = depths[parents[i]] + 1
    heights = [0.0] * (max(depths) + 1)
    for depth, (_, height) in zip(depths, sizes, strict=True):
        heights[depth] = max(heights[depth], height)
    tops = [0.0]
    for height in heights:
        tops.append(tops[-1] + height + _GAP_Y)
    left = min(c - width / 2 for c, (width, _) in zip(centres, sizes, strict=True))
    return [
        Box(centre - width / 2 - left, tops[depth], width, height)
        for centre, depth, (width, height) in zip(centres, depths, sizes, strict=True)
    ]


def row_boxes(parents: Sequence[int], sizes: Sequence[Size]) -> list[Box]:
    """One node per row, each below its parent and, where that one branches, to its right."""
    children: list[list[int]] = [[] for _ in parents]
    for i in range(1, len(parents)):
        children[parents[i]].append(i)
    boxes = [Box(0.0, 0.0, *size) for size in sizes]
    y = 0.0
    pending = [0]
    while pending:
        node = pending.pop()
        x = 0.0
        if node:
            indent = _INDENT if len(children[parents[node]]) > 1 else 0.0
            x = boxes[parents[node]].x + indent
        boxes[node] = Box(x, y, *sizes[node])
        y = boxes[node].bottom + _ROW_GAP
        pending.extend(reversed(children[node]))
    return boxes
