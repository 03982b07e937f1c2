"""The shapes of a robot and their sizes, with their paths."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics import PartPath
from ...robot import Box, Capsule, Cylinder, Geometry, Robot, Sphere


def shapes(robot: Robot) -> Iterator[tuple[PartPath, Geometry]]:
    """Path and geometry of every visual and collision."""
    for link in robot.links:
        for kind, parts in (("visual", link.visuals), ("collision", link.collisions)):
            for i, part in enumerate(parts):
                yield PartPath("link", link.name).item(kind, i) / "geometry", part.geometry


def sizes(path: PartPath, geometry: Geometry) -> list[tuple[PartPath, tuple[float, ...]]]:
    """Where each size of a geometry is written, and its numbers [m]."""
    match geometry:
        case Box():
            return [(path / "box" / "size", geometry.size)]
        case Sphere():
            return [(path / "sphere" / "radius", (geometry.radius,))]
        case Cylinder():
            return _round(path / "cylinder", geometry)
        case Capsule():
            return _round(path / "capsule", geometry)
        case _:
            return []


def _round(
    path: PartPath, geometry: Cylinder | Capsule
) -> list[tuple[PartPath, tuple[float, ...]]]:
    return [(path / "radius", (geometry.radius,)), (path / "length", (geometry.length,))]
