"""A file that was written and read again, as a judge of what it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._version import __version__
from ..mechanics import Model, forward_kinematics, mobility
from ..mechanics.dynamics import inverse_dynamics, mass_matrix
from ..mechanics.loops import closure
from ..robot import Robot
from ..spatial.rotation import quaternion_of_matrix

if TYPE_CHECKING:
    from numpy.typing import NDArray


class ReadBack:
    """The robot of a file, asked in the coordinates of the model that was written.

    Attributes
    ----------
    rounding
        What the numbers of the format leave of a length of 1 m.
    mobility
        That of the robot read, and of the one written.
    """

    name = "the file read back by fourbar"
    version = __version__

    def __init__(self, model: Model, robot: Robot, *, rounding: float) -> None:
        self._model = model
        self._peer = Model(robot, planar=model.planar)
        self.rounding = rounding
        self.mass = self._peer.mass
        self.mobility: tuple[int, int] | None = (
            mobility(self._peer).mobility,
            mobility(model).mobility,
        )

    def poses(self, q: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
        """The pose (4, 4) of every link that both have."""
        data = self._peer.data()
        forward_kinematics(self._peer, data, self._there(q), coordinates="spanning")
        return {
            name: np.array(data.poses[self._peer.link_number(name)])
            for name in self._model.link_names
            if name in self._peer.link_names
        }

    def mass_matrix(self, q: NDArray[np.float64]) -> NDArray[np.float64]:
        """M (nv, nv) in the velocities of the model."""
        M = mass_matrix(self._peer, None, self._there(q), coordinates="spanning")
        at = self._velocities()
        return M[np.ix_(at, at)]

    def gravity(self, q: NDArray[np.float64]) -> NDArray[np.float64]:
        """The efforts (nv,) that hold the tree, springs of joints included."""
        there = self._there(q)
        g = inverse_dynamics(self._peer, None, there, None, None, coordinates="spanning")
        return g[self._velocities()]

    def residual(self, q: NDArray[np.float64]) -> float:
        """The largest entry of the closure [m or rad]."""
        return float(np.abs(closure(self._peer, self._there(q))[0]).max(initial=0.0))

    def _velocities(self) -> list[int]:
        return [
            entry
            for name in self._model.joints
            for part in self._parts(name)
            for entry in range(*self._peer.joints[part].v.indices(self._peer.nv))
        ]

    def _parts(self, name: str) -> list[str]:
        """The joints of the file that are one of the model: itself, or its motions one by one."""
        if name in self._peer.joints:
            return [name]
        return [
            f"{name}:{k}"
            for k in range(self._model.joints[name].kind.dof + 1)
            if f"{name}:{k}" in self._peer.joints
        ]

    def _there(self, q: NDArray[np.float64]) -> NDArray[np.float64]:
        """The same configuration; what is free may hang on another link."""
        model, peer = self._model, self._peer
        data = model.data()
        forward_kinematics(model, data, q, coordinates="spanning")
        found = np.array(peer.neutral)
        for name, slot in model.joints.items():
            if name not in peer.joints:
                for part, value in zip(self._parts(name), q[slot.q], strict=False):
                    found[peer.joints[part].q] = value
                continue
            if slot.kind.dof != 6:
                found[peer.joints[name].q] = q[slot.q]
                continue
            joint = peer.robot.joints[name]
            child = np.array(data.poses[model.link_number(model.robot.joints[name].child)])
            above = np.eye(4)
            if joint.parent in model.link_names:
                above = np.array(data.poses[model.link_number(joint.parent)])
            T = np.linalg.solve(above @ joint.origin.matrix(), child)
            turn = quaternion_of_matrix(T[:3, :3].tolist())
            found[peer.joints[name].q] = [*T[:3, 3], *turn]
        return found
