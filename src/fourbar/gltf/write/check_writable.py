"""Whether a robot can be a tree of nodes whose joints have directions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isfinite

from ... import rules
from ...diagnostics import ROBOT, PartPath, Report, Rule
from ...record import field_names
from ...robot import Joint, Loop, Robot
from ..basis import ROOT
from ..describe import loop_record
from ..dofs import dofs_of
from ..findings import report_part
from ..read.json_object import LARGEST

_AXES = frozenset(("axis", "axis2"))


def check_writable(robot: Robot, report: Report) -> bool:
    """Report what keeps a robot from being written; whether nothing does."""
    return _Check(robot, report).sound()


class _Check:
    def __init__(self, robot: Robot, report: Report) -> None:
        self.robot = robot
        self.report = report
        self.count = 0

    def sound(self) -> bool:
        robot = self.robot
        if not robot.links:
            self._refuse(rules.gltf.ROBOT_NOT_A_TREE, ROBOT, "the robot has no links")
        for joint in robot.joints:
            self._joint(joint)
        for loop in robot.loops:
            self._loop(loop)
        for coupling in robot.couplings:
            self._links("coupling", coupling.name, (coupling.predecessor, coupling.successor))
        for kind, parts in (
            ("link", robot.links),
            ("joint", robot.joints),
            ("loop", robot.loops),
            ("coupling", robot.couplings),
        ):
            for part in parts:
                self._range(kind, part.name, part)
        if self.count == 0:
            self._check_reachable()
        return self.count == 0

    def _range(self, kind: str, name: str, part: object) -> None:
        """What is written must be read again, and readers have a limit."""
        largest = max(_sizes(part), default=0.0)
        if largest >= LARGEST:
            message = f"{kind} '{name}' has a number that is too large: {largest:g}"
            self._refuse(rules.gltf.ROBOT_NOT_FINITE, PartPath(kind, name), message)

    def _refuse(self, rule: Rule, path: PartPath, message: str) -> None:
        self.count += 1
        report_part(self.report, rule, message, robot=self.robot, path=path)

    def _joint(self, joint: Joint) -> None:
        path = PartPath("joint", joint.name)
        self._links("joint", joint.name, (joint.parent, joint.child))
        parents = self.robot.parent_joints.get(joint.child, ())
        if len(parents) > 1 and parents[0] is not joint:
            first = parents[0].name
            message = f"link '{joint.child}' is the child of both '{first}' and '{joint.name}'"
            self._refuse(rules.gltf.ROBOT_NOT_A_TREE, path, message)
        try:
            dofs_of(joint)
        except ValueError as error:
            message = f"joint '{joint.name}': {error}"
            self._refuse(rules.gltf.ROBOT_NOT_FINITE, path / "axis", message)

    def _loop(self, loop: Loop) -> None:
        path = PartPath("loop", loop.name)
        self._links("loop", loop.name, (loop.predecessor, loop.successor))
        try:
            loop_record(loop, ROOT)
        except ValueError as error:
            self._refuse(rules.gltf.ROBOT_NOT_FINITE, path / "axis", f"loop '{loop.name}': {error}")

    def _links(self, kind: str, name: str, sides: Iterable[str]) -> None:
        for side in sides:
            if side not in self.robot.links:
                message = f"{kind} '{name}': link '{side}' does not exist"
                self._refuse(rules.gltf.ROBOT_NOT_A_TREE, PartPath(kind, name), message)

    def _check_reachable(self) -> None:
        robot = self.robot
        seen = {link.name for link in robot.roots}
        pending = list(seen)
        while pending:
            for joint in robot.child_joints.get(pending.pop(), ()):
                seen.add(joint.child)
                pending.append(joint.child)
        for link in robot.links:
            if link.name not in seen:
                message = f"link '{link.name}' has no root: its parent joints form a cycle"
                self._refuse(rules.gltf.ROBOT_NOT_A_TREE, PartPath("link", link.name), message)
                return


def _sizes(value: object) -> Iterator[float]:
    """The finite numbers of a part, without their signs; axes are written at length one."""
    if isinstance(value, float):
        if isfinite(value):
            yield abs(value)
    elif isinstance(value, tuple):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _sizes(item)  # pyright: ignore[reportUnknownArgumentType]
    elif hasattr(value, "__record_fields__"):
        for name in field_names(type(value)):
            if name not in _AXES:
                yield from _sizes(getattr(value, name))
