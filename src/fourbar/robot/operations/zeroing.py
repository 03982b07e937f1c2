"""Let a joint's position count from elsewhere; the robot stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import TypeVar

from ...markup import number
from ...numerics import EDIT_COUPLED
from ...record import replace
from ...spatial.rotation import matrix_of, quaternion_about, rpy_of_matrix
from ...spatial.vector import unit
from ..configuration import Configuration
from ..control import ControlComponent, Interface, Parameter, Ros2Control
from ..error import RobotError
from ..joint import Calibration, Joint, Limit, SafetyController, Spring
from ..paths import chain
from ..pose import Pose
from ..robot import Robot

R = TypeVar("R", bound=Robot)

_SHIFTED = ("min", "max", "initial_value")
"""Parameters of a position interface of ros2_control that are positions."""


def set_zero(robot: R, positions: Mapping[str, float]) -> R:
    """A copy in which joints are at zero where they were at these positions [rad or m].

    Limits, springs, mimics, configurations and control count from there as well.
    """
    for name, value in positions.items():
        joint = robot.joints[name]
        if not isfinite(value):
            raise RobotError(f"the new zero of joint {name!r} must be finite, got {value!r}")
        if joint.dof != 1:
            raise RobotError(
                f"joint {name!r} is {joint.type}; only a joint with one degree of freedom has a "
                "zero that can be set"
            )
    _check_couplings(robot, positions)
    return replace(
        robot,
        joints=[_joint(joint, positions) for joint in robot.joints],
        configurations=tuple(_configuration(c, positions) for c in robot.configurations),
        ros2_control=tuple(_control(c, positions) for c in robot.ros2_control),
    )


def displacement(joint: Joint, value: float) -> Pose:
    """The pose across a joint with one degree of freedom at a position [rad or m]."""
    axis = unit(joint.axis)
    motion = joint.kind.chain[0].motion
    along = value if motion == "translation" else joint.lead * value
    x, y, z = axis
    xyz = (along * x, along * y, along * z)
    if motion == "translation":
        return Pose(xyz)
    return Pose(xyz, rpy_of_matrix(matrix_of(quaternion_about(axis, value))))


def _joint(joint: Joint, positions: Mapping[str, float]) -> Joint:
    value = positions.get(joint.name, 0.0)
    mimic = joint.mimic
    if mimic is not None:
        offset = mimic.offset + mimic.multiplier * positions.get(mimic.joint, 0.0) - value
        mimic = replace(mimic, offset=offset)
    if not value:
        return joint if mimic == joint.mimic else replace(joint, mimic=mimic)
    return replace(
        joint,
        origin=joint.origin @ displacement(joint, value),
        limit=_limit(joint, value),
        mimic=mimic,
        spring=_spring(joint.spring, value),
        safety_controller=_safety(joint.safety_controller, value),
        calibration=_calibration(joint.calibration, value),
    )


def _limit(joint: Joint, value: float) -> Limit | None:
    lower, upper = joint.bounds
    if joint.limit is None or not (isfinite(lower) or isfinite(upper)):
        return joint.limit
    return replace(joint.limit, lower=lower - value, upper=upper - value)


def _spring(spring: Spring | None, value: float) -> Spring | None:
    return None if spring is None else replace(spring, rest=spring.rest - value)


def _safety(safety: SafetyController | None, value: float) -> SafetyController | None:
    if safety is None:
        return None
    lower, upper = safety.soft_lower_limit, safety.soft_upper_limit
    return replace(
        safety,
        soft_lower_limit=None if lower is None else lower - value,
        soft_upper_limit=None if upper is None else upper - value,
    )


def _calibration(calibration: Calibration | None, value: float) -> Calibration | None:
    if calibration is None:
        return None
    shifted = {
        field: position - value
        for field in ("rising", "falling", "reference_position")
        if (position := getattr(calibration, field)) is not None
    }
    return replace(calibration, **shifted)


def _configuration(configuration: Configuration, positions: Mapping[str, float]) -> Configuration:
    return replace(
        configuration,
        positions=tuple(
            replace(p, values=(p.values[0] - positions[p.joint], *p.values[1:]))
            if positions.get(p.joint) and p.values
            else p
            for p in configuration.positions
        ),
    )


def _control(control: Ros2Control, positions: Mapping[str, float]) -> Ros2Control:
    def component(part: ControlComponent) -> ControlComponent:
        value = positions.get(part.name, 0.0) if part.kind == "joint" else 0.0
        if not value:
            return part
        return replace(
            part,
            command_interfaces=tuple(
                _interface(i, part.name, value) for i in part.command_interfaces
            ),
            state_interfaces=tuple(_interface(i, part.name, value) for i in part.state_interfaces),
        )

    return replace(control, components=tuple(map(component, control.components)))


def _interface(interface: Interface, joint: str, value: float) -> Interface:
    if interface.name != "position":
        return interface

    def parameter(part: Parameter) -> Parameter:
        if part.name not in _SHIFTED:
            return part
        try:
            return replace(part, value=number(float(part.value) - value))
        except ValueError:
            raise RobotError(
                f"parameter {part.name!r} of joint {joint!r} in ros2_control is not a number: "
                f"{part.value!r}; it cannot follow the new zero"
            ) from None

    return replace(interface, parameters=tuple(map(parameter, interface.parameters)))


def _check_couplings(robot: Robot, positions: Mapping[str, float]) -> None:
    """RobotError where a coupling, which has no offset, would not hold at the new zeros."""
    for coupling in robot.couplings:
        link, up, sums = coupling.predecessor, True, [0.0, 0.0]
        for joint in chain(robot, coupling.predecessor, coupling.successor):
            up = up and joint.child == link
            link = joint.parent if up else joint.child
            sums[not up] += positions.get(joint.name, 0.0)
        if abs(sums[0] - coupling.ratio * sums[1]) > EDIT_COUPLED:
            raise RobotError(
                f"coupling {coupling.name!r} has no offset: set the zeros of its joints so that "
                f"they fulfil it, or leave them"
            )
