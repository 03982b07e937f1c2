"""Whether the text of a description can be changed in place."""

from __future__ import annotations

from ..reading import Reading
from ..xml.tree import Document


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
