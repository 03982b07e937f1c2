"""Robots that differ a little: within tolerances, or for learning."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..mechanics import Model, kinematics
from ..record import record, replace
from ..robot import Pose, Robot
from .error import FleetError


@record
class Variation:
    """How much parts vary, uniformly to both sides.

    Attributes
    ----------
    position
        Of joint origins along each axis [m].
    rotation
        Of joint origins about each axis [rad].
    mass
        Of links, as a share; the inertia varies with the mass.
    friction
        Of joint damping and friction, as a share.
    """

    position: float = 0.0
    rotation: float = 0.0
    mass: float = 0.0
    friction: float = 0.0

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not 0.0 <= value < np.inf:
                raise ValueError(f"{name} must not be negative, got {value}")
        if self.mass >= 1.0 or self.friction > 1.0:
            raise ValueError("mass must be below 1 and friction at most 1")


class PoseErrors(NamedTuple):
    """How far a link is from where it should be, for each varied robot."""

    position: NDArray[np.float64]  # (n, 3) [m], in the world
    rotation: NDArray[np.float64]  # (n,) [rad]


def varied(robot: Robot, variation: Variation, *, seed: int, number: int = 0) -> Robot:
    """One robot of a series; each number has a random stream of its own.

    Raises FleetError where origins of a robot with loops would vary: they might not close.
    """
    _check_closes(robot, variation)
    stream = np.random.Generator(np.random.Philox(key=[seed, number]))

    def factor(share: float) -> float:
        return 1.0 + share * float(stream.uniform(-1.0, 1.0))

    parts: list[object] = []
    for joint in robot.joints:
        xyz = np.array(joint.origin.xyz) + variation.position * stream.uniform(-1.0, 1.0, 3)
        turn = variation.rotation * stream.uniform(-1.0, 1.0, 3)
        origin = Pose(tuple(xyz.tolist()), joint.origin.rpy)
        if variation.rotation:
            origin = origin @ Pose((0.0, 0.0, 0.0), tuple(turn.tolist()))
        dynamics = joint.dynamics
        rub = factor(variation.friction)
        if dynamics is not None and variation.friction:
            dynamics = replace(
                dynamics,
                damping=None if dynamics.damping is None else dynamics.damping * rub,
                friction=None if dynamics.friction is None else dynamics.friction * rub,
            )
        parts.append(replace(joint, origin=origin, dynamics=dynamics))
    for link in robot.links:
        weight = factor(variation.mass)
        if link.inertial is not None and variation.mass:
            inertia = link.inertial.inertia
            scaled = {name: getattr(inertia, name) * weight for name in vars(inertia)}
            inertial = replace(
                link.inertial,
                mass=link.inertial.mass * weight,
                inertia=replace(inertia, **scaled),
            )
            parts.append(replace(link, inertial=inertial))
    return robot.update(*parts)  # pyright: ignore[reportArgumentType]


def _check_closes(robot: Robot, variation: Variation) -> None:
    if robot.loops and (variation.position or variation.rotation):
        raise FleetError(
            f"{robot.name!r} has loops, which might not close where origins vary; "
            "vary its masses and friction only"
        )


def varied_robots(
    robot: Robot,
    variation: Variation,
    number: int,
    *,
    output: str | os.PathLike[str],
    suffix: str = ".urdf",
    seed: int = 0,
) -> list[Path]:
    """Write `number` varied robots into a folder, as `.urdf`, `.xml` (MJCF) or another format.

    Robot i is the same however many there are. Origins of robots with loops cannot vary, since the
    loops might not close (FleetError); masses and friction can.
    """
    from ..formats import save

    _check_closes(robot, variation)
    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    files: list[Path] = []
    for each in range(number):
        file = folder / f"{each:06}{suffix}"
        save(varied(robot, variation, seed=seed, number=each), file)
        files.append(file)
    return files


def pose_errors(
    robot: Robot,
    variation: Variation,
    number: int,
    *,
    link: str,
    q: ArrayLike | None = None,
    seed: int = 0,
) -> PoseErrors:
    """Monte Carlo of tolerances: where a link of `number` varied robots is, at one configuration.

    For robots without loops: how a loop with tolerances closes depends on which joint gives way.
    """
    nominal = Model(robot)
    if nominal.has_loops:
        raise FleetError(f"{robot.name!r} has loops; tolerances are for trees")
    at = np.asarray(nominal.neutral if q is None else q, dtype=np.float64)
    T = kinematics(nominal, at, link).pose
    position, rotation = np.zeros((number, 3)), np.zeros(number)
    for each in range(number):
        model = Model(varied(robot, variation, seed=seed, number=each))
        found = kinematics(model, at, link).pose
        position[each] = found[:3, 3] - T[:3, 3]
        R = T[:3, :3].T @ found[:3, :3]
        sine = np.linalg.norm([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
        rotation[each] = np.arctan2(0.5 * sine, 0.5 * (np.trace(R) - 1.0))
    return PoseErrors(position, rotation)
