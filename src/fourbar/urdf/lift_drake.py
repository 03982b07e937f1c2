"""Closed chains that Drake's URDF extensions describe.

A `drake:ball_constraint` is a spherical loop. A `drake:linear_bushing_rpy` is a spring; Drake's own
advice is to use a stiff one where a tree must be closed, so its stiff directions are read as held:

    force x y z and no torque           spherical
    force x y z and torque about two    revolute about the third axis
    force x y z and torque x y z        fixed
    force along two and torque x y z    prismatic along the third axis

Any other bushing stays what it is.
"""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple
from xml.etree import ElementTree

from ..diagnostics import Report, did_you_mean
from ..robot import IDENTITY, JointType, Loop, Pose, RawElement, Robot, Vector3
from .lift_rules import LIFTED, NOT_A_LOOP
from .rules import BAD_NUMBER, MISSING_ELEMENT, UNKNOWN_LINK

_BALL, _BUSHING = "drake:ball_constraint", "drake:linear_bushing_rpy"
_NAMESPACE = "http://drake.mit.edu"
_AXES: tuple[Vector3, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class _Frame(NamedTuple):
    link: str
    pose: Pose


def lift_drake(robot: Robot, *, report: Report | None = None) -> Robot:
    """The robot with Drake's ball constraints and stiff bushings as loops.

    Elements that became loops are taken out of `robot.extra`; the others stay, with a finding.
    """
    findings = Report() if report is None else report
    frames = _frames(robot, findings)
    loops: list[Loop] = []
    lifted: list[RawElement] = []
    for element in robot.extra:
        if not isinstance(element, RawElement) or element.tag not in (_BALL, _BUSHING):
            continue
        reader = _Reader(robot, element, frames, findings)
        name = _name(robot, element.tag, len(loops) + 1)
        loop = reader.ball(name) if element.tag == _BALL else reader.bushing(name)
        if loop is not None:
            message = f"<{element.tag}> is read as {loop.type} loop '{name}'"
            findings.add(LIFTED, message, path=f"loop[{name}]")
            loops.append(loop)
            lifted.append(element)
    if not loops:
        return robot
    rest = tuple(extra for extra in robot.extra if not any(extra is one for one in lifted))
    return robot.replace(extra=rest).add(*loops)


class _Reader:
    def __init__(
        self, robot: Robot, element: RawElement, frames: dict[str, _Frame], report: Report
    ) -> None:
        self.robot = robot
        self.tag = element.tag
        self.frames = frames
        self.report = report
        self.children = {
            child.tag.replace(f"{{{_NAMESPACE}}}", "drake:"): child.attrib
            for child in parse_fragment(element.xml)
        }

    def ball(self, name: str) -> Loop | None:
        a, b = (self.text(f"{_BALL}_body_{side}", "name") for side in "AB")
        p, q = self.vector(f"{_BALL}_p_AP"), self.vector(f"{_BALL}_p_BQ")
        if a is None or b is None or p is None or q is None:
            return None
        if not (self.is_link(a) and self.is_link(b)):
            return None
        return Loop(name, "spherical", a, b, Pose(xyz=p), Pose(xyz=q))

    def bushing(self, name: str) -> Loop | None:
        a, c = (self.frame(f"drake:bushing_frame{side}") for side in "AC")
        force = self.vector("drake:bushing_force_stiffness")
        torque = self.vector("drake:bushing_torque_stiffness")
        if a is None or c is None or force is None or torque is None:
            return None
        kind = _bushing_type(force, torque)
        if kind is None:
            self.report.add(
                NOT_A_LOOP,
                f"<{self.tag}> between '{a.link}' and '{c.link}' with force stiffness {force} and "
                f"torque stiffness {torque} stands for no loop joint; it is kept as written",
            )
            return None
        type, axis = kind
        return Loop(name, type, a.link, c.link, a.pose, c.pose, axis)

    def text(self, child: str, attribute: str) -> str | None:
        value = self.children.get(child, {}).get(attribute)
        if value is None:
            self.report.add(MISSING_ELEMENT, f'<{self.tag}> has no <{child} {attribute}="...">')
        return value

    def vector(self, child: str) -> Vector3 | None:
        text = self.text(child, "value")
        return None if text is None else read_vector(text, f"{child} of <{self.tag}>", self.report)

    def is_link(self, name: str) -> bool:
        if name in self.robot.links:
            return True
        guess = did_you_mean(name, self.robot.links.names)
        self.report.add(UNKNOWN_LINK, f"<{self.tag}> names '{name}', no such link{guess}")
        return False

    def frame(self, child: str) -> _Frame | None:
        name = self.text(child, "name")
        if name is None:
            return None
        if name in self.frames:
            return self.frames[name]
        return _Frame(name, IDENTITY) if self.is_link(name) else None


def _bushing_type(force: Vector3, torque: Vector3) -> tuple[JointType, Vector3] | None:
    held = [stiffness > 0.0 for stiffness in force]
    turned = [stiffness > 0.0 for stiffness in torque]
    if all(held) and not any(turned):
        return "spherical", _AXES[0]
    if all(held) and all(turned):
        return "fixed", _AXES[0]
    if all(held) and sum(turned) == 2:
        return "revolute", _AXES[turned.index(False)]
    if sum(held) == 2 and all(turned):
        return "prismatic", _AXES[held.index(False)]
    return None


def _frames(robot: Robot, report: Report) -> dict[str, _Frame]:
    """The `<frame name link xyz rpy>` elements that Drake adds to URDF."""
    frames: dict[str, _Frame] = {}
    for element in robot.extra:
        if not isinstance(element, RawElement) or element.tag != "frame":
            continue
        attributes = parse_fragment(element.xml, children=False)[0].attrib
        name, link = attributes.get("name"), attributes.get("link")
        what = f"<frame> '{name}'"
        xyz = read_vector(attributes.get("xyz", "0 0 0"), f"xyz of {what}", report)
        rpy = read_vector(attributes.get("rpy", "0 0 0"), f"rpy of {what}", report)
        if name and link and link in robot.links and xyz is not None and rpy is not None:
            frames[name] = _Frame(link, Pose(xyz, rpy))
    return frames


def parse_fragment(xml: str, *, children: bool = True) -> list[ElementTree.Element]:
    """An element that was kept as text: its children, or itself as the only item."""
    wrapped = ElementTree.fromstring(f'<kept xmlns:drake="{_NAMESPACE}">{xml}</kept>')
    return list(wrapped[0]) if children else [wrapped[0]]


def read_vector(text: str, what: str, report: Report) -> Vector3 | None:
    """Three finite numbers, or None with a finding."""
    try:
        numbers = [float(word) for word in text.split()]
    except ValueError:
        numbers = []
    if len(numbers) != 3 or not all(map(isfinite, numbers)):
        report.add(BAD_NUMBER, f"{what} is {text!r}, expected three numbers")
        return None
    return (numbers[0], numbers[1], numbers[2])


def _name(robot: Robot, tag: str, number: int) -> str:
    taken = {*robot.loops.names, *robot.couplings.names}
    name = f"{tag.removeprefix('drake:')}_{number}"
    while name in taken:
        name += "_"
    return name
