"""Robots that differ a little: within tolerances, or for learning."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..mechanics import Model, kinematics
from ..mechanics.loops import LoopError, assemble
from ..record import record, replace
from ..robot import Pose, Robot
from .error import FleetError

_DRAWS = 20
"""How often a robot is drawn until its loops close."""
_STARTS = 4
"""From how many configurations loops are closed: errors are small, and the first one is near."""


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
    """How far a link is from where it should be, for each varied robot; NaN where none closes."""

    position: NDArray[np.float64]  # (n, 3) [m], in the world
    rotation: NDArray[np.float64]  # (n,) [rad]
    closed: NDArray[np.bool_]  # (n,) whether its loops close; True without loops


def varied(robot: Robot, variation: Variation, *, seed: int, number: int = 0) -> Robot:
    """One robot of a series; each number has a random stream of its own.

    Where origins of a robot with loops vary, those of both ends of each loop do as well, and what
    does not close is drawn again. Raises FleetError where nothing closes: a planar linkage, for
    example, has no freedom for errors across its plane.
    """
    stream = _stream(seed, number)
    moves = bool(robot.loops and (variation.position or variation.rotation))
    for _ in range(_DRAWS):
        found = _drawn(robot, variation, stream)
        if not moves or _closed_at(Model(found), {}, None, Model(robot).tolerance) is not None:
            return found
    raise FleetError(
        f"{robot.name!r} does not close where its origins vary: its loops have no freedom for such "
        "errors; vary its masses and friction only"
    )


def _stream(seed: int, number: int) -> np.random.Generator:
    return np.random.Generator(np.random.Philox(key=[seed, number]))


def _closed_at(
    model: Model,
    held: Mapping[str, NDArray[np.float64]],
    near: NDArray[np.float64] | None,
    tolerance: float,
) -> NDArray[np.float64] | None:
    """The closed configuration next to another with some joints held; None where there is none."""
    try:
        return assemble(model, held, near, tolerance=tolerance, starts=_STARTS).q
    except LoopError:
        return None


def _drawn(robot: Robot, variation: Variation, stream: np.random.Generator) -> Robot:
    """The next robot of a random stream, closed or not."""

    def factor(share: float) -> float:
        return 1.0 + share * float(stream.uniform(-1.0, 1.0))

    def moved(origin: Pose) -> Pose:
        xyz = np.array(origin.xyz) + variation.position * stream.uniform(-1.0, 1.0, 3)
        turn = variation.rotation * stream.uniform(-1.0, 1.0, 3)
        shifted = Pose(tuple(xyz.tolist()), origin.rpy)
        if not variation.rotation:
            return shifted
        return shifted @ Pose((0.0, 0.0, 0.0), tuple(turn.tolist()))

    parts: list[object] = []
    for joint in robot.joints:
        origin = moved(joint.origin)
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
    for loop in robot.loops if variation.position or variation.rotation else ():
        first, second = moved(loop.predecessor_origin), moved(loop.successor_origin)
        parts.append(replace(loop, predecessor_origin=first, successor_origin=second))
    return robot.update(*parts)  # pyright: ignore[reportArgumentType]


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

    Robot i is the same however many there are, and all of them close (`varied`).
    """
    from ..formats import save

    folder = Path(output)
    files: list[Path] = []
    for each in range(number):
        made = varied(robot, variation, seed=seed, number=each)
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{each:06}{suffix}"
        save(made, file)
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

    Of a robot with loops, the independent joints stay where they are in q and the others follow;
    origins of both ends of loops vary too. What does not close has no errors, and is counted by
    `closed`; FleetError is raised where none does, as of planar linkages, whose joints have no
    freedom for errors across the plane.
    """
    nominal = Model(robot)
    at = np.asarray(nominal.chart.home if q is None else q, dtype=np.float64)
    T = kinematics(nominal, at, link).pose
    held = _independent(nominal, at) if nominal.has_loops else {}
    position, rotation = np.full((number, 3), np.nan), np.full(number, np.nan)
    closed = np.zeros(number, dtype=bool)
    for each in range(number):
        model = Model(_drawn(robot, variation, _stream(seed, each)), tolerance=nominal.tolerance)
        here = _closed_at(model, held, at, nominal.tolerance) if nominal.has_loops else at
        if here is None:
            continue
        closed[each] = True
        found = kinematics(model, here, link).pose
        position[each] = found[:3, 3] - T[:3, 3]
        R = T[:3, :3].T @ found[:3, :3]
        sine = np.linalg.norm([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
        rotation[each] = np.arctan2(0.5 * sine, 0.5 * (np.trace(R) - 1.0))
    if number and not closed.any():
        raise FleetError(
            f"none of {number} robots like {robot.name!r} closes: its loops have no freedom for "
            "such errors"
        )
    return PoseErrors(position, rotation, closed)


def _independent(model: Model, q: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    """The joints that are all independent, where they are."""
    free = set(model.chart.q.tolist())
    return {
        name: q[slot.q]
        for name, slot in model.joints.items()
        if set(range(slot.q.start, slot.q.stop)) <= free
    }
