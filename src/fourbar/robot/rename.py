"""Give parts of a robot new names, with every reference following."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from .configuration import Configuration
from .control import ControlComponent, Ros2Control, Transmission, TransmissionEnd
from .error import RobotError
from .joint import Joint
from .link import Link, Visual
from .named import HasName
from .robot import Robot

R = TypeVar("R", bound=Robot)
Names = Mapping[str, str]
_NONE: Names = {}


def rename(
    robot: R,
    *,
    links: Names = _NONE,
    joints: Names = _NONE,
    loops: Names = _NONE,
    couplings: Names = _NONE,
    materials: Names = _NONE,
    sensors: Names = _NONE,
    transmissions: Names = _NONE,
    controls: Names = _NONE,
) -> R:
    """A copy with the names that stand in the mappings replaced.

    Raw XML (inside Gazebo plugins, for one) is text to us: names inside it stay as they are.
    """

    def link(name: str) -> str:
        return links.get(name, name)

    return replace(
        robot,
        links=[_link(item, links, materials) for item in robot.links],
        joints=[_joint(item, links, joints) for item in robot.joints],
        loops=[
            replace(
                item,
                name=loops.get(item.name, item.name),
                predecessor=link(item.predecessor),
                successor=link(item.successor),
            )
            for item in robot.loops
        ],
        couplings=[
            replace(
                item,
                name=couplings.get(item.name, item.name),
                predecessor=link(item.predecessor),
                successor=link(item.successor),
            )
            for item in robot.couplings
        ],
        materials=[
            replace(item, name=materials.get(item.name, item.name)) for item in robot.materials
        ],
        transmissions=tuple(_transmission(t, joints, transmissions) for t in robot.transmissions),
        ros2_control=tuple(_control(c, joints, controls) for c in robot.ros2_control),
        sensors=tuple(
            replace(
                s,
                name=sensors.get(s.name, s.name),
                parent=link(s.parent),
                parent_joint=joints.get(s.parent_joint, s.parent_joint),
            )
            for s in robot.sensors
        ),
        configurations=tuple(_configuration(c, joints) for c in robot.configurations),
        extensions=tuple(extension.renamed(links, joints) for extension in robot.extensions),
    )


def prefixed(robot: R, prefix: str) -> R:
    """A copy with `prefix` before the name of every part."""

    def names(items: Iterable[HasName]) -> dict[str, str]:
        return {item.name: prefix + item.name for item in items if item.name}

    return rename(
        robot,
        links=names(robot.links),
        joints=names(robot.joints),
        loops=names(robot.loops),
        couplings=names(robot.couplings),
        materials=names(robot.materials),
        sensors=names(robot.sensors),
        transmissions=names(robot.transmissions),
        controls=names(robot.ros2_control),
    )


def _link(link: Link, links: Names, materials: Names) -> Link:
    visuals = tuple(_visual(visual, materials) for visual in link.visuals)
    return replace(link, name=links.get(link.name, link.name), visuals=visuals)


def _visual(visual: Visual, materials: Names) -> Visual:
    material = visual.material
    if material is None or material.name not in materials:
        return visual
    return replace(visual, material=replace(material, name=materials[material.name]))


def _joint(joint: Joint, links: Names, joints: Names) -> Joint:
    mimic = joint.mimic
    if mimic is not None:
        mimic = replace(mimic, joint=joints.get(mimic.joint, mimic.joint))
    return replace(
        joint,
        name=joints.get(joint.name, joint.name),
        parent=links.get(joint.parent, joint.parent),
        child=links.get(joint.child, joint.child),
        mimic=mimic,
    )


def _transmission(item: Transmission, joints: Names, transmissions: Names) -> Transmission:
    def end(side: TransmissionEnd) -> TransmissionEnd:
        return replace(side, name=joints.get(side.name, side.name))

    name = transmissions.get(item.name, item.name)
    return replace(item, name=name, joints=tuple(map(end, item.joints)))


def _control(control: Ros2Control, joints: Names, controls: Names) -> Ros2Control:
    def component(part: ControlComponent) -> ControlComponent:
        if part.kind != "joint":
            return part
        return replace(part, name=joints.get(part.name, part.name))

    name = controls.get(control.name, control.name)
    return replace(control, name=name, components=tuple(map(component, control.components)))


def _configuration(configuration: Configuration, joints: Names) -> Configuration:
    positions = tuple(
        replace(position, joint=joints.get(position.joint, position.joint))
        for position in configuration.positions
    )
    return replace(configuration, positions=positions)


def refuse_taken(robot: Robot, old: str, new: str) -> None:
    """RobotError where a link or joint would get the name of another one."""
    kinds: tuple[tuple[str, Container[str]], ...] = (("link", robot.links), ("joint", robot.joints))
    for kind, parts in kinds:
        if old != new and old in parts and new in parts:
            raise RobotError(f"cannot rename {kind} '{old}' to '{new}': a {kind} has that name")
