"""Which axis is up in the glTF meshes of a description: what its other shapes agree with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import rules
from ..diagnostics import PartPath, Report, Span
from ..gltf_file.suffixes import is_gltf_name
from ..numerics import MESHES_UP_GAIN, MESHES_UP_RATIO
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
from ..robot.source import Up
from .mesh import TriangleMesh

Corners = NDArray[np.float64]
"""The lowest and the highest corner of a box (2, 3) [m]."""

ReadTurned = Callable[[Mesh, PartPath], TriangleMesh | None]
"""A mesh, unscaled, with glTF turned from y up to z up."""

_MOST_LINKS = 16
"""Links that are looked at; files of one robot come from one exporter."""
_T_GLTF_LINK = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])


class UpAgreement(NamedTuple):
    """The axis, what it was compared with, and how far shapes are off either way [diagonals]."""

    up: Up
    by: Literal["collision shapes", "neighbouring parts"]
    links: int
    turned: float
    unturned: float
    path: PartPath

    @property
    def sentence(self) -> str:
        """What a finding says about meshes that are not turned."""
        return (
            f"glTF meshes fit the {self.by} only with z up, so they are not turned: off by "
            f"{self.unturned:.0%} of the link's size instead of {self.turned:.0%}"
        )


_NOTE = "glTF has y up; force either with --gltf-up y or --gltf-up z (gltf_up='y')."


def first_gltf(robot: Robot) -> PartPath | None:
    """The first shape whose mesh is a glTF file."""
    for link in robot.links:
        for path, shape in _shapes(link):
            if _is_gltf(shape.geometry):
                return path
    return None


def settled_up(
    robot: Robot, read: ReadTurned, *, report: Report, find_span: Callable[[PartPath], Span | None]
) -> Up:
    """The axis that fits the robot's other shapes, with a finding where it is not glTF's own."""
    agreed = agreed_up(robot, read)
    if agreed is None or agreed.up == "y":
        return "y"
    path = agreed.path / "geometry" / "mesh" / "filename"
    report.add(
        rules.assets.GLTF_UP_AXIS,
        agreed.sentence,
        span=find_span(path),
        path=path,
        notes=(_NOTE,),
    )
    return "z"


def agreed_up(robot: Robot, read: ReadTurned) -> UpAgreement | None:
    """The axis that fits the robot's other shapes; None without glTF meshes to compare.

    Collision shapes of other formats are compared first: their boxes are to be those of the
    visuals. Without any, a link is to reach the parts around it: its own origin, those of the
    joints it carries, and its centre of mass.
    """
    path = first_gltf(robot)
    if path is None:
        return None
    read = lru_cache(maxsize=4)(read)  # each is looked at both ways
    bodies = [link for link in robot.links if any(_is_gltf(v.geometry) for v in link.visuals)]
    fits = _first(_MOST_LINKS, (_collision_misfit(link, read) for link in bodies))
    by: Literal["collision shapes", "neighbouring parts"] = "collision shapes"
    if not fits:
        fits = _first(_MOST_LINKS, (_landmark_misfit(robot, link, read) for link in bodies))
        by = "neighbouring parts"
    if not fits:
        return None
    turned, unturned = (float(number) for number in np.mean(fits, axis=0))
    up: Up = (
        "z" if unturned < MESHES_UP_RATIO * turned and turned - unturned > MESHES_UP_GAIN else "y"
    )
    return UpAgreement(up, by, len(fits), turned, unturned, path)


Misfit = tuple[float, float]
"""How far a link's glTF visuals are off, turned and unturned, as a share of its diagonal."""


def _first(count: int, found: Iterator[Misfit | None]) -> list[Misfit]:
    some: list[Misfit] = []
    for misfit in found:
        if misfit is not None:
            some.append(misfit)
        if len(some) == count:
            break
    return some


def _collision_misfit(link: Link, read: ReadTurned) -> Misfit | None:
    if any(_is_gltf(shape.geometry) for shape in link.collisions):
        return None
    aim = _box(link, link.collisions, "collision", read, turned=True)
    both = _both(link, read)
    if aim is None or both is None:
        return None
    size = float(np.linalg.norm(aim[1] - aim[0]))
    if not size > 0.0:
        return None
    turned, unturned = (float(np.abs(box - aim).max()) / size for box in both)
    return turned, unturned


def _landmark_misfit(robot: Robot, link: Link, read: ReadTurned) -> Misfit | None:
    both = _both(link, read)
    if both is None:
        return None
    size = float(np.linalg.norm(both[0][1] - both[0][0]))
    if not size > 0.0:
        return None
    points = [joint.origin.xyz for joint in robot.child_joints.get(link.name, ())]
    if robot.parent_joints.get(link.name):
        points.append((0.0, 0.0, 0.0))
    if link.inertial is not None:
        points.append(link.inertial.origin.xyz)
    if not points:
        return None

    def gap(box: Corners) -> float:
        outside = np.maximum(np.maximum(box[0] - points, points - box[1]), 0.0)
        return float(np.linalg.norm(outside, axis=1).mean()) / size

    return gap(both[0]), gap(both[1])


def _both(link: Link, read: ReadTurned) -> tuple[Corners, Corners] | None:
    turned = _box(link, link.visuals, "visual", read, turned=True)
    unturned = _box(link, link.visuals, "visual", read, turned=False)
    return None if turned is None or unturned is None else (turned, unturned)


def _box(
    link: Link,
    shapes: tuple[Visual, ...] | tuple[Collision, ...],
    group: str,
    read: ReadTurned,
    *,
    turned: bool,
) -> Corners | None:
    """The box around shapes in their link's frame; None where one of them is unknown."""
    corners: list[Corners] = []
    for number, shape in enumerate(shapes):
        path = PartPath("link", link.name).item(group, number)
        points = _points(shape.geometry, path, read, turned=turned)
        if points is None or not np.isfinite(points).all():
            return None
        corners.append(_moved(points, shape.origin))
    if not corners:
        return None
    every = np.concatenate(corners)
    return np.stack([every.min(axis=0), every.max(axis=0)])


def _points(
    geometry: Geometry, path: PartPath, read: ReadTurned, *, turned: bool
) -> Corners | None:
    match geometry:
        case Mesh():
            mesh = read(geometry, path)
            if mesh is None or not mesh.triangle_count:
                return None
            points = np.concatenate([np.asarray(part.positions) for part in mesh.primitives])
            points = points.astype(np.float64)
            if not turned and _is_gltf(geometry):
                points = points @ _T_GLTF_LINK.T
            return points * np.array(geometry.scale)
        case Box():
            return _corners(*geometry.size)
        case Sphere(radius):
            return _corners(2 * radius, 2 * radius, 2 * radius)
        case Cylinder(radius, length):
            return _corners(2 * radius, 2 * radius, length)
        case Capsule(radius, length):
            return _corners(2 * radius, 2 * radius, length + 2 * radius)
        case _:
            return None


def _corners(x: float, y: float, z: float) -> Corners:
    signs = np.array(np.meshgrid([-0.5, 0.5], [-0.5, 0.5], [-0.5, 0.5])).reshape(3, -1).T
    return signs * np.array([x, y, z])


def _moved(points: Corners, pose: Pose) -> Corners:
    return points @ np.array(pose.rotation()).T + np.array(pose.xyz)


def _shapes(link: Link) -> Iterator[tuple[PartPath, Visual | Collision]]:
    groups: tuple[tuple[str, tuple[Visual | Collision, ...]], ...]
    groups = (("visual", link.visuals), ("collision", link.collisions))
    for group, shapes in groups:
        for number, shape in enumerate(shapes):
            yield PartPath("link", link.name).item(group, number), shape


def _is_gltf(geometry: Geometry) -> bool:
    return isinstance(geometry, Mesh) and is_gltf_name(geometry.filename)
