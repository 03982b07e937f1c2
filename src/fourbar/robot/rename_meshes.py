"""Robots whose shapes name other mesh files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from ..diagnostics import PartPath
from ..record import replace
from .geometry import Mesh
from .link import Collision, Visual
from .robot import Robot

S = TypeVar("S", Visual, Collision)


def with_mesh_files(robot: Robot, names: Mapping[PartPath, str]) -> Robot:
    """The robot with other mesh files, by the paths of its shapes (`link[arm].visual[0]`)."""

    def renamed(link: str, group: str, shapes: tuple[S, ...]) -> tuple[S, ...]:
        found: list[S] = []
        for number, shape in enumerate(shapes):
            name = names.get(PartPath("link", link).item(group, number))
            geometry = shape.geometry
            if name is not None and isinstance(geometry, Mesh):
                shape = replace(shape, geometry=replace(geometry, filename=name))
            found.append(shape)
        return tuple(found)

    links = [
        replace(
            link,
            visuals=renamed(link.name, "visual", link.visuals),
            collisions=renamed(link.name, "collision", link.collisions),
        )
        for link in robot.links
    ]
    return robot.replace(links=links)
