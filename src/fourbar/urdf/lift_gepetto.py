"""Closed chains that a Gepetto `robot.yaml` beside a URDF describes.

    closed_loop: [[frame_a, frame_b], ...]
    type: ['6d', '3d', ...]
    name_mot: [motor_1, ...]

A frame is a link, or a joint, which stands for the frame of its child. "6d" holds the two frames
together entirely, "3d" only their origins.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from .. import rules
from ..diagnostics import PartPath, Report, Rule, SourceText, did_you_mean
from ..files import OpenedFiles
from ..robot import JointType, Loop, Robot

_KEY = re.compile(rb"^\s*[{\"']*closed_loop[\"']?\s*:", re.MULTILINE)
_MOST = 1 << 20
_TYPES: dict[str, JointType] = {"6d": "fixed", "3d": "spherical"}


class Lifted(NamedTuple):
    """The robot with its loops, and the joints that have a motor."""

    robot: Robot
    motors: tuple[str, ...]


def lift_gepetto(
    robot: Robot,
    file: str | os.PathLike[str],
    *,
    report: Report | None = None,
    opened: OpenedFiles | None = None,
) -> Lifted:
    """The robot with the closed loops of a `robot.yaml`; findings go into `report`.

    What cannot be used is reported and left out; nothing is raised. Motors are named only: how
    many joints are independent depends on the mechanism, not on its motors.
    """
    findings = Report() if report is None else report
    path = Path(file)
    try:
        data = (opened or OpenedFiles()).read(path, most=_MOST)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        span = SourceText(str(path), b"").span(0, 0)
        facts = {"missing": isinstance(error, FileNotFoundError)}
        message = f"cannot open '{path}': {reason}"
        findings.add(rules.xml.UNREADABLE_FILE, message, span=span, facts=facts)
        return Lifted(robot, ())
    return _Lift(robot, SourceText(str(path), data), findings).run()


def lift_beside(robot: Robot, file: Path, *, report: Report, opened: OpenedFiles) -> Robot:
    """The robot with the closed loops of a `robot.yaml` that nobody asked for.

    A file of that name that closes nothing, or whose frames are all of some other robot, is not
    meant for this one.
    """
    try:
        data = opened.read(file, most=_MOST)
    except OSError:
        return robot
    if not _KEY.search(data):
        return robot
    lift = _Lift(robot, SourceText(str(file), data), Report())
    if not lift.is_meant:
        return robot
    report.add_source(lift.text)
    report.extend(lift.report)
    lift.report = report
    return lift.run().robot


class _Lift:
    """The content of a file on its way into a robot."""

    def __init__(self, robot: Robot, text: SourceText, report: Report) -> None:
        self.robot = robot
        self.text = text
        self.report = report
        report.add_source(text)
        self.content = self._load()

    @property
    def is_meant(self) -> bool:
        """Whether the file names a frame of this robot, or cannot be read at all."""
        if self.content is None:
            return True
        pairs = self.content.get("closed_loop")
        if not isinstance(pairs, list):
            return False
        known = {*self.robot.links.names, *self.robot.joints.names}
        return any(
            str(name) in known
            for pair in cast("list[Any]", pairs)
            if isinstance(pair, list)
            for name in cast("list[Any]", pair)
        )

    def run(self) -> Lifted:
        if self.content is None:
            return Lifted(self.robot, ())
        pairs = self._list("closed_loop")
        types = self._list("type")
        if pairs and types and len(types) != len(pairs):
            message = f"{len(pairs)} closed loops but {len(types)} types; give one for each"
            self._add(rules.schema.UNUSABLE_LOOPS, message, "type")
            return Lifted(self.robot, ())
        loops: list[Loop] = []
        for number, pair in enumerate(pairs):
            loop = self._loop(number, pair, str(types[number]).lower() if types else "6d")
            if loop is not None:
                loops.append(loop)
        motors = self._motors(self._list("name_mot"))
        return Lifted(self.robot.add(*loops) if loops else self.robot, motors)

    def _load(self) -> Mapping[str, Any] | None:
        import yaml

        try:
            content = yaml.safe_load(self.text.data)
        except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
            first = str(error).splitlines()[0] if str(error) else type(error).__name__
            self._add(rules.schema.UNUSABLE_LOOPS, f"the file is not valid YAML: {first}")
            return None
        if not isinstance(content, Mapping):
            self._add(
                rules.schema.UNUSABLE_LOOPS,
                "the file is not a mapping such as closed_loop: [[a, b]]",
            )
            return None
        return cast("Mapping[str, Any]", content)

    def _list(self, key: str) -> list[Any]:
        assert self.content is not None
        value = self.content.get(key)
        if value is None:
            if key == "closed_loop":
                self._add(
                    rules.schema.UNUSABLE_LOOPS,
                    "closed_loop is missing, so there is nothing to close",
                )
            return []
        if not isinstance(value, list):
            self._add(rules.schema.UNUSABLE_LOOPS, f"{key} must be a list, got {value!r}", key)
            return []
        return cast("list[Any]", value)

    def _loop(self, number: int, pair: Any, word: str) -> Loop | None:
        place = f"closed_loop[{number}]"
        if not isinstance(pair, list) or len(cast("list[Any]", pair)) != 2:
            self._add(
                rules.schema.UNUSABLE_LOOPS,
                f"{place} must be two frames, got {pair!r}",
                "closed_loop",
            )
            return None
        type = _TYPES.get(word)
        if type is None:
            known = ", ".join(_TYPES)
            message = f"{place}: unknown type '{word}'; expected one of: {known}"
            self._add(rules.schema.UNUSABLE_LOOPS, message, word)
            return None
        first, second = map(str, cast("list[Any]", pair))
        ends = self._link(first, place), self._link(second, place)
        if ends[0] is None or ends[1] is None:
            return None
        taken = {*self.robot.loops.names, *self.robot.couplings.names}
        name = f"closed_loop_{number + 1}"
        while name in taken:
            name += "_"
        message = f"{place} of '{ends[0]}' and '{ends[1]}' ({word}) is read as {type} loop '{name}'"
        self._add(rules.schema.LIFTED_LOOP, message, first, path=PartPath("loop", name))
        return Loop(name, type, ends[0], ends[1])

    def _link(self, name: str, place: str) -> str | None:
        if name in self.robot.links:
            return name
        if name in self.robot.joints:
            return self.robot.joints[name].child
        guess = did_you_mean(name, [*self.robot.links.names, *self.robot.joints.names])
        self._add(
            rules.references.UNKNOWN_LINK,
            f"{place}: link or joint '{name}' does not exist{guess}",
            name,
        )
        return None

    def _motors(self, names: list[Any]) -> tuple[str, ...]:
        joints = self.robot.joints
        motors: list[str] = []
        for name in map(str, names):
            # A part of a name stands for all joints that have it, as Gepetto's loader reads it.
            found = [name] if name in joints else [j for j in joints.names if name in j]
            if not found:
                guess = did_you_mean(name, joints.names)
                self._add(
                    rules.references.UNKNOWN_JOINT,
                    f"name_mot: joint '{name}' does not exist{guess}",
                    name,
                )
            motors += [joint for joint in found if joint not in motors]
        return tuple(motors)

    def _add(
        self, rule: Rule, message: str, word: str = "", *, path: PartPath | None = None
    ) -> None:
        """A finding at the first place where the file has that word."""
        start = max(self.text.data.find(word.encode()), 0)
        span = self.text.span(start, start + len(word.encode()))
        self.report.add(rule, message, span=span, path=path)
