"""Which targets a part was written for: elements with a program's own prefix are read by it."""

from __future__ import annotations

from ...robot import Robot
from ...xml.tree import Document

_PREFIXES = {"drake:": "drake"}


def written_for(robot: Robot, kind: str, name: str) -> str | None:
    """The target that has the element of a part as one of its own; None for elements of URDF."""
    source = robot.source
    element = source.named(kind, name) if isinstance(source, Document) else None
    if element is None:
        return None
    found = (target for prefix, target in _PREFIXES.items() if element.tag.startswith(prefix))
    return next(found, None)
