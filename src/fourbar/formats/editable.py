"""Whether the text of a description can be changed in place, and changing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ..reading import Reading
from ..xml.tree import Document

if TYPE_CHECKING:
    from ..diagnostics import Edit
    from ..xml.edits import Editor


def editable(reading: Reading) -> Document | None:
    """The document of a file whose text is its own, so that offsets are those of the file.

    None for text that was expanded from xacro or converted to UTF-8, and for other formats.
    """
    document = None if reading.robot is None else reading.robot.source
    content = reading.content
    if content is None or not isinstance(document, Document):
        return None
    own = not document.origins and document.text.data == content.data
    return document if own else None


def edited_text(
    reading: Reading, change: Callable[[Document, Editor], Iterable[Edit]]
) -> bytes | None:
    """The bytes of a URDF file with the edits of a change; all else, comments too, stays as it was.

    None for text that is not a URDF file's own, as `editable` has it.
    """
    from ..xml.edits import Editor, apply_edits

    document = editable(reading)
    if document is None:
        return None
    return apply_edits(document.text.data, change(document, Editor(document)))
