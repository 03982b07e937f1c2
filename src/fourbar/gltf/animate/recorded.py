"""Motions that were computed, as keys of an animation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..run.close_loops import dof_positions
from .sweep import Motion, Positions, refined

if TYPE_CHECKING:
    from ...mechanics.simulation import Motion as Simulated
    from ...robot import Robot

_RATE = 100.0
"""Keys per second at most: between keys nodes move straight, and loops open a little."""


def own_motions(
    robot: Robot, motions: list[Simulated], *, several: bool = False
) -> list[tuple[str, Simulated]]:
    """The motions that are this robot's, with the names of their animations.

    With `several` robots, those of its name; else all of them have to be.
    """
    found: list[tuple[str, Simulated]] = []
    for number, motion in enumerate(motions):
        if several and motion.model.name != robot.name:
            continue
        if set(motion.model.joints) - {joint.name for joint in robot.joints}:
            raise ValueError(f"motion {number} is of {motion.model.name!r}, not of {robot.name!r}")
        if motion.q.ndim != 2:
            raise ValueError(f"motion {number} is a batch; choose one of it with row(k)")
        found.append(("motion" if len(motions) == 1 else f"motion {number}", motion))
    return found


def recorded_motions(
    robot: Robot, rest: Positions, motions: list[Simulated], *, several: bool
) -> list[Motion]:
    """The robot's own motions as animations."""
    own = own_motions(robot, motions, several=several)
    return [_keys(name, rest, motion) for name, motion in own]


def _keys(name: str, rest: Positions, motion: Simulated) -> Motion:
    model = motion.model
    span = float(motion.t[-1] - motion.t[0])
    count = min(len(motion.t), max(2, round(span * _RATE) + 1))
    chosen = np.unique(np.linspace(0, len(motion.t) - 1, count).round().astype(np.int64))
    rows = [dof_positions(model, motion.q[k], rest) for k in chosen]
    keys: dict[str, list[tuple[float, ...]]] = {}
    for joint in rows[0]:
        values = [row[joint] for row in rows]
        if any(value != values[0] for value in values):
            keys[joint] = values
    times = [float(t) for t in motion.t[chosen]]
    return (
        refined(Motion(name, times, keys)) if keys and len(times) > 1 else Motion(name, times, {})
    )
