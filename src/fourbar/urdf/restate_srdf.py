"""The text of an SRDF file after positions of its states changed, such as by another zero."""

from __future__ import annotations

from ..markup import numbers
from ..robot import Robot
from ..xml.edits import Editor, Edits, apply_edits
from ..xml.tree import Document
from .semantics import Semantics


def restated_srdf(document: Document, before: Robot, after: Robot) -> bytes | None:
    """The file with the positions that states have now, and all else as it is written.

    None where it refers to something that is gone, or states or pairs are others.
    """
    if not set(before.links.names) <= set(after.links.names):
        return None
    if not set(before.joints.names) <= set(after.joints.names):
        return None
    if before.disabled_collisions != after.disabled_collisions or _joints(before) != _joints(after):
        return None
    values = {
        (state.name, state.group, position.joint): position.values
        for state in after.configurations
        for position in state.positions
    }
    editor = Editor(document)
    edits: list[Edits] = [editor.set_attribute(document.root, "name", after.name)]
    for state in Semantics(document).all("group_state"):
        for child in state.children:
            name, group = state.attributes.get("name", ""), state.attributes.get("group")
            known = values.get((name, group, child.attributes.get("name", "")))
            written = child.attributes.get("value", "")
            if known is not None and _floats(written) != known:
                edits.append(editor.set_attribute(child, "value", numbers(known)))
    return apply_edits(document.text.data, (edit for several in edits for edit in several))


def _joints(robot: Robot) -> list[tuple[str, str | None, tuple[str, ...]]]:
    return [
        (state.name, state.group, tuple(position.joint for position in state.positions))
        for state in robot.configurations
    ]


def _floats(text: str) -> tuple[float, ...] | None:
    try:
        return tuple(map(float, text.split()))
    except ValueError:
        return None
