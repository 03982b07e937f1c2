"""Descriptions with computed inertia: the text with few bytes changed, or another robot."""

from __future__ import annotations

from collections.abc import Mapping

from ..formats.editable import editable
from ..reading import Reading
from ..record import replace
from ..robot import Inertial, Robot
from ..xml.edits import Editor, apply_edits
from .edit import write_inertial


def with_inertials(robot: Robot, inertials: Mapping[str, Inertial]) -> Robot:
    """The robot with these inertials, by the names of links."""
    links = [
        replace(link, inertial=inertials[link.name]) if link.name in inertials else link
        for link in robot.links
    ]
    return robot.replace(links=links)


def edited(reading: Reading, inertials: Mapping[str, Inertial]) -> bytes | None:
    """The bytes of a URDF file with these inertials; all else, comments too, stays as it was.

    None for text that is not a URDF file's own: expanded from xacro, converted to UTF-8, or of
    another format.
    """
    document = editable(reading)
    if document is None:
        return None
    editor = Editor(document)
    edits = [
        edit
        for name, inertial in inertials.items()
        if (element := document.named("link", name)) is not None
        for edit in write_inertial(editor, element, inertial)
    ]
    return apply_edits(document.text.data, edits)
