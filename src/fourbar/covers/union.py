"""The volume of convex shapes together: what several of them share counts once.

The volumes of single shapes are closed forms. From that of each, what it shares with larger ones is
taken away, which is measured along lines through it: shapes that are apart need no lines, however
far apart they are, and one that is inside another counts for nothing without any error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..robot import Box, Capsule, Cylinder, Sphere
from .cover import Body, CoverShape

if TYPE_CHECKING:
    from .surface import Points

_LINES = 1 << 16
"""Through all shapes together: of spheres and boxes, the volume is right to about 1e-4."""
_MOST_LINES, _FEWEST_LINES = 1 << 14, 1 << 10
"""Through one shape."""
# Powers of the plastic number: a sequence that fills a square evenly (Roberts), the same each time.
_STEPS = (0.7548776662466927, 0.5698402909980532)


class _Lines(NamedTuple):
    """Lines through points (n, 3) along one unit vector, in the frame of a link."""

    feet: Points
    way: Points


def union_volume(shapes: Sequence[CoverShape]) -> float:
    """What shapes enclose together [m^3]: exact for those that share nothing."""
    # A small shape is measured where it is, and not as a small part of a large one.
    ordered = sorted(shapes, key=lambda shape: -shape.volume)
    boxes = [_box(shape) for shape in ordered]
    count = min(max(_LINES // max(len(ordered), 1), _FEWEST_LINES), _MOST_LINES)
    total = 0.0
    for k, shape in enumerate(ordered):
        near = [ordered[i] for i in range(k) if _meet(boxes[i], boxes[k])]
        total += shape.volume * (1.0 - _share(shape, near, count))
    return total


def _share(shape: CoverShape, others: Sequence[CoverShape], count: int) -> float:
    """How much of a shape is inside others, from 0 to 1."""
    if not others:
        return 0.0
    lines = _through(shape, count)
    own = _along(shape, lines)
    length = float((own[:, 1] - own[:, 0]).sum())
    if length <= 0.0:
        return 0.0
    ends = np.stack([_along(other, lines) for other in others])
    low = np.maximum(ends[..., 0], own[:, 0])
    high = np.maximum(np.minimum(ends[..., 1], own[:, 1]), low)
    return min(_covered(low, high) / length, 1.0)


def _through(shape: CoverShape, count: int) -> _Lines:
    """Lines that fill the box around a shape, along one of its own axes."""
    turn, centre = np.array(shape.origin.rotation()), np.array(shape.origin.xyz)
    match shape.geometry:
        case Body(points=points):
            # Its own frame says nothing about it, and a thin one across has room for few lines.
            axes = np.linalg.eigh(np.cov(points.T))[1]
            own = points @ axes
            turn, low, high = turn @ axes, own.min(axis=0), own.max(axis=0)
        case Box(size=size):
            high = np.array(size) / 2
            low = -high
        case Sphere(radius=radius):
            high = np.full(3, radius)
            low = -high
        case Cylinder(radius=radius, length=length):
            high = np.array([radius, radius, length / 2])
            low = -high
        case Capsule(radius=radius, length=length):
            high = np.array([radius, radius, length / 2 + radius])
            low = -high
    shares = np.modf(np.arange(1, count + 1)[:, None] * np.array(_STEPS))[0]
    feet = np.zeros((count, 3))
    feet[:, :2] = low[:2] + shares * (high - low)[:2]
    return _Lines(feet @ turn.T + centre, turn[:, 2])


def _box(shape: CoverShape) -> Points:
    """The lowest and the highest corner of a box around a shape, along the axes of the link."""
    R, centre = np.array(shape.origin.rotation()), np.array(shape.origin.xyz)
    match shape.geometry:
        case Body(points=points):
            placed = points @ R.T + centre
            return np.stack([placed.min(axis=0), placed.max(axis=0)])
        case Box(size=size):
            reach = np.abs(R) @ (np.array(size) / 2)
        case Sphere(radius=radius):
            reach = np.full(3, radius)
        case Cylinder(radius=radius, length=length):
            along_axis = np.abs(R[:, 2])
            across = np.sqrt(np.maximum(1 - along_axis**2, 0.0))
            reach = along_axis * (length / 2) + across * radius
        case Capsule(radius=radius, length=length):
            reach = np.abs(R[:, 2]) * (length / 2) + radius
    return np.stack([centre - reach, centre + reach])


def _meet(a: Points, b: Points) -> bool:
    """Whether two boxes by their lowest and highest corners share space."""
    return bool((np.maximum(a[0], b[0]) < np.minimum(a[1], b[1])).all())


def _along(shape: CoverShape, lines: _Lines) -> Points:
    """(n, 2) from where to where lines are inside; equal ends for never."""
    R = np.array(shape.origin.rotation())
    p = (lines.feet - np.array(shape.origin.xyz)) @ R
    d = lines.way @ R
    match shape.geometry:
        case Box(size=size):
            return _slabs(
                np.concatenate([np.eye(3), -np.eye(3)]), np.array([*size, *size]) / 2, p, d
            )
        case Sphere(radius=radius):
            return _ball(p, d, radius)
        case Cylinder(radius=radius, length=length):
            return _pipe(p, d, radius, length)
        case Capsule(radius=radius, length=length):
            # Convex, and the union of three: from the first to the last.
            end = np.array([0.0, 0.0, length / 2])
            pieces = [_pipe(p, d, radius, length), _ball(p - end, d, radius)]
            pieces = np.stack([*pieces, _ball(p + end, d, radius)])
            hit = pieces[..., 1] > pieces[..., 0]
            low = np.where(hit, pieces[..., 0], np.inf).min(axis=0)
            high = np.where(hit, pieces[..., 1], -np.inf).max(axis=0)
            return _ends(low, high)
        case Body(points=points, triangles=triangles):
            a, b, c = (points[triangles[:, k]] for k in range(3))
            normals = np.cross(b - a, c - a)
            return _slabs(normals, np.einsum("ij,ij->i", normals, a), p, d)


def _slabs(normals: Points, offsets: Points, p: Points, d: Points) -> Points:
    """Inside of all planes `normal . x <= offset`."""
    low, high = np.full(len(p), -np.inf), np.full(len(p), np.inf)
    for normal, offset in zip(normals, offsets, strict=True):
        slope, height = float(normal @ d), offset - p @ normal
        if abs(slope) < 1e-14 * float(np.abs(normal).max()):
            high = np.where(height < 0, -np.inf, high)
        elif slope > 0:
            np.minimum(high, height / slope, out=high)
        else:
            np.maximum(low, height / slope, out=low)
    return _ends(low, high)


def _ball(p: Points, d: Points, radius: float) -> Points:
    middle = -(p @ d)
    square = radius**2 - np.einsum("ij,ij->i", p, p) + middle**2
    half = np.sqrt(np.maximum(square, 0.0))
    return np.stack([middle - half, middle + half], axis=1)


def _pipe(p: Points, d: Points, radius: float, length: float) -> Points:
    ends = np.array([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]])
    between = _slabs(ends, np.full(2, length / 2), p, d)
    low, high = between[:, 0], between[:, 1]
    across = d[0] ** 2 + d[1] ** 2
    if across < 1e-28:
        outside = np.hypot(p[:, 0], p[:, 1]) > radius
        return _ends(low, np.where(outside, low, high))
    middle = -(p[:, :2] @ d[:2]) / across
    square = middle**2 - (np.einsum("ij,ij->i", p[:, :2], p[:, :2]) - radius**2) / across
    half = np.sqrt(np.maximum(square, 0.0))
    return _ends(np.maximum(low, middle - half), np.minimum(high, middle + half))


def _ends(low: Points, high: Points) -> Points:
    """From low to high, or nothing at all."""
    never = ~(high > low)
    return np.stack([np.where(never, 0.0, low), np.where(never, 0.0, high)], axis=1)


def _covered(low: Points, high: Points) -> float:
    """The length of the union of intervals (shapes, lines), over all lines."""
    order = np.argsort(low, axis=0, kind="stable")
    begins = np.take_along_axis(low, order, axis=0)
    stops = np.take_along_axis(high, order, axis=0)
    reached = np.full(low.shape[1], -np.inf)
    total = 0.0
    for begin, stop in zip(begins, stops, strict=True):
        total += float(np.maximum(stop - np.maximum(begin, reached), 0.0).sum())
        np.maximum(reached, stop, out=reached)
    return total
