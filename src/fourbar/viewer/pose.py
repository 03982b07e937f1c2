"""Poses between pages (DOF values by joint) and models (q), loops closed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..numerics import RECEIVED
from .limits import MAX_JOINTS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..mechanics import Model
    from ..mechanics.arguments import Positions
    from ..robot import Planar, Robot
    from .messages import PoseValues
    from .scene import Pose, ShownPose


def read_pose(values: PoseValues, robot: Robot | None, planar: Planar = "xy") -> Pose:
    """The pose that a page has sent; values that fit no joint are left out."""
    pose: Pose = {
        joint: [float(x) for x in (value if isinstance(value, list) else [value])]
        for joint, value in list(values.items())[:MAX_JOINTS]
    }
    return pose if robot is None else fitting(pose, robot, planar)


def fitting(pose: Mapping[str, list[float]], robot: Robot, planar: Planar = "xy") -> Pose:
    """The part of a pose that fits the robot's joints."""
    return {
        name: list(values)
        for name, values in pose.items()
        if name in robot.joints and len(values) == len(robot.joints[name].kind.steps(planar))
    }


class Mechanism:
    """A robot that can be posed: its model, and the rest pose of its files."""

    def __init__(self, robot: Robot, planar: Planar = "xy") -> None:
        from ..mechanics import Model
        from .convert import rest_pose

        self.robot = robot
        self.model: Model = Model(robot, planar=planar)
        self.rest = rest_pose(robot, planar)

    def q(self, pose: Mapping[str, list[float]] | None) -> NDArray[np.float64]:
        """The configuration (nq,) of a pose; joints it leaves out are at rest."""
        from ..gltf.run.close_loops import configuration
        from ..mechanics.mimic import obey

        positions = {name: tuple(values) for name, values in {**self.rest, **(pose or {})}.items()}
        q = configuration(self.model, positions)
        return q if self.model.has_loops else obey(q, self.model.followers)

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

        The branch of assembly is kept where it leads there. Raises UnknownNameError, ValueError,
        or LoopError where the loops do not close.
        """
        from ..mechanics.loops import LoopError, assemble, move

        # Names, counts and mimics, in the words used everywhere.
        self.model.q(positions, coordinates="spanning")
        try:
            return move(self.model, q, positions)
        except LoopError:
            return assemble(self.model, positions, q).q

    def settle(self, pose: ShownPose) -> NDArray[np.float64]:
        """The configuration of a pose; what a page left open is closed, if it can be."""
        from ..mechanics.loops import LoopError

        q = self.q(pose.values)
        if self.gap(q) <= RECEIVED:
            return q
        joints = self.model.joints
        held = {name: q[joints[name].q].tolist() for name in pose.moved if name in joints}
        try:
            return self.moved(q, held)
        except (LoopError, ValueError):
            return q

    def closed(self, q: NDArray[np.float64]) -> NDArray[np.float64]:
        """The configuration with loops closed to the model's tolerance; LoopError where not."""
        from ..mechanics.loops import assemble

        if not self.model.has_loops or self.gap(q) <= self.model.tolerance:
            return q
        return assemble(self.model, {}, q).q

    def gap(self, q: NDArray[np.float64]) -> float:
        """The largest opening of a loop or coupling [m or rad]; 0 without any."""
        if not self.model.has_loops:
            return 0.0
        import numpy as np

        from ..mechanics.loops import closure

        return float(np.abs(closure(self.model, q)[0]).max(initial=0.0))
