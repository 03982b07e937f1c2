"""Group states of an SRDF file, read as named configurations and written back."""

from __future__ import annotations

from .. import rules
from ..diagnostics import Report, does_not_exist
from ..markup import numbers
from ..robot import Configuration, JointPosition, Robot
from ..xml.node import Node
from ..xml.parse import parse
from ..xml.tree import Document, Element
from ..xml.write import serialise
from .part import Context, Part

_STATE_ATTRIBUTES = frozenset(("name", "group"))
_JOINT = frozenset(("joint",))


def parse_srdf(data: bytes, *, file: str, report: Report) -> Document | None:
    """The document of an SRDF file, or None with the reason in the report."""
    document = parse(data, file=file, report=report)
    if document is not None and document.root.tag != "robot":
        message = f"the root element must be <robot>, got <{document.root.tag}>"
        report.add(rules.xml.NO_ROBOT, message, span=document.element_span(document.root))
        return None
    return document


def read_states(document: Document, robot: Robot, *, report: Report) -> Robot:
    """The robot with the document's group states as its configurations."""
    context = Context(document, report)
    states = [
        _read_state(context, element, robot)
        for element in document.root.children
        if element.tag == "group_state"
    ]
    return robot.replace(configurations=tuple(states))


def _read_state(context: Context, element: Element, robot: Robot) -> Configuration:
    name = element.attributes.get("name", "")
    part = Part(
        context,
        element,
        "group_state",
        name,
        attributes=_STATE_ATTRIBUTES,
        several=_JOINT,
    )
    part.name()
    positions: list[JointPosition] = []
    for child in part.all("joint"):
        position = _read_position(part, child, robot)
        if position is not None:
            positions.append(position)
    return Configuration(name, tuple(positions), element.attributes.get("group"))


def _read_position(part: Part, element: Element, robot: Robot) -> JointPosition | None:
    joint = part.text(element, "name")
    text = part.text(element, "value")
    if joint is None or text is None:
        return None
    if joint not in robot.joints:
        what = f"state '{part.element.attributes.get('name', '')}': joint"
        message, facts = does_not_exist(what, joint, robot.joints.names)
        part.report(rules.references.UNKNOWN_JOINT, message, element, "name", facts=facts)
        return None
    values = part.numbers(element, "value", len(text.split()))
    return None if values is None else JointPosition(joint, values)


def write_srdf(robot: Robot) -> str:
    """The robot's configurations as an SRDF file with group states."""
    root = Node("robot", {"name": robot.name})
    for configuration in robot.configurations:
        state = root.add(Node("group_state", {"name": configuration.name}))
        if configuration.group is not None:
            state.attributes["group"] = configuration.group
        for position in configuration.positions:
            attributes = {"name": position.joint, "value": numbers(position.values)}
            state.add(Node("joint", attributes))
    return serialise(root, None)
