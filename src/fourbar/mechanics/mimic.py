"""Joints that mimic others, in a tree: what needs no solving.

A `<mimic>` makes position = multiplier * other + offset; chains of them end at a joint that
mimics none. `model.loops` has the same as equations, and `model.chart` what is independent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .coordinates import Coordinates
from .error import ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..robot import Joint, Robot


class Follower(NamedTuple):
    """A joint at multiplier * q[source] + offset; `source` is None for one that cannot move."""

    joint: str
    q: int
    v: int
    source: str | None
    source_q: int
    source_v: int
    multiplier: float
    offset: float


def find_followers(
    robot: Robot,
    joints: Mapping[str, Coordinates],
    locked: Mapping[str, Sequence[float]],
) -> tuple[Follower, ...]:
    """The moving joints that follow another, each with the joint at the end of its chain.

    The leader of a locked joint cannot move either: it is held where the locked joint needs it.
    """
    held = _held(robot, {name: values[0] for name, values in locked.items() if len(values) == 1})
    return tuple(
        _follow(robot, robot.joints[name], joints, held)
        for name in joints
        if robot.joints[name].mimic is not None or name in held
    )


def _held(robot: Robot, locked: Mapping[str, float]) -> dict[str, float]:
    """The locked joints and those that they hold, with their positions [rad or m]."""
    held = dict(locked)
    waiting = list(locked)
    while waiting:
        joint = robot.joints[waiting.pop()]
        mimic = joint.mimic
        if mimic is None or mimic.multiplier == 0.0 or not robot.joints[mimic.joint].dof:
            continue
        position = (held[joint.name] - mimic.offset) / mimic.multiplier
        if mimic.joint not in held:
            held[mimic.joint] = position
            waiting.append(mimic.joint)
    return held


def _follow(
    robot: Robot, joint: Joint, joints: Mapping[str, Coordinates], held: Mapping[str, float]
) -> Follower:
    own = joints[joint.name]
    chain = [joint.name]
    multiplier, offset = 1.0, 0.0
    current = joint
    while current.mimic is not None and current.name not in held:
        _check_scalar(current)
        offset += multiplier * current.mimic.offset
        multiplier *= current.mimic.multiplier
        current = robot.joints[current.mimic.joint]
        if current.name in chain:
            raise ModelError(f"joints mimic each other in a circle: {' -> '.join(chain)}")
        chain.append(current.name)
    source = None if current.name in held else joints.get(current.name)
    if source is None:  # a fixed or held joint: nothing moves
        at = offset + multiplier * held.get(current.name, 0.0)
        return Follower(joint.name, own.q.start, own.v.start, None, -1, -1, 0.0, at)
    _check_scalar(current)
    return Follower(
        joint.name,
        own.q.start,
        own.v.start,
        current.name,
        source.q.start,
        source.v.start,
        multiplier,
        offset,
    )


def _check_scalar(joint: Joint) -> None:
    if joint.dof > 1:
        raise ModelError(
            f"joint {joint.name!r} is {joint.type}; only joints with one degree of freedom "
            "can mimic or be mimicked"
        )


def obey(q: NDArray[np.float64], followers: Sequence[Follower]) -> NDArray[np.float64]:
    """Set the positions of all followers in q (..., nq) from those they follow; returns q."""
    for follower in followers:
        q[..., follower.q] = follower.offset
        if follower.source is not None:
            q[..., follower.q] += follower.multiplier * q[..., follower.source_q]
    return q
