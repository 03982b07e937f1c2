"""Which kinds of joint motion a chain of bodies contains."""

from __future__ import annotations

from typing import NamedTuple

from ..robot import JointKind, Loop
from .connectivity import ConnectivityGraph
from .loops import LoopJoint


class Motion(NamedTuple):
    """What a joint's positions are: how many, and whether they turn, slide, or do both."""

    dof: int
    verb: str


def motion_of(kind: JointKind) -> Motion | None:
    """The motion of a joint type; None for those that do not move."""
    units = set(kind.units)
    if not units:
        return None
    verb = "turns and slides" if len(units) > 1 else "turns" if "rad" in units else "slides"
    return Motion(kind.dof, verb)


Sum = tuple[Motion, int]
"""The sum of the positions of one motion from the root to a body (which has that motion)."""


class Motions:
    """For each body and motion, the nearest joint of that motion on the way to the root.

    Answers what moves in a subchain without walking along it.
    """

    def __init__(self, graph: ConnectivityGraph) -> None:
        self._graph = graph
        kinds = [motion_of(joint.kind) for joint in graph.joints]
        self._nearest: dict[Motion, list[int]] = {}
        for motion in sorted({kind for kind in kinds if kind is not None}):
            nearest = [0] * (graph.N_B + 1)
            for i, kind in enumerate(kinds, start=1):
                nearest[i] = i if kind == motion else nearest[graph.parents[i]]
            self._nearest[motion] = nearest

    def between(self, top: int, end: int) -> dict[Motion, int]:
        """The motions below `top` on the way to its descendant `end`, and a body of each.

        The body is the one nearest to `end` whose tree joint has the motion.
        """
        # Both are ancestors of `end`, so the larger number is the lower one.
        return {
            motion: nearest[end] for motion, nearest in self._nearest.items() if nearest[end] > top
        }

    def sum(self, motion: Motion, body: int) -> Sum | None:
        """The sum of positions down to any body; None where nothing on the way has the motion."""
        nearest = self._nearest[motion][body]
        return (motion, nearest) if nearest else None

    def position(self, motion: Motion, body: int) -> dict[Sum, float]:
        """The position of a body's own joint as a difference of sums."""
        above = self.sum(motion, self._graph.parents[body])
        return {(motion, body): 1.0} | ({above: -1.0} if above else {})

    def of(self, joint: LoopJoint) -> tuple[dict[Motion, int], dict[Motion, int]]:
        """The motions on the predecessor's and on the successor's side of a loop joint."""
        p, s = self._graph.ends(joint)
        top = self._graph.nca(p, s)
        return self.between(top, p), self.between(top, s)

    def constraints(self, joint: LoopJoint) -> int:
        """The number n_c of equations a loop joint imposes, dependent ones included.

        A loop takes away the six freedoms less those of its joint type; a coupling as many as
        each of the joints has that it couples.
        """
        if isinstance(joint, Loop):
            return joint.kind.demands.rows
        predecessor, successor = self.of(joint)
        return max((motion.dof for motion in (*predecessor, *successor)), default=0)
