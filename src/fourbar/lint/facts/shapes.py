"""Volume, centre, inertia and bounds of the shapes of a link, at density 1."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import dist, isfinite, pi
from typing import TYPE_CHECKING, NamedTuple

from ...robot import (
    Box,
    Capsule,
    Collision,
    Cylinder,
    Geometry,
    Link,
    Mesh,
    Pose,
    Sphere,
    Visual,
)
from ...robot.pose import Vector3
from .tensor import Symmetric, moved, transformed, turned

if TYPE_CHECKING:
    from ..context import Context


class ShapeProperties(NamedTuple):
    """Of one or several shapes: `volume` [m^3], `center` [m], `inertia` about it at 1 kg/m^3.

    `corners` [m] are those of a box around each shape; all in one frame.
    """

    volume: float
    center: Vector3
    inertia: Symmetric
    corners: tuple[Vector3, ...]

    @property
    def bounds(self) -> tuple[Vector3, Vector3]:
        """The smallest and the largest coordinates."""
        xs, ys, zs = zip(*self.corners, strict=True)
        return (min(xs), min(ys), min(zs)), (max(xs), max(ys), max(zs))

    @property
    def diagonal(self) -> float:
        """The length of the diagonal of the bounds."""
        return dist(*self.bounds)

    def reach(self, point: Vector3) -> float:
        """The largest distance from a point to a corner."""
        return max(dist(corner, point) for corner in self.corners)


def shape_properties(link: Link, context: Context) -> ShapeProperties | None:
    """Of the collision shapes, or of the visual ones where those are unknown or none."""
    shapes: tuple[Sequence[Collision | Visual], ...] = (link.collisions, link.visuals)
    for group in shapes:
        if not group:
            continue
        parts = [placed(shape, context) for shape in group]
        known = [part for part in parts if part is not None]
        if len(known) == len(parts):
            return union(known)
    return None


def placed(shape: Collision | Visual, context: Context) -> ShapeProperties | None:
    """One shape in the frame of its link; computed once per geometry and origin."""
    known = context.placed_shapes
    key = (shape.geometry, shape.origin)
    if key not in known:
        own = of_geometry(shape.geometry, context)
        known[key] = own if own is None else _moved(own, shape.origin)
    return known[key]


def _moved(own: ShapeProperties, pose: Pose) -> ShapeProperties:
    """The shape in the frame that its pose is given in."""
    if not any(pose.rpy):
        x, y, z = pose.xyz
        points = tuple((a + x, b + y, c + z) for a, b, c in (own.center, *own.corners))
        return ShapeProperties(own.volume, points[0], own.inertia, points[1:])
    rotation = pose.rotation()
    return ShapeProperties(
        own.volume,
        transformed(pose, own.center),
        turned(own.inertia, rotation),
        tuple(transformed(pose, corner) for corner in own.corners),
    )


def of_geometry(geometry: Geometry, context: Context) -> ShapeProperties | None:
    """One shape in its own frame; None for an unknown one and one without extent."""
    if isinstance(geometry, Mesh):
        return context.assets.properties(geometry)
    half = _half_size(geometry)
    if half is None or min(half) <= 0.0:
        return None
    volume, inertia = _solid(geometry)
    x, y, z = half
    corners = tuple((i * x, j * y, k * z) for i, j, k in product((-1, 1), repeat=3))
    return ShapeProperties(volume, (0.0, 0.0, 0.0), inertia, corners)


def union(parts: Sequence[ShapeProperties]) -> ShapeProperties | None:
    """The sum of shapes; where they overlap, the overlap counts twice."""
    volume = sum(part.volume for part in parts)
    if not (isfinite(volume) and volume > 0.0):
        return None
    x, y, z = (sum(p.volume * p.center[i] for p in parts) / volume for i in range(3))
    total: Symmetric = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for part in parts:
        offset = (part.center[0] - x, part.center[1] - y, part.center[2] - z)
        a, b, c, d, e, f = moved(part.inertia, part.volume, offset)
        total = (total[0] + a, total[1] + b, total[2] + c, total[3] + d, total[4] + e, total[5] + f)
    corners = tuple(corner for part in parts for corner in part.corners)
    return ShapeProperties(volume, (x, y, z), total, corners)


def _half_size(geometry: Geometry) -> Vector3 | None:
    match geometry:
        case Box():
            x, y, z = geometry.size
            return (x / 2, y / 2, z / 2)
        case Sphere():
            return (geometry.radius, geometry.radius, geometry.radius)
        case Cylinder():
            return (geometry.radius, geometry.radius, geometry.length / 2)
        case Capsule():
            # A capsule of length 0 is a sphere.
            if geometry.length < 0.0:
                return None
            return (geometry.radius, geometry.radius, geometry.length / 2 + geometry.radius)
        case _:
            return None


def _solid(geometry: Geometry) -> tuple[float, Symmetric]:
    """Volume, and inertia about the centre, of a solid of density 1."""
    match geometry:
        case Box():
            x, y, z = geometry.size
            volume = x * y * z
            k = volume / 12
            return volume, (
                k * (y * y + z * z),
                k * (x * x + z * z),
                k * (x * x + y * y),
                0.0,
                0.0,
                0.0,
            )
        case Sphere():
            r = geometry.radius
            volume = 4 / 3 * pi * r * r * r
            k = 0.4 * volume * r * r
            return volume, (k, k, k, 0.0, 0.0, 0.0)
        case Cylinder():
            r, h = geometry.radius, geometry.length
            volume = pi * r * r * h
            across = volume * (3 * r * r + h * h) / 12
            return volume, (across, across, volume * r * r / 2, 0.0, 0.0, 0.0)
        case Capsule():
            r, h = geometry.radius, geometry.length
            rod, ball = pi * r * r * h, 4 / 3 * pi * r * r * r
            along = rod * r * r / 2 + ball * 0.4 * r * r
            # Half spheres: 0.4 m r^2 about the cylinder's end, moved to the middle.
            across = rod * (3 * r * r + h * h) / 12
            across += ball * (0.4 * r * r + h * h / 4 + 3 / 8 * h * r)
            return rod + ball, (across, across, along, 0.0, 0.0, 0.0)
        case _:
            raise TypeError(f"{type(geometry).__name__} is not a solid")
