"""The volume of convex shapes together: what several of them share counts once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..robot import Box, Capsule, Cylinder, Sphere
from .cover import Body, CoverShape

if TYPE_CHECKING:
    from .surface import Points

_LINES = 1 << 15
"""Along which shapes are measured: of spheres and boxes the volume is right to about 1e-4."""
_CHUNK = 1 << 12
"""Lines at once, so that memory stays small."""
# Powers of the plastic number: a sequence that fills a square evenly (Roberts), the same each time.
_STEPS = (0.7548776662466927, 0.5698402909980532)


def union_volume(shapes: Sequence[CoverShape]) -> float:
    """What shapes enclose together [m^3]: exact for one, by lines through several."""
    if len(shapes) == 1:
        return shapes[0].volume
    boxes = np.stack([_box(shape) for shape in shapes])
    low, high = boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)
    numbers = np.arange(1, _LINES + 1)[:, None] * np.array(_STEPS)
    feet = np.zeros((_LINES, 3))
    feet[:, :2] = low[:2] + np.modf(numbers)[0] * (high - low)[:2]
    total = 0.0
    for first in range(0, _LINES, _CHUNK):
        some = feet[first : first + _CHUNK]
        total += _covered(np.stack([along(shape, some) for shape in shapes]))
    return total / _LINES * float((high - low)[:2].prod())


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


def along(shape: CoverShape, feet: Points) -> Points:
    """(n, 2) from where to where lines along z through points are inside; equal ends for never."""
    R = np.array(shape.origin.rotation())
    p = (feet - np.array(shape.origin.xyz)) @ R
    d = R[2]  # z of the link, in the frame of the shape
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


def _covered(ends: Points) -> float:
    """The length of the union of (shapes, lines, 2) intervals, over all lines."""
    order = np.argsort(ends[..., 0], axis=0, kind="stable")
    begins = np.take_along_axis(ends[..., 0], order, axis=0)
    stops = np.take_along_axis(ends[..., 1], order, axis=0)
    reached = np.full(ends.shape[1], -np.inf)
    total = 0.0
    for begin, stop in zip(begins, stops, strict=True):
        total += float(np.maximum(stop - np.maximum(begin, reached), 0.0).sum())
        np.maximum(reached, stop, out=reached)
    return total
