"""The surface of a link: what all its visuals show, as triangles in the link's frame."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import cos, isfinite, pi
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .._native import Inside, count_edges, moments
from ..assets import convex_hull, tessellate
from ..assets.disk_meshes import meshes_of
from ..diagnostics import PartPath, Report
from ..numerics import COVERS_CORNER_SLACK
from ..packages import StrPath
from ..robot import (
    Box,
    Capsule,
    Collision,
    Cylinder,
    Geometry,
    Link,
    Mesh,
    Pose,
    Robot,
    Sphere,
    Visual,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..assets.mesh_source import MeshSource
    from ..files import OpenedFiles

    Points = NDArray[np.float64]
    Corners = NDArray[np.uint32]

SEGMENTS = 64
"""Of round shapes: what goes around them is 0.12 % of the radius farther out."""


class Surface(NamedTuple):
    """Triangles in one frame.

    Attributes
    ----------
    points
        (n, 3) [m], all of them used.
    triangles
        (m, 3) numbers of points.
    closed
        Whether it encloses a volume, so that points can be inside.
    slack
        How far inside of the triangles the surface of a round primitive may be [m]. One convex
        shape around them contains it; several must reach this far in.
    """

    points: Points
    triangles: Corners
    closed: bool
    slack: float = 0.0

    @property
    def inside(self) -> Inside:
        """How points inside are told from those outside."""
        return Inside.CLOSED if self.closed else Inside.OPEN

    @property
    def diagonal(self) -> float:
        """Of the box around it [m]."""
        return float(np.linalg.norm(np.ptp(self.points, axis=0)))


class SurfaceReader:
    """Reads the surfaces of a robot's shapes, each file once."""

    def __init__(self, files: MeshSource, report: Report) -> None:
        self._files = files
        self._report = report
        self._read: dict[Hashable, Surface | None] = {}

    def surfaces(self, link: Link) -> tuple[list[Surface], str]:
        """Each visual of a link, and what is missing, or ""."""
        return self.of(link.name, "visual", link.visuals)

    def of(
        self, link: str, group: str, shapes: tuple[Visual, ...] | tuple[Collision, ...]
    ) -> tuple[list[Surface], str]:
        """Shapes in the frame of their link, and what is missing, or ""."""
        found: list[Surface] = []
        for number, shape in enumerate(shapes):
            path = PartPath("link", link).item(group, number)
            surface = (
                self._mesh(shape.geometry, path)
                if isinstance(shape.geometry, Mesh)
                else around(shape.geometry) or "has no extent"
            )
            if isinstance(surface, str):
                return found, f"{path.steps[-1]} {surface}"
            found.append(placed(surface, shape.origin))
        return found, ""

    def _mesh(self, mesh: Mesh, path: PartPath) -> Surface | str:
        """A mesh in its own frame, or what is wrong with it."""
        if 0.0 in mesh.scale or not all(map(isfinite, mesh.scale)):
            return "has a scale that is zero or not finite"
        content = self._files.content(mesh, path=path)
        if content is None:
            return f"'{mesh.filename}' was not found"
        if content not in self._read:
            self._read[content] = self._load(content, mesh, path)
        own = self._read[content]
        if own is None:
            return f"'{mesh.filename}' could not be read"
        scaled = own._replace(points=own.points * np.array(mesh.scale))
        return turned(scaled) if np.prod(mesh.scale) < 0 else scaled

    def _load(self, content: Hashable, mesh: Mesh, path: PartPath) -> Surface | None:
        read = self._files.read(content, name=mesh.filename, path=path, report=self._report)
        if read is None or not read.triangle_count:
            return None
        merged = read.joined().data.merge()
        closed = bool(count_edges(merged.triangles)[-1])
        points = np.asarray(merged.positions, np.float64)
        surface = compact(points, _array(merged.triangles), closed)
        # Of several that overlap, one that looks inwards would take away what is inside another.
        inwards = closed and moments(surface.points, surface.triangles)[0] < 0
        return turned(surface) if inwards else surface


def reader_of(
    robot: Robot,
    *,
    report: Report | None,
    packages: Mapping[str, StrPath] | None,
    opened: OpenedFiles | None,
) -> SurfaceReader:
    """What reads the surfaces of a robot; findings about meshes go to the report, if any."""
    findings = Report() if report is None else report
    files = meshes_of(robot, report=findings, packages=packages, opened=opened)
    return SurfaceReader(files, findings)


def seen_links(robot: Robot, names: Sequence[str] | None) -> list[Link]:
    """The links of these names; where none are given, all that have visuals."""
    if names is None:
        return [link for link in robot.links if link.visuals]
    return [robot.links[name] for name in names]


def compact(points: Points, triangles: Corners, closed: bool) -> Surface:
    """Only the points that triangles use."""
    mask = np.zeros(len(points), bool)
    mask[triangles] = True
    if mask.all():
        return Surface(np.ascontiguousarray(points, np.float64), triangles, closed)
    used, numbers = np.unique(triangles, return_inverse=True)
    corners = numbers.reshape(-1, 3).astype(np.uint32)
    return Surface(np.ascontiguousarray(points[used], np.float64), corners, closed)


def turned(surface: Surface) -> Surface:
    """The surface with all triangles looking the other way."""
    return surface._replace(triangles=np.ascontiguousarray(surface.triangles[:, ::-1]))


def joined(surfaces: list[Surface]) -> Surface:
    """All of them as one."""
    first = np.cumsum([0, *(len(surface.points) for surface in surfaces)])
    corners = [s.triangles + np.uint32(k) for s, k in zip(surfaces, first, strict=False)]
    return Surface(
        np.concatenate([surface.points for surface in surfaces]),
        np.concatenate(corners),
        all(surface.closed for surface in surfaces),
        max(surface.slack for surface in surfaces),
    )


def placed(surface: Surface, pose: Pose) -> Surface:
    """The surface in the frame that its pose is given in."""
    return surface._replace(points=moved(surface.points, pose))


def moved(points: Points, pose: Pose) -> Points:
    """Points of a frame, seen from the one that it is posed in."""
    if pose.is_identity:
        return points
    return points @ np.array(pose.rotation()).T + np.array(pose.xyz)


def around(geometry: Geometry, segments: int = SEGMENTS) -> Surface | None:
    """A primitive as triangles, in its own frame; a round one is inside them, nowhere outside."""
    match geometry:
        case Box() if min(geometry.size) > 0:
            return _of(tessellate.box(geometry.size))
        case Sphere() if geometry.radius > 0:
            return _around_ball(geometry.radius, 0.0, segments)
        case Capsule() if geometry.radius > 0 and geometry.length >= 0:
            return _around_ball(geometry.radius, geometry.length, segments)
        case Cylinder() if geometry.radius > 0 and geometry.length > 0:
            radius = geometry.radius / cos(pi / segments)
            outer = _of(tessellate.cylinder(radius, geometry.length, segments=segments))
            return outer._replace(slack=COVERS_CORNER_SLACK * (radius - geometry.radius))
        case _:
            return None


def _around_ball(radius: float, length: float, segments: int) -> Surface:
    """The hull of balls at both ends of a segment along z."""
    ball = np.array(tessellate.sphere(1.0, segments=segments).positions).reshape(-1, 3)
    hull = convex_hull(ball)
    a, b, c = (hull.vertices[hull.triangles[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    depth = np.abs(np.einsum("ij,ij->i", normals, a)) / np.linalg.norm(normals, axis=1)
    points = hull.vertices * (radius * (1 + 1e-12) / depth.min())
    halves = (-length / 2, length / 2) if length else (0.0,)
    ends = [points + np.array([0.0, 0.0, half]) for half in halves]
    both = convex_hull(np.concatenate(ends))
    beyond = float(np.linalg.norm(points, axis=1).max()) - radius
    return Surface(both.vertices, both.triangles, True, COVERS_CORNER_SLACK * beyond)


def _of(surface: tessellate.Surface) -> Surface:
    points = np.array(surface.positions).reshape(-1, 3)
    hull = convex_hull(points)
    return Surface(hull.vertices, hull.triangles, True)


def _array(view: memoryview) -> Any:
    return np.asarray(view)
