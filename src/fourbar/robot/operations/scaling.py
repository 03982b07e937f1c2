"""A robot of another size."""

from __future__ import annotations

from math import isfinite
from typing import Literal, TypeVar

from ...record import replace
from ..configuration import Configuration, JointPosition
from ..error import RobotError
from ..geometry import Box, Capsule, Cylinder, Geometry, Mesh, Sphere
from ..joint import Calibration, Joint, SafetyController, Spring
from ..kind import JointKind
from ..link import Collision, Inertia, Inertial, Link
from ..pose import Pose, Vector3
from ..robot import Robot
from ..tensor import symmetric

R = TypeVar("R", bound=Robot)

Masses = Literal["keep", "density"]


def scaled(robot: R, factor: float, *, masses: Masses = "density") -> R:
    """A copy in which all lengths are `factor` times as long.

    With masses="density" it is made of the same material: masses go with the third power, inertia
    with the fifth. With "keep" masses stay. Lengths include limits, velocities, offsets, rests of
    springs and configurations of sliding joints; efforts, damping, friction, stiffness and
    armatures stay as they are.
    """
    if not (isfinite(factor) and factor > 0.0):
        raise RobotError(f"a scale must be positive and finite, got {factor!r}")
    if masses not in ("density", "keep"):
        raise ValueError(f"unknown masses {masses!r}; expected one of: 'density', 'keep'")
    mass = factor**3 if masses == "density" else 1.0
    return replace(
        robot,
        links=[_link(link, factor, mass) for link in robot.links],
        joints=[_joint(robot, joint, factor) for joint in robot.joints],
        loops=[
            replace(
                loop,
                predecessor_origin=_pose(loop.predecessor_origin, factor),
                successor_origin=_pose(loop.successor_origin, factor),
                pitch=_times(loop.pitch, factor),
            )
            for loop in robot.loops
        ],
        sensors=tuple(replace(s, origin=_pose(s.origin, factor)) for s in robot.sensors),
        configurations=tuple(_configuration(robot, c, factor) for c in robot.configurations),
    )


def _pose(pose: Pose, factor: float) -> Pose:
    return Pose(_vector(pose.xyz, factor), pose.rpy)


def _vector(vector: Vector3, factor: float) -> Vector3:
    x, y, z = vector
    return (x * factor, y * factor, z * factor)


def _times(value: float | None, factor: float) -> float | None:
    return None if value is None else value * factor


def _link(link: Link, factor: float, mass: float) -> Link:
    own = link.self_collision_checking
    return replace(
        link,
        inertial=None if link.inertial is None else _inertial(link.inertial, factor, mass),
        visuals=tuple(
            replace(v, origin=_pose(v.origin, factor), geometry=_geometry(link, v.geometry, factor))
            for v in link.visuals
        ),
        collisions=tuple(_collision(link, c, factor) for c in link.collisions),
        self_collision_checking=None if own is None else _collision(link, own, factor),
    )


def _collision(link: Link, shape: Collision, factor: float) -> Collision:
    geometry = _geometry(link, shape.geometry, factor)
    return replace(shape, origin=_pose(shape.origin, factor), geometry=geometry)


def _inertial(inertial: Inertial, factor: float, mass: float) -> Inertial:
    times = mass * factor * factor
    return replace(
        inertial,
        mass=inertial.mass * mass,
        inertia=Inertia(*(x * times for x in symmetric(inertial.inertia))),
        origin=_pose(inertial.origin, factor),
    )


def _geometry(link: Link, geometry: Geometry, factor: float) -> Geometry:
    match geometry:
        case Box():
            return replace(geometry, size=_vector(geometry.size, factor))
        case Cylinder() | Capsule():
            size = {"radius": geometry.radius * factor, "length": geometry.length * factor}
            return replace(geometry, **size)
        case Sphere():
            return replace(geometry, radius=geometry.radius * factor)
        case Mesh():
            return replace(geometry, scale=_vector(geometry.scale, factor))
        case _:
            raise RobotError(f"link {link.name!r} has a shape that fourbar does not know")


def _slides(kind: JointKind) -> bool:
    """Whether the range, the velocity and the effort of a joint are about a length."""
    return kind.moves and all(
        step.unit == "m" for step, rated in zip(kind.chain, kind.rated, strict=True) if rated
    )


def _joint(robot: Robot, joint: Joint, factor: float) -> Joint:
    ranged = factor if joint.kind.has_range and joint.kind.range_unit == "m" else 1.0
    limit = joint.limit
    if limit is not None:
        limit = replace(
            limit,
            lower=_times(limit.lower, ranged),
            upper=_times(limit.upper, ranged),
            velocity=_times(limit.velocity, factor if _slides(joint.kind) else 1.0),
        )
    mimic = joint.mimic
    if mimic is not None and mimic.joint in robot.joints:
        own = factor if _slides(joint.kind) else 1.0
        other = factor if _slides(robot.joints[mimic.joint].kind) else 1.0
        mimic = replace(mimic, multiplier=mimic.multiplier * own / other, offset=mimic.offset * own)
    return replace(
        joint,
        origin=_pose(joint.origin, factor),
        limit=limit,
        mimic=mimic,
        pitch=_times(joint.pitch, factor),
        spring=_spring(joint, factor),
        safety_controller=_safety(joint.safety_controller, ranged),
        calibration=_calibration(joint.calibration, ranged),
    )


def _spring(joint: Joint, factor: float) -> Spring | None:
    if joint.spring is None or not _slides(joint.kind):
        return joint.spring
    return replace(joint.spring, rest=joint.spring.rest * factor)


def _safety(safety: SafetyController | None, factor: float) -> SafetyController | None:
    if safety is None:
        return None
    return replace(
        safety,
        soft_lower_limit=_times(safety.soft_lower_limit, factor),
        soft_upper_limit=_times(safety.soft_upper_limit, factor),
    )


def _calibration(calibration: Calibration | None, factor: float) -> Calibration | None:
    if calibration is None:
        return None
    return Calibration(
        _times(calibration.rising, factor),
        _times(calibration.falling, factor),
        _times(calibration.reference_position, factor),
    )


def _configuration(robot: Robot, configuration: Configuration, factor: float) -> Configuration:
    return replace(
        configuration, positions=tuple(_position(robot, p, factor) for p in configuration.positions)
    )


def _position(robot: Robot, position: JointPosition, factor: float) -> JointPosition:
    joint = robot.joints.get(position.joint)
    if joint is None:
        return position
    units = joint.kind.q_units("xyt")
    return replace(
        position,
        values=tuple(
            value * factor if unit == "m" else value
            for value, unit in zip(position.values, (*units, *[None] * 8), strict=False)
        ),
    )
