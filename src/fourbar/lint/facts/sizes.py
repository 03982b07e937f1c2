"""The geometries of a robot and their sizes, with their paths."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics import PartPath
from ...robot import Box, Capsule, Cylinder, Geometry, Robot, Sphere

Size = tuple[PartPath, tuple[float, ...], Geometry]
"""Where a size is written, its numbers [m], and whose it is."""


def geometries(robot: Robot) -> Iterator[tuple[PartPath, Geometry]]:
    """Path and geometry of every visual and collision."""
    for link in robot.links:
        owner = PartPath("link", link.name)
        for kind, parts in (("visual", link.visuals), ("collision", link.collisions)):
            for i, part in enumerate(parts):
                yield owner.item(kind, i) / "geometry", part.geometry


def sizes(path: PartPath, geometry: Geometry) -> list[Size]:
    """Every size of one geometry."""
    match geometry:
        case Box():
            return [(path / "box" / "size", geometry.size, geometry)]
        case Sphere():
            return [(path / "sphere" / "radius", (geometry.radius,), geometry)]
        case Cylinder():
            return _round(path / "cylinder", geometry)
        case Capsule():
            return _round(path / "capsule", geometry)
        case _:
            return []


def _round(path: PartPath, geometry: Cylinder | Capsule) -> list[Size]:
    return [
        (path / "radius", (geometry.radius,), geometry),
        (path / "length", (geometry.length,), geometry),
    ]
