"""Group states and disabled collisions of an SRDF file, read and written back."""

from __future__ import annotations

from .. import rules
from ..diagnostics import Report, Severity, does_not_exist
from ..markup import numbers
from ..robot import CollisionPair, Configuration, ContactExtension, JointPosition, Robot
from ..robot.error import RobotError
from ..robot.source import CONFIGURATION
from ..xml.node import Node
from ..xml.parse import parse
from ..xml.tree import Document, Element
from ..xml.write import serialise
from .context import Context
from .part import Part

_STATE_ATTRIBUTES = frozenset(("name", "group"))
_JOINT = frozenset(("joint",))
_EVERY_JOINT = "all"
"""The group of states that belong to none."""
_ELEMENTS = frozenset(
    (
        "group",
        "group_state",
        "end_effector",
        "virtual_joint",
        "passive_joint",
        "joint_property",
        "disable_collisions",
        "enable_collisions",
        "disable_default_collisions",
        "link_sphere_approximation",
    )
)
"""What an SRDF file may have below its root."""
_WRITTEN = frozenset(("group", "group_state", "disable_collisions"))
_DESCRIPTION = frozenset(("link", "joint"))
"""What every URDF file has there, and no SRDF file."""


def parse_srdf(data: bytes, *, file: str, report: Report) -> Document | None:
    """The document of an SRDF file, or None with the reason in the report."""
    document = parse(data, file=file, report=report)
    if document is None:
        return None
    root = document.root
    if root.tag != "robot":
        message = f"the root element must be <robot>, got <{root.tag}>"
        report.add(rules.xml.NO_ROBOT, message, span=document.element_span(root))
        return None
    foreign = next((child for child in root.children if child.tag in _DESCRIPTION), None)
    if foreign is not None and not any(child.tag in _ELEMENTS for child in root.children):
        message = f"'{file}' is not an SRDF file: it has <{foreign.tag}> and no element of SRDF"
        report.add(
            rules.schema.UNKNOWN_ELEMENT,
            message,
            span=document.element_span(foreign),
            severity=Severity.ERROR,
            facts={"name": foreign.tag},
        )
        return None
    return document


def read_states(document: Document, robot: Robot, *, report: Report) -> Robot:
    """The robot with the document's group states as its configurations, and its disabled pairs.

    Pairs may name links that do not exist, as all references may: checking reports them.
    """
    context = Context(document, report)
    states = [
        _read_state(context, element, robot)
        for element in document.root.children
        if element.tag == "group_state"
    ]
    pairs = tuple(
        CollisionPair(one, two, element.attributes.get("reason"))
        for element in document.root.children
        if element.tag == "disable_collisions"
        and (one := element.attributes.get("link1"))
        and (two := element.attributes.get("link2"))
        and one != two
    )
    return robot.replace(configurations=tuple(states)).with_extension(ContactExtension(pairs))


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
    label = Configuration(name, (), element.attributes.get("group")).label
    context.document.register(CONFIGURATION, label, element)
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
        notes = ("The state is used without it.",)
        part.report(
            rules.references.UNKNOWN_JOINT, message, element, "name", notes=notes, facts=facts
        )
        return None
    values = part.numbers(element, "value", len(text.split()))
    return None if values is None else JointPosition(joint, values)


def write_srdf(robot: Robot) -> str:
    """The robot's configurations and disabled collisions as an SRDF file.

    MoveIt wants a group for each state: it has the joints of the group's states. States without a
    group belong to one of all moving joints. RobotError where there is neither.
    """
    if not robot.configurations and not robot.disabled_collisions:
        raise RobotError(
            f"'{robot.name}' has no named configurations and no disabled collisions, which are all "
            "that an .srdf file holds"
        )
    root = Node("robot", {"name": robot.name})
    for group, joints in _groups(robot).items():
        element = root.add(Node("group", {"name": group}))
        for joint in joints:
            element.add(Node("joint", {"name": joint}))
    for configuration in robot.configurations:
        group = configuration.group or _EVERY_JOINT
        state = root.add(Node("group_state", {"name": configuration.name, "group": group}))
        for position in configuration.positions:
            attributes = {"name": position.joint, "value": numbers(position.values)}
            state.add(Node("joint", attributes))
    for pair in robot.disabled_collisions:
        given = {"link1": pair.link1, "link2": pair.link2, "reason": pair.reason}
        kept = {name: value for name, value in given.items() if value is not None}
        root.add(Node("disable_collisions", kept))
    return serialise(root, None)


def not_written(document: Document) -> dict[str, int]:
    """How many elements of each tag `write_srdf` leaves out.

    It writes the groups that states belong to, as lists of joints: others count, and so does what
    else is in those.
    """
    stated = {e.attributes.get("group") for e in document.root.children if e.tag == "group_state"}
    groups = [e for e in document.root.children if e.tag == "group"]
    lost = [e for e in document.root.children if e.tag not in _WRITTEN]
    lost += [group for group in groups if group.attributes.get("name") not in stated]
    lost += [
        child
        for group in document.root.children
        if group.tag == "group"
        for child in group.children
        if child.tag != "joint"
    ]
    return {tag: sum(e.tag == tag for e in lost) for tag in dict.fromkeys(e.tag for e in lost)}


def _groups(robot: Robot) -> dict[str, list[str]]:
    """The joints of each group that a state belongs to, in the robot's order."""
    stated: dict[str, set[str]] = {}
    for configuration in robot.configurations:
        joints = stated.setdefault(configuration.group or _EVERY_JOINT, set())
        if configuration.group is None:
            joints.update(joint.name for joint in robot.joints if joint.kind.moves)
        joints.update(position.joint for position in configuration.positions)
    return {
        group: [joint.name for joint in robot.joints if joint.name in joints]
        for group, joints in stated.items()
    }
