"""One collision shape, and what it has room for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from ..robot import Box, Capsule, Cylinder, Pose, Sphere
from ..shapes.solid import solid_of
from .surface import SEGMENTS, Surface, around, placed

if TYPE_CHECKING:
    from .surface import Corners, Points

Kind = Literal["box", "cylinder", "capsule", "sphere", "hull"]
Primitive = Box | Cylinder | Capsule | Sphere
KINDS: dict[type[object], Kind] = {
    Box: "box",
    Cylinder: "cylinder",
    Capsule: "capsule",
    Sphere: "sphere",
}
"""What primitives are called."""
_SEGMENTS: dict[type[object], int] = {Cylinder: 128, Capsule: 128}
"""Of what goes around shapes when they are measured: 3e-4 of a radius farther out."""
_CHUNK = 4096
"""Points compared with all planes together: those that the caches of a processor hold."""


class Body(NamedTuple):
    """A convex body by its corners (k, 3) [m] and its faces (m, 3).

    Corners are multiples of a power of two by whole numbers of at most 24 bits.
    """

    points: Points
    triangles: Corners
    volume: float


class CoverShape(NamedTuple):
    """A convex shape in the frame of its link.

    Attributes
    ----------
    kind
        What it is.
    origin
        Its frame in the link.
    geometry
        A primitive, or the convex body of a mesh file to be written.
    """

    kind: Kind
    origin: Pose
    geometry: Primitive | Body

    @property
    def volume(self) -> float:
        """What it encloses [m^3]."""
        if isinstance(self.geometry, Body):
            return self.geometry.volume
        solid = solid_of(self.geometry)
        return 0.0 if solid is None else solid.volume

    def depths(self, points: Points) -> Points:
        """How far inside points of the link's frame are [m]; negative outside.

        Of a point outside it is a lower bound of the distance.
        """
        local = (points - np.array(self.origin.xyz)) @ np.array(self.origin.rotation())
        across = np.hypot(local[:, 0], local[:, 1])
        match self.geometry:
            case Box():
                return (np.array(self.geometry.size) / 2 - np.abs(local)).min(axis=1)
            case Sphere():
                return self.geometry.radius - np.linalg.norm(local, axis=1)
            case Cylinder():
                ends = self.geometry.length / 2 - np.abs(local[:, 2])
                return np.minimum(self.geometry.radius - across, ends)
            case Capsule():
                beyond = np.maximum(np.abs(local[:, 2]) - self.geometry.length / 2, 0.0)
                return self.geometry.radius - np.hypot(across, beyond)
            case Body():
                return body_depths(self.geometry, local)

    def surface(self) -> tuple[Surface, float]:
        """Triangles around the shape, and how far they are from it at most [m]."""
        if isinstance(self.geometry, Body):
            own = Surface(self.geometry.points, self.geometry.triangles, True)
            return placed(own, self.origin), 0.0
        outer = around(self.geometry, _SEGMENTS.get(type(self.geometry), SEGMENTS))
        assert outer is not None  # shapes are made with an extent
        slack = 0.0
        if not isinstance(self.geometry, Box):
            slack = float(np.hypot(outer.points[:, 0], outer.points[:, 1]).max())
            slack -= self.geometry.radius
        if isinstance(self.geometry, (Sphere, Capsule)):
            slack *= 2  # along z as well as across
        return placed(outer, self.origin), slack


def body_depths(body: Body, points: Points) -> Points:
    """How far inside all faces of a convex body points are.

    The normals of its faces are exact before they are made unit vectors: products of differences of
    such corners have fewer bits than doubles.
    """
    a, b, c = (body.points[body.triangles[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return plane_depths(points, normals, np.einsum("ij,ij->i", normals, a))


def plane_depths(points: Points, normals: Points, offsets: Points) -> Points:
    """How far points are on the inner side of all planes `normal . x = offset`, at least."""
    least = np.full(len(points), np.inf)
    for first in range(0, len(points), _CHUNK):
        some, own = points[first : first + _CHUNK], least[first : first + _CHUNK]
        for normal, offset in zip(normals, offsets, strict=True):
            np.minimum(own, offset - some @ normal, out=own)
    return least
