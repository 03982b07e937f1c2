"""Volume, centre, inertia and bounds of shapes, at density 1."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import dist, isfinite, pi
from typing import TYPE_CHECKING, NamedTuple

from ..robot import Box, Capsule, Cylinder, Geometry, Pose, Sphere
from ..robot.pose import Vector3
from ..robot.tensor import Body, Symmetric, combined, transformed, turned

if TYPE_CHECKING:
    from ..assets import MassProperties


class Solid(NamedTuple):
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


def solid_of(geometry: Geometry) -> Solid | None:
    """A primitive in its own frame; None for a mesh, an unknown shape and one without extent."""
    half = _half_size(geometry)
    if half is None or not min(half) > 0.0 or not all(map(isfinite, half)):
        return None
    volume, inertia = _solid(geometry)
    x, y, z = half
    corners = tuple((i * x, j * y, k * z) for i, j, k in product((-1, 1), repeat=3))
    return Solid(volume, (0.0, 0.0, 0.0), inertia, corners)


def solid_of_mesh(
    mass: MassProperties, low: Sequence[float], high: Sequence[float], scale: Vector3
) -> Solid:
    """What a mesh encloses, scaled along its own axes; `low` and `high` are its bounds [m].

    Second moments C = integral of r r' scale as S C S |det S|; I = tr(C) 1 - C.
    """
    factor = abs(scale[0] * scale[1] * scale[2])
    inertia = mass.inertia
    half = (inertia[0][0] + inertia[1][1] + inertia[2][2]) / 2
    c = [
        [
            ((half if i == j else 0.0) - inertia[i][j]) * scale[i] * scale[j] * factor
            for j in range(3)
        ]
        for i in range(3)
    ]
    trace = c[0][0] + c[1][1] + c[2][2]
    tensor = (
        trace - c[0][0],
        trace - c[1][1],
        trace - c[2][2],
        -c[0][1],
        -c[0][2],
        -c[1][2],
    )
    x, y, z = (v * s for v, s in zip(mass.center_of_mass, scale, strict=True))
    corners = tuple(
        (a * scale[0], b * scale[1], c_ * scale[2])
        for a, b, c_ in product(*zip(low, high, strict=True))
    )
    return Solid(mass.volume * factor, (x, y, z), tensor, corners)


def moved(own: Solid, pose: Pose) -> Solid:
    """The shape in the frame that its pose is given in."""
    if not any(pose.rpy):
        x, y, z = pose.xyz
        points = tuple((a + x, b + y, c + z) for a, b, c in (own.center, *own.corners))
        return Solid(own.volume, points[0], own.inertia, points[1:])
    rotation = pose.rotation()
    return Solid(
        own.volume,
        transformed(pose, own.center),
        turned(own.inertia, rotation),
        tuple(transformed(pose, corner) for corner in own.corners),
    )


def union(parts: Sequence[Solid]) -> Solid | None:
    """The sum of shapes; where they overlap, the overlap counts twice."""
    volume = sum(part.volume for part in parts)
    if not (isfinite(volume) and volume > 0.0):
        return None
    if len(parts) == 1:
        return parts[0]
    whole = combined([Body(part.volume, part.center, part.inertia) for part in parts])
    corners = tuple(corner for part in parts for corner in part.corners)
    return Solid(volume, whole.center, whole.tensor, corners)


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
