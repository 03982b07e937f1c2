"""Descriptions that name other mesh files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from ..diagnostics import PartPath
from ..formats.editable import editable
from ..reading import Reading
from ..record import replace
from ..robot import Collision, Mesh, Robot, Visual
from ..xml.edits import Editor, apply_edits

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


def edited(reading: Reading, names: Mapping[PartPath, str]) -> bytes | None:
    """The bytes of a URDF file with other mesh files; nothing else changes.

    None for text that is not a URDF file's own: expanded from xacro, converted to UTF-8, or of
    another format.
    """
    document = editable(reading)
    if document is None:
        return None
    editor = Editor(document)
    edits = [
        edit
        for path, name in names.items()
        if (place := document.find(path / "geometry" / "mesh")) is not None and place.complete
        for edit in editor.set_attribute(place.element, "filename", name)
    ]
    return apply_edits(document.text.data, edits)
