"""Limits that have numbers for what is not known: readers that ask for them find them."""

from __future__ import annotations

from ...robot import Robot
from ...robot.unstated import MARK
from ...xml.tree import Document


def has_stand_ins(robot: Robot, joint: str) -> bool:
    """Whether the text has a mark of such numbers at a joint."""
    source = robot.source
    element = source.named("joint", joint) if isinstance(source, Document) else None
    if element is None:
        return False
    return any(inner.tag == "limit" and MARK in inner.attributes for inner in element.children)
