"""The world as a link that need not be declared."""

from __future__ import annotations

from .. import rules
from ..diagnostics import PartPath, Report
from ..robot import Link, Robot
from ..xml.tree import Document

WORLD = "world"


def with_world(robot: Robot, document: Document, report: Report) -> Robot:
    """With a link for the world that joints hang from, where the description declares none.

    Drake has this link built in; its own robots count on it.
    """
    hanging = next((joint for joint in robot.joints if joint.parent == WORLD), None)
    if hanging is None or WORLD in robot.links:
        return robot
    element = document.named("joint", hanging.name)
    parent = None if element is None else element.find("parent")
    if parent is not None:
        document.mention("link", WORLD, parent)
    path = PartPath("joint", hanging.name) / "parent" / "link"
    message = f"joint '{hanging.name}' is attached to '{WORLD}', which is not declared; it is added"
    report.add(rules.references.UNDECLARED_WORLD, message, span=document.span(path), path=path)
    return robot.replace(links=[Link(WORLD), *robot.links])
