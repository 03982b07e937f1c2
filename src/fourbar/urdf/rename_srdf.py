"""The text of an SRDF file after links and joints of its robot were renamed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..xml.edits import Editor, Edits, apply_edits
from ..xml.tree import Document, Element
from .semantics import Semantics, references


def renamed_srdf(
    document: Document, *, robot: str, links: Mapping[str, str], joints: Mapping[str, str]
) -> bytes:
    """The file with new names, by the old ones, and all else as it is written."""
    editor = Editor(document)
    edits: list[Edits] = [editor.set_attribute(document.root, "name", robot)]
    for element, attribute, names in _names(Semantics(document), links, joints):
        old = element.attributes.get(attribute)
        if old is not None and names.get(old, old) != old:
            edits.append(editor.set_attribute(element, attribute, names[old]))
    return apply_edits(document.text.data, (edit for several in edits for edit in several))


def _names(
    semantics: Semantics, links: Mapping[str, str], joints: Mapping[str, str]
) -> Iterator[tuple[Element, str, Mapping[str, str]]]:
    for kind, names in (("link", links), ("joint", joints)):
        for element, attribute, _ in references(semantics, kind):
            yield element, attribute, names
    for state in semantics.all("group_state"):
        for child in state.children:
            if child.tag == "joint":
                yield child, "name", joints
    for element in semantics.all("joint_property"):
        yield element, "joint_name", joints
