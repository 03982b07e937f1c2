"""The shapes of a robot and their sizes, with their paths."""

from __future__ import annotations

from collections.abc import Iterator

from ...robot import Box, Capsule, Cylinder, Geometry, Robot, Sphere


def shapes(robot: Robot) -> Iterator[tuple[str, Geometry]]:
    """Path and geometry of every visual and collision."""
    for link in robot.links:
        for kind, parts in (("visual", link.visuals), ("collision", link.collisions)):
            for i, part in enumerate(parts):
                yield f"link[{link.name}].{kind}[{i}].geometry", part.geometry


def sizes(geometry: Geometry) -> list[tuple[str, tuple[float, ...]]]:
    """Element and attribute of each size, and its numbers [m]."""
    match geometry:
        case Box():
            return [("box.size", geometry.size)]
        case Sphere():
            return [("sphere.radius", (geometry.radius,))]
        case Cylinder():
            return [
                ("cylinder.radius", (geometry.radius,)),
                ("cylinder.length", (geometry.length,)),
            ]
        case Capsule():
            return [
                ("capsule.radius", (geometry.radius,)),
                ("capsule.length", (geometry.length,)),
            ]
        case _:
            return []
