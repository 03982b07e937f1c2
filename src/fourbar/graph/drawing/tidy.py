"""Tidy tree drawing (Reingold and Tilford, 1981) for nodes of different widths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(slots=True)
class _Side:
    """One side of a subtree's outline, deepest level first, relative to the subtree's root.

    A shift of the whole outline changes `shift` only, so that joining two subtrees costs as
    much as the shallower one is deep, and the whole drawing is linear in the number of nodes.
    """

    edges: list[float]
    shift: float = 0.0

    def at(self, level: int) -> float:
        return self.edges[-1 - level] + self.shift

    def cover(self, other: _Side) -> _Side:
        """The outline on its own levels, and the other one's below where that is deeper."""
        if len(self.edges) >= len(other.edges):
            return self
        for level in range(len(self.edges)):
            other.edges[-1 - level] = self.at(level) - other.shift
        return other


@dataclass(slots=True)
class _Outline:
    left: _Side
    right: _Side


def tidy(parents: Sequence[int], widths: Sequence[float], *, gap: float) -> list[float]:
    """The centre x of each node: subtrees as close as `gap`, parents amid their children.

    `parents[i] < i`, and `parents[0]` is -1. Children stand in the order of their numbers.
    """
    children: list[list[int]] = [[] for _ in parents]
    for i in range(1, len(parents)):
        children[parents[i]].append(i)
    offsets = [0.0] * len(parents)  # from the parent
    outlines: dict[int, _Outline] = {}
    for node in reversed(range(len(parents))):
        half = widths[node] / 2
        below = [outlines.pop(child) for child in children[node]]
        if not below:
            outlines[node] = _Outline(_Side([-half]), _Side([half]))
            continue
        joined, places = _join(below, gap)
        middle = (places[0] + places[-1]) / 2
        for child, place in zip(children[node], places, strict=True):
            offsets[child] = place - middle
        for side, edge in ((joined.left, -half), (joined.right, half)):
            side.shift -= middle
            side.edges.append(edge - side.shift)
        outlines[node] = joined
    centres = list(offsets)
    for i in range(1, len(parents)):
        centres[i] += centres[parents[i]]
    return centres


def _join(outlines: list[_Outline], gap: float) -> tuple[_Outline, list[float]]:
    """Subtrees side by side as one outline, and the place of each; the first is at 0."""
    joined = outlines[0]
    places = [0.0]
    for outline in outlines[1:]:
        common = min(len(joined.right.edges), len(outline.left.edges))
        place = gap + max(joined.right.at(k) - outline.left.at(k) for k in range(common))
        outline.left.shift += place
        outline.right.shift += place
        joined = _Outline(joined.left.cover(outline.left), outline.right.cover(joined.right))
        places.append(place)
    return joined, places
