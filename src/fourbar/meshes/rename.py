"""Descriptions that name other mesh files."""

from __future__ import annotations

from collections.abc import Mapping

from ..diagnostics import PartPath
from ..formats.editable import editable
from ..reading import Reading
from ..xml.edits import Editor, apply_edits


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
