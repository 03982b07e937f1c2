"""Poses between pages (DOF values by joint) and models (q), loops closed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .limits import MAX_JOINTS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..mechanics import Model
    from ..mechanics.model import Positions
    from ..robot import Robot
    from .messages import PoseValues
    from .scene import Pose

# Held joints move by at most this [rad or m] before the others follow: the branch is kept.
_STRIDE = 0.2
_MAX_STEPS = 200


def read_pose(values: PoseValues, robot: Robot | None) -> Pose:
    """The pose that a page has sent; values that fit no joint are left out."""
    pose: Pose = {
        joint: [float(x) for x in (value if isinstance(value, list) else [value])]
        for joint, value in list(values.items())[:MAX_JOINTS]
    }
    return pose if robot is None else fitting(pose, robot)


def fitting(pose: Mapping[str, list[float]], robot: Robot) -> Pose:
    """The part of a pose that fits the robot's joints."""
    return {
        name: list(values)
        for name, values in pose.items()
        if name in robot.joints and len(values) == dof_count(robot, name)
    }


def dof_count(robot: Robot, joint: str) -> int:
    """How many values a joint has in a pose."""
    return robot.joints[joint].dof


class Mechanism:
    """A robot that can be posed: its model, and the rest pose of its files."""

    def __init__(self, robot: Robot) -> None:
        from ..mechanics import Model
        from .convert import rest_pose

        self.robot = robot
        self.model: Model = Model(robot)
        self.rest = rest_pose(robot)

    @property
    def is_closed(self) -> bool:
        """Whether it has loops or couplings to close."""
        return bool(self.robot.loops or self.robot.couplings)

    def q(self, pose: Mapping[str, list[float]] | None) -> NDArray[np.float64]:
        """The configuration (nq,) of a pose; joints it leaves out are at rest."""
        from ..gltf.run.close_loops import configuration

        positions = {name: tuple(values) for name, values in {**self.rest, **(pose or {})}.items()}
        q = configuration(self.model, positions)
        return q if self.is_closed else self.model.spanning(self.model.independent(q))

    def pose(self, q: NDArray[np.float64]) -> Pose:
        """The DOF values of all moving joints."""
        from ..gltf.dofs import from_model

        return {
            name: list(from_model(self.robot.joints[name], q[slot.q].tolist()))
            for name, slot in self.model.joints.items()
        }

    def moved(
        self, q: NDArray[np.float64], positions: Mapping[str, Positions]
    ) -> NDArray[np.float64]:
        """The configuration with some joints [rad or m] elsewhere, all else following.

        Raises UnknownNameError, ValueError, or LoopError where the loops do not close.
        """
        from ..mechanics.loops.assembly import start

        self.model.q(positions)  # names, counts and mimics, in the words used everywhere
        goal, held = start(self.model, positions, q)
        if not self.is_closed:
            return self.model.spanning(self.model.independent(goal))
        return self._close(q, goal, held, positions)

    def gap(self, q: NDArray[np.float64]) -> float:
        """The largest opening of a loop or coupling [m or rad]; 0 without any."""
        if not self.is_closed:
            return 0.0
        import numpy as np

        from ..mechanics.loops import closure

        return float(np.abs(closure(self.model, q)[0]).max(initial=0.0))

    def closed(self, q: NDArray[np.float64]) -> NDArray[np.float64]:
        """The closed configuration next to q; q itself without loops."""
        if not self.is_closed:
            return q
        from ..mechanics.loops import assemble

        return assemble(self.model, None, q).q

    def _close(
        self,
        q: NDArray[np.float64],
        goal: NDArray[np.float64],
        held: frozenset[int],
        positions: Mapping[str, Positions],
    ) -> NDArray[np.float64]:
        import numpy as np

        from ..mechanics.loops import assemble
        from ..mechanics.loops.assembly import TOLERANCE, solve

        model = self.model
        away = np.zeros(model.nv)
        away[list(held)] = model.difference(q, goal)[list(held)]
        steps = min(int(np.ceil(float(np.abs(away).max(initial=0.0)) / _STRIDE)), _MAX_STEPS)
        at = q
        for _ in range(steps):
            found = solve(model, model.loops, model.integrate(at, away / steps), held, starts=1)
            if found.residual > TOLERANCE:
                break
            at = found.q
        return assemble(model, positions, at).q
