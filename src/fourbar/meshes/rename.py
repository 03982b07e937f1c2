"""Descriptions that name other mesh files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..diagnostics import Edit, PartPath
from ..formats.editable import edited_text
from ..reading import Reading
from ..xml.edits import Editor
from ..xml.tree import Document


def edited(reading: Reading, names: Mapping[PartPath, str]) -> bytes | None:
    """The bytes of a URDF file with other mesh files; None where it has no text of its own."""

    def change(document: Document, editor: Editor) -> Iterator[Edit]:
        for path, name in names.items():
            place = document.find(path / "geometry" / "mesh")
            if place is not None and place.complete:
                yield from editor.set_attribute(place.element, "filename", name)

    return edited_text(reading, change)
