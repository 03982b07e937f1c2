"""Closed chains that a Gepetto `robot.yaml` beside a URDF describes.

    closed_loop: [[frame_a, frame_b], ...]
    type: ['6d', '3d', ...]
    name_mot: [motor_1, ...]

A frame is a link, or a joint, which stands for the frame of its child. "6d" holds the two frames
together entirely, "3d" only their origins.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from ..diagnostics import Report, did_you_mean
from ..robot import JointType, Loop, Robot
from .lift_rules import LIFTED, UNUSABLE_LOOPS
from .rules import UNKNOWN_JOINT, UNKNOWN_LINK

_TYPES: dict[str, JointType] = {"6d": "fixed", "3d": "spherical"}


class Lifted(NamedTuple):
    """The robot with its loops, and the joints that have a motor."""

    robot: Robot
    motors: tuple[str, ...]


def lift_gepetto(
    robot: Robot, file: str | os.PathLike[str], *, report: Report | None = None
) -> Lifted:
    """The robot with the closed loops of a `robot.yaml`; findings go into `report`.

    What cannot be used is reported and left out; nothing is raised but OSError. Motors are named
    only: how many joints are independent depends on the mechanism, not on its motors.
    """
    findings = Report() if report is None else report
    content = _load(Path(file), findings)
    if content is None:
        return Lifted(robot, ())
    pairs = _list(content, "closed_loop", file, findings)
    types = _list(content, "type", file, findings)
    if pairs and types and len(types) != len(pairs):
        findings.add(
            UNUSABLE_LOOPS,
            f"'{file}' has {len(pairs)} closed loops but {len(types)} types; give one for each",
        )
        return Lifted(robot, ())
    loops: list[Loop] = []
    for number, pair in enumerate(pairs):
        word = str(types[number]).lower() if types else "6d"
        loop = _loop(robot, number, pair, word, str(file), findings)
        if loop is not None:
            loops.append(loop)
    motors = _motors(robot, _list(content, "name_mot", file, findings), str(file), findings)
    return Lifted(robot.add(*loops) if loops else robot, motors)


def _load(file: Path, report: Report) -> Mapping[str, Any] | None:
    import yaml

    try:
        content = yaml.safe_load(file.read_bytes())
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        report.add(UNUSABLE_LOOPS, f"'{file}' is no YAML: {first}")
        return None
    if not isinstance(content, Mapping):
        report.add(
            UNUSABLE_LOOPS, f"'{file}' holds no mapping; expected closed_loop: [[a, b], ...]"
        )
        return None
    return cast("Mapping[str, Any]", content)


def _list(
    content: Mapping[str, Any], key: str, file: str | os.PathLike[str], report: Report
) -> list[Any]:
    value = content.get(key)
    if value is None:
        if key == "closed_loop":
            report.add(UNUSABLE_LOOPS, f"'{file}' has no closed_loop, so there is nothing to close")
        return []
    if not isinstance(value, list):
        report.add(UNUSABLE_LOOPS, f"{key} in '{file}' is {value!r}, expected a list")
        return []
    return cast("list[Any]", value)


def _loop(
    robot: Robot, number: int, pair: Any, word: str, file: str, report: Report
) -> Loop | None:
    place = f"closed_loop[{number}]"
    if not isinstance(pair, list) or len(cast("list[Any]", pair)) != 2:
        report.add(UNUSABLE_LOOPS, f"{place} in '{file}' is {pair!r}, expected two frames")
        return None
    type = _TYPES.get(word)
    if type is None:
        known = ", ".join(_TYPES)
        report.add(
            UNUSABLE_LOOPS, f"{place} in '{file}' has type {word!r}, expected one of {known}"
        )
        return None
    ends = [_link(robot, str(name), place, file, report) for name in cast("list[Any]", pair)]
    if ends[0] is None or ends[1] is None:
        return None
    name = _name(robot, number)
    report.add(
        LIFTED,
        f"closed loop of '{ends[0]}' and '{ends[1]}' ({word}) in '{file}' is read as a {type} loop",
        path=f"loop[{name}]",
    )
    return Loop(name, type, ends[0], ends[1])


def _link(robot: Robot, name: str, place: str, file: str, report: Report) -> str | None:
    if name in robot.links:
        return name
    if name in robot.joints:
        return robot.joints[name].child
    guess = did_you_mean(name, [*robot.links.names, *robot.joints.names])
    report.add(UNKNOWN_LINK, f"{place} in '{file}' names '{name}', no such link or joint{guess}")
    return None


def _name(robot: Robot, number: int) -> str:
    taken = {*robot.loops.names, *robot.couplings.names}
    name = f"closed_loop_{number + 1}"
    while name in taken:
        name += "_"
    return name


def _motors(robot: Robot, names: list[Any], file: str, report: Report) -> tuple[str, ...]:
    motors: list[str] = []
    for name in map(str, names):
        # A part of a name stands for all joints that have it, as Gepetto's loader reads it.
        found = [name] if name in robot.joints else [j for j in robot.joints.names if name in j]
        if not found:
            guess = did_you_mean(name, robot.joints.names)
            report.add(UNKNOWN_JOINT, f"name_mot in '{file}' names '{name}', no such joint{guess}")
        motors += [joint for joint in found if joint not in motors]
    return tuple(motors)
