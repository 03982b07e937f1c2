"""Who else speaks of a link or a joint, in a way that an operation could not follow."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..raw import Extra, RawElement
from ..robot import Robot

_WORD = re.compile(r"[\w.-]+")


class Mentions:
    """Why links and joints of a robot cannot go: what refers to them, in words."""

    def __init__(self, robot: Robot) -> None:
        self._joints: dict[str, str] = {}
        for joint in robot.joints:
            if joint.mimic is not None:
                self._say(joint.mimic.joint, f"joint {joint.name!r} mimics it")
        for transmission in robot.transmissions:
            for end in transmission.joints:
                self._say(end.name, f"transmission {transmission.name!r} is about it")
        for control in robot.ros2_control:
            for component in control.components:
                if component.kind == "joint":
                    self._say(component.name, f"ros2_control {control.name!r} is about it")
        for sensor in robot.sensors:
            self._say(sensor.parent_joint, f"sensor {sensor.name!r} measures at it")
        for configuration in robot.configurations:
            for position in configuration.positions:
                reason = f"configuration {configuration.label!r} has a position for it"
                self._say(position.joint, reason)
        self._references = {gazebo.reference for gazebo in robot.gazebo}
        self._text = _UnmodelledText(robot)

    def _say(self, joint: str, reason: str) -> None:
        self._joints.setdefault(joint, reason)

    def of_joint(self, name: str) -> str | None:
        """Who speaks of a joint; None where nobody does."""
        return self._joints.get(name) or self.of_link(name)

    def of_link(self, name: str) -> str | None:
        """Which text that fourbar does not understand has the name of a link; None where none."""
        if name in self._references:
            return f"a <gazebo> block refers to {name!r}"
        where = self._text.find(name)
        if where is None:
            return None
        return f"<{where}>, which fourbar does not model, mentions {name!r}"


class _UnmodelledText:
    """The words of all elements and attributes that fourbar does not model."""

    def __init__(self, robot: Robot) -> None:
        self._words: dict[str, str] = {}
        self._texts: list[tuple[str, str]] = []
        for extra in _raw(robot):
            for item in extra:
                raw = isinstance(item, RawElement)
                where, text = (item.tag, item.xml) if raw else (item.name, item.value)
                self._texts.append((where, text))
                for word in _WORD.findall(text):
                    self._words.setdefault(word, where)

    def find(self, name: str) -> str | None:
        """The element or attribute that has a name; None where none has."""
        if _WORD.fullmatch(name):
            return self._words.get(name)
        return next((where for where, text in self._texts if name in text), None)


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
    text = _UnmodelledText(after)
    names = (*before.links.names, *before.joints.names)
    return tuple(name for name in dict.fromkeys(names) if name in gone and text.find(name))


def unmodelled(robot: Robot) -> tuple[str, ...]:
    """What stays as it was written when lengths or directions change: `<gazebo>` and the like."""
    found: dict[str, int] = {}
    for extra in _raw(robot):
        for item in extra:
            if isinstance(item, RawElement):
                found[item.tag] = found.get(item.tag, 0) + 1
    return tuple(f"<{tag}> ({n} times)" if n > 1 else f"<{tag}>" for tag, n in found.items())
