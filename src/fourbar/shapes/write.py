"""Descriptions with computed inertia: the text with few bytes changed, or another robot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..diagnostics import Edit
from ..formats.editable import edited_text
from ..reading import Reading
from ..record import replace
from ..robot import Inertial, Robot
from ..xml.edits import Editor
from ..xml.tree import Document
from .edit import write_inertial


def with_inertials(robot: Robot, inertials: Mapping[str, Inertial]) -> Robot:
    """The robot with these inertials, by the names of links."""
    links = [
        replace(link, inertial=inertials[link.name]) if link.name in inertials else link
        for link in robot.links
    ]
    return robot.replace(links=links)


def edited(reading: Reading, inertials: Mapping[str, Inertial]) -> bytes | None:
    """The bytes of a URDF file with these inertials; None where it has no text of its own."""

    def change(document: Document, editor: Editor) -> Iterator[Edit]:
        for name, inertial in inertials.items():
            element = document.named("link", name)
            if element is not None:
                yield from write_inertial(editor, element, inertial)

    return edited_text(reading, change)
