"""Who else speaks of a link or a joint, in a way that an operation could not follow."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..raw import Extra, RawElement
from ..robot import Robot


def joint_mentions(robot: Robot, name: str) -> str | None:
    """Why a joint cannot go: what refers to it, in words; None where nothing does."""
    for joint in robot.joints:
        if joint.mimic is not None and joint.mimic.joint == name:
            return f"joint {joint.name!r} mimics it"
    for transmission in robot.transmissions:
        if any(end.name == name for end in transmission.joints):
            return f"transmission {transmission.name!r} is about it"
    for control in robot.ros2_control:
        if any(c.kind == "joint" and c.name == name for c in control.components):
            return f"ros2_control {control.name!r} is about it"
    for sensor in robot.sensors:
        if sensor.parent_joint == name:
            return f"sensor {sensor.name!r} measures at it"
    for configuration in robot.configurations:
        if any(position.joint == name for position in configuration.positions):
            return f"configuration {configuration.label!r} has a position for it"
    return _in_raw_text(robot, name)


def link_mentions(robot: Robot, name: str) -> str | None:
    """Why a link cannot become part of another: text that fourbar does not understand has it."""
    return _in_raw_text(robot, name)


def _in_raw_text(robot: Robot, name: str) -> str | None:
    for gazebo in robot.gazebo:
        if gazebo.reference == name:
            return f"a <gazebo> block refers to {name!r}"
    word = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])")
    for extra in _raw(robot):
        for item in extra:
            text = item.xml if isinstance(item, RawElement) else item.value
            if word.search(text):
                what = item.tag if isinstance(item, RawElement) else item.name
                return f"<{what}>, which fourbar does not model, mentions {name!r}"
    return None


def _raw(robot: Robot) -> Iterator[Extra]:
    yield robot.extra
    yield from (gazebo.extra for gazebo in robot.gazebo)
    yield from (sensor.extra for sensor in robot.sensors)
    for control in robot.ros2_control:
        yield control.extra
        yield from (component.extra for component in control.components)
    yield from (transmission.extra for transmission in robot.transmissions)


def stale_mentions(before: Robot, after: Robot) -> tuple[str, ...]:
    """Links and joints that an operation has renamed or taken out and unmodelled text still has."""
    gone = {*before.links.names, *before.joints.names} - {*after.links.names, *after.joints.names}
    if not gone:
        return ()
    words: set[str] = set()
    for extra in _raw(after):
        for item in extra:
            text = item.xml if isinstance(item, RawElement) else item.value
            words.update(re.findall(r"[^\s<>\"'=,;]+", text))
    return tuple(
        name for name in (*before.links.names, *before.joints.names) if name in gone & words
    )


def unmodelled(robot: Robot) -> tuple[str, ...]:
    """What stays as it was written when lengths or directions change: `<gazebo>` and the like."""
    found: dict[str, int] = {}
    for extra in _raw(robot):
        for item in extra:
            if isinstance(item, RawElement):
                found[item.tag] = found.get(item.tag, 0) + 1
    return tuple(f"<{tag}> ({n} times)" if n > 1 else f"<{tag}>" for tag, n in found.items())
