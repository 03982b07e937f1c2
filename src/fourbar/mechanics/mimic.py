"""Joints that mimic others, in a tree: what needs no solving.

A `<mimic>` makes position = multiplier * other + offset; chains of them end at a joint that
mimics none. `model.loops` has the same as equations, and `model.chart` what is independent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .coordinates import Coordinates
from .error import ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..robot import Joint, Robot

# Names of a circle that a message lists.
_SHOWN = 10


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
    chains = _Chains(robot, held)
    return tuple(
        _follow(chains.end(robot.joints[name]), joints[name], joints, held)
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


class _End(NamedTuple):
    """The joint at the end of a chain: a follower is at multiplier * its position + offset."""

    joint: Joint
    multiplier: float
    offset: float


class _Chains:
    """Follows chains of mimics to their ends, each joint once."""

    def __init__(self, robot: Robot, held: Mapping[str, float]) -> None:
        self._robot = robot
        self._held = held
        self._ends: dict[str, _End] = {}

    def end(self, joint: Joint) -> _End:
        """Where the chain that begins with a joint ends."""
        chain: dict[str, Joint] = {}
        while joint.name not in self._ends:
            if joint.name in chain:
                raise ModelError(f"joints mimic each other in a circle: {_shown(chain)}")
            chain[joint.name] = joint
            if joint.mimic is None or joint.name in self._held:
                self._ends[joint.name] = _End(joint, 1.0, 0.0)
            else:
                _check_scalar(joint)
                joint = self._robot.joints[joint.mimic.joint]
        end = self._ends[joint.name]
        for name, follower in reversed(chain.items()):
            if name != end.joint.name and follower.mimic is not None:
                factor = follower.mimic.multiplier
                offset = follower.mimic.offset + factor * end.offset
                end = self._ends[name] = _End(end.joint, factor * end.multiplier, offset)
        return end


def _shown(chain: Iterable[str]) -> str:
    names = list(chain)
    more = f" -> ... ({len(names) - _SHOWN} more)" if len(names) > _SHOWN else ""
    return " -> ".join(names[:_SHOWN]) + more


def _follow(
    end: _End, own: Coordinates, joints: Mapping[str, Coordinates], held: Mapping[str, float]
) -> Follower:
    leader = end.joint
    source = None if leader.name in held else joints.get(leader.name)
    if source is None:  # a fixed or held joint: nothing moves
        at = end.offset + end.multiplier * held.get(leader.name, 0.0)
        return Follower(own.name, own.q.start, own.v.start, None, -1, -1, 0.0, at)
    _check_scalar(leader)
    return Follower(
        own.name,
        own.q.start,
        own.v.start,
        leader.name,
        source.q.start,
        source.v.start,
        end.multiplier,
        end.offset,
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


def common_limits(
    lower: NDArray[np.float64], upper: NDArray[np.float64], followers: Sequence[Follower]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The limits (nq,) within which those who lead keep their followers within limits, too.

    Where limits contradict each other, so that no position suits all, those of the leader count.
    """
    low, high = lower.copy(), upper.copy()
    for follower in followers:
        if follower.source is None or follower.multiplier == 0.0:
            continue
        ends = np.array([lower[follower.q], upper[follower.q]])
        # Zero without a sign: a generator takes the range from 0.0 to -0.0 for a negative one.
        ends = np.sort((ends - follower.offset) / follower.multiplier) + 0.0
        at = follower.source_q
        low[at], high[at] = max(low[at], ends[0]), min(high[at], ends[1])
    torn = low > high
    return np.where(torn, lower, low), np.where(torn, upper, high)
