"""MuJoCo as a judge of the files that were written for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..mechanics import mobility
from ..mechanics.loops import LoopError
from ..mechanics.loops.chart import rank_tolerance
from ..transfer.error import TransferError
from .library import import_mujoco
from .write import WrittenMjcf

if TYPE_CHECKING:
    from numpy.typing import NDArray


class MujocoEngine:
    """A file that was written, loaded in MuJoCo and asked in our coordinates."""

    rounding = 0.0

    def __init__(self, written: WrittenMjcf) -> None:
        mj = import_mujoco()
        self._mj: Any = mj
        self._written = written
        self._keys = written.keys
        try:
            self._model: Any = mj.MjModel.from_xml_string(written.text, dict(written.files))
        except ValueError as error:
            raise TransferError(f"MuJoCo refuses the file: {error}") from error
        model = self._model
        off = mj.mjtDisableBit.mjDSBL_CONTACT | mj.mjtDisableBit.mjDSBL_LIMIT
        model.opt.disableflags |= int(off)
        model.opt.jacobian = int(mj.mjtJacobian.mjJAC_DENSE)
        model.opt.gravity[:] = written.model.gravity
        self._data: Any = mj.MjData(model)
        self.name = "MuJoCo"
        self.version = str(mj.__version__)
        # Light bodies carry the joints of loops, and are no part of the robot.
        for body in written.lowered.closures.bodies:
            number = model.body(written.links[body.name]).id
            model.body_mass[number] = 0.0
            model.body_inertia[number] = 0.0
        self.mass = float(model.body_mass.sum())
        self.mobility: tuple[int, int] | None = self._mobility()

    def poses(self, q: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
        """The pose (4, 4) of every link in the world."""
        self._set(q)
        self._mj.mj_kinematics(self._model, self._data)
        found: dict[str, NDArray[np.float64]] = {}
        for link in self._written.model.robot.links:
            body = self._data.body(self._written.links[link.name])
            T = np.eye(4)
            T[:3, :3] = body.xmat.reshape(3, 3)
            T[:3, 3] = body.xpos
            found[link.name] = T
        return found

    def mass_matrix(self, q: NDArray[np.float64]) -> NDArray[np.float64]:
        """M (nv, nv) in the velocities of our model."""
        self._forward(q)
        M = np.zeros((self._model.nv, self._model.nv))
        for column in range(self._model.nv):
            unit = np.zeros(self._model.nv)
            unit[column] = 1.0
            out = np.zeros(self._model.nv)
            self._mj.mj_mulM(self._model, self._data, out, unit)
            M[:, column] = out
        E = self.velocities(q)
        return E.T @ M @ E

    def gravity(self, q: NDArray[np.float64]) -> NDArray[np.float64]:
        """The efforts (nv,) that hold the tree, springs of joints included."""
        self._forward(q)
        out = np.zeros(self._model.nv)
        self._mj.mj_rne(self._model, self._data, 0, out)
        self._mj.mj_passive(self._model, self._data)
        return self.velocities(q).T @ (out - self._data.qfrc_spring)

    def residual(self, q: NDArray[np.float64]) -> float | None:
        """The largest of MuJoCo's equalities [m or rad]; None where the file has none."""
        rows = self._equalities(q)
        return float(np.abs(self._data.efc_pos[rows]).max()) if rows.any() else None

    def constraint_jacobian(self, q: NDArray[np.float64]) -> NDArray[np.float64]:
        """The rows (m, nv) of MuJoCo's equalities in its own velocities."""
        rows = self._equalities(q)
        return np.array(self._data.efc_J).reshape(-1, self._model.nv)[rows]

    def columns(self) -> NDArray[np.int64]:
        """The entry of MuJoCo's velocity for each entry of ours; -1 for balls and free joints."""
        model = self._written.model
        found = np.full(model.nv, -1, dtype=np.int64)
        for name, slot in model.joints.items():
            for freedom in self._written.lowered.freedoms[name]:
                if freedom.kind in ("hinge", "slide") and freedom.factor == 1.0:
                    found[slot.v.start + freedom.entry] = self._address(freedom.name)
        return found

    def _equalities(self, q: NDArray[np.float64]) -> NDArray[np.bool_]:
        self._forward(q)
        kind = int(self._mj.mjtConstraint.mjCNSTR_EQUALITY)
        return np.array(self._data.efc_type) == kind

    def _mobility(self) -> tuple[int, int] | None:
        """How many velocities the equalities leave, and how many the model has to choose.

        Without those that hold joints at equal limits, which are limits to the model. None where
        the loops of the model cannot be closed.
        """
        model = self._written.model
        try:
            ours = mobility(model).mobility
        except LoopError:
            return None
        q = model.automatic_chart.home if model.has_loops else model.neutral
        rows = self._equalities(q)
        locks = [self._model.equality(name).id for name in self._written.locks]
        rows &= ~np.isin(np.array(self._data.efc_id), locks)
        J = np.array(self._data.efc_J).reshape(rows.size, self._model.nv)[rows]
        sizes = np.linalg.svd(J, compute_uv=False) if J.size else np.zeros(0)
        rank = int((sizes > rank_tolerance(model) * max(sizes, default=0.0)).sum())
        return int(self._model.nv) - rank, ours

    def _set(self, q: NDArray[np.float64]) -> None:
        self._data.qpos[:] = self._keys.qpos(q)

    def _forward(self, q: NDArray[np.float64]) -> None:
        """All that positions determine; nothing is solved for, so that any mass will do."""
        mj, model, data = self._mj, self._model, self._data
        self._set(q)
        data.qvel[:] = 0.0
        mj.mj_kinematics(model, data)
        mj.mj_comPos(model, data)
        mj.mj_tendon(model, data)
        mj.mj_makeM(model, data)
        mj.mj_makeConstraint(model, data)
        mj.mj_comVel(model, data)

    def _address(self, freedom: str) -> int:
        name = self._names[freedom]
        return int(self._model.joint(name).dofadr[0])

    @property
    def _names(self) -> dict[str, str]:
        return self._keys.joints

    def velocities(self, q: NDArray[np.float64]) -> NDArray[np.float64]:
        """E (MuJoCo's nv, our nv): MuJoCo's velocities from ours, loops' light bodies at rest."""
        model = self._written.model
        E = np.zeros((self._model.nv, model.nv))
        for name, slot in model.joints.items():
            for freedom in self._written.lowered.freedoms[name]:
                at, v = self._address(freedom.name), slot.v.start
                if freedom.kind == "free":
                    body = self._data.body(self._written.links[model.robot.joints[name].child])
                    E[at : at + 3, v : v + 3] = body.xmat.reshape(3, 3)
                    E[at + 3 : at + 6, v + 3 : v + 6] = np.eye(3)
                elif freedom.kind == "ball":
                    E[at : at + 3, slot.v.stop - 3 : slot.v.stop] = np.eye(3)
                elif slot.kind.orientation == 3:  # the slides of a floating joint
                    x, y, z, w = q[slot.q][3:]
                    R = np.array(_matrix(x, y, z, w))
                    E[at, v : v + 3] = R[freedom.entry]
                else:
                    E[at, v + freedom.entry] = freedom.factor
        return E


def _matrix(x: float, y: float, z: float, w: float) -> tuple[tuple[float, ...], ...]:
    from ..spatial.rotation import matrix_of, unit_quaternion

    return matrix_of(unit_quaternion((x, y, z, w)))
