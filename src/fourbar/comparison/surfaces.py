"""Whether mesh files hold the same surface, whatever they are called and how they are written."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..assets.disk_meshes import meshes_of
from ..diagnostics import PartPath, Report
from ..robot import Mesh, Robot

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..assets.mesh_source import MeshSource
    from ..packages import StrPath
    from .shapes import Shape

    Floats = NDArray[np.float64]


class Surfaces:
    """The meshes of both robots, found and read when they are asked for.

    `unread` are the names of meshes that could not be read: they are compared by name alone.
    """

    def __init__(
        self, a: Robot, b: Robot, packages: Mapping[str, StrPath] | None, tolerance: float
    ) -> None:
        self._robots = {"a": a, "b": b}
        self._packages = packages
        self._tolerance = tolerance
        self._sources: dict[str, MeshSource] = {}
        self._same: dict[tuple[str, str], bool] = {}
        self.unread: set[str] = set()

    def same_file(self, one: Mesh, at_one: PartPath, two: Mesh, at_two: PartPath) -> bool:
        """Whether two meshes are one file, copies of each other, or of the same name and absent."""
        key = (one.filename, two.filename)
        if key not in self._same:
            self._same[key] = self._compare_files(one, at_one, two, at_two)
        return self._same[key]

    def _compare_files(self, one: Mesh, at_one: PartPath, two: Mesh, at_two: PartPath) -> bool:
        x, y = self._source("a"), self._source("b")
        own, its = x.content(one, path=at_one), y.content(two, path=at_two)
        if own is None or its is None:
            missing = [m.filename for m, c in ((one, own), (two, its)) if c is None]
            self.unread.update(missing)
            return _base(one.filename) == _base(two.filename)
        if own == its and isinstance(own, Path):
            return True
        surfaces = self._surface("a", own, one, at_one), self._surface("b", its, two, at_two)
        if surfaces[0] is None or surfaces[1] is None:
            return _base(one.filename) == _base(two.filename)
        return _alike(surfaces[0], surfaces[1], self._tolerance)

    def alike(self, left: Sequence[Shape], right: Sequence[Shape]) -> bool:
        """Whether shapes are meshes that make up the same surface together."""
        both: list[Floats] = []
        for side, shapes in (("a", left), ("b", right)):
            parts: list[Floats] = []
            for shape in shapes:
                mesh = shape.part.geometry
                if not isinstance(mesh, Mesh):
                    return False
                content = self._source(side).content(mesh, path=shape.path)
                found = None if content is None else self._surface(side, content, mesh, shape.path)
                if found is None:
                    return False
                scaled = found * np.asarray(mesh.scale)
                parts.append(scaled @ shape.T[:3, :3].T + shape.T[:3, 3])
            both.append(np.concatenate(parts))
        return _alike(both[0], both[1], self._tolerance)

    def _surface(self, side: str, content: Hashable, mesh: Mesh, path: PartPath) -> Floats | None:
        """The triangles of a file (n, 3, 3), not scaled."""
        report, source = Report(), self._source(side)
        read = source.read(content, name=mesh.filename, path=path, report=report)
        if read is None:
            self.unread.add(mesh.filename)
            return None
        if all(mesh.scale):  # meshes inside a file are scaled already, those on disk are not
            read = source.scaled(read, mesh.scale)
        parts = [
            np.asarray(p.positions, dtype=np.float64)[np.asarray(p.triangles)]
            for p in read.primitives
        ]
        triangles = np.concatenate(parts) if parts else np.zeros((0, 3, 3))
        return triangles / np.asarray(mesh.scale) if all(mesh.scale) else triangles

    def _source(self, side: str) -> MeshSource:
        if side not in self._sources:
            robot = self._robots[side]
            self._sources[side] = meshes_of(robot, report=Report(), packages=self._packages)
        return self._sources[side]


def _alike(one: Floats, two: Floats, tolerance: float) -> bool:
    """Whether area, centre and spread of two surfaces agree."""
    if not len(one) or not len(two):
        return len(one) == len(two)
    (area, center, spread), (its_area, its_center, its_spread) = _moments(one), _moments(two)
    size = float(np.sqrt(max(np.trace(spread), 0.0))) or float(np.abs(one).max())
    return bool(
        abs(area - its_area) <= tolerance * max(area, its_area)
        and np.abs(center - its_center).max() <= tolerance * size
        and np.abs(spread - its_spread).max() <= tolerance * size * size
    )


def _moments(triangles: Floats) -> tuple[float, Floats, Floats]:
    """Area, centre and second moments per area about the centre."""
    edges = triangles[:, 1:] - triangles[:, :1]
    areas = 0.5 * np.linalg.norm(np.cross(edges[:, 0], edges[:, 1]), axis=1)
    area = float(areas.sum())
    weights = areas / (area or 1.0)
    middle = triangles.mean(axis=1)
    center = weights @ middle
    # Over a triangle, the mean of x x^T is (sum of p p^T + s s^T) / 12, where s is the sum of p.
    p = triangles - center
    sums = p.sum(axis=1)
    second = np.einsum("n,nki,nkj->ij", weights, p, p) + np.einsum(
        "n,ni,nj->ij", weights, sums, sums
    )
    return area, center, second / 12.0


def _base(filename: str) -> str:
    return filename.replace("\\", "/").rpartition("/")[2]
