"""Drake as a judge of SDFormat, asked in the coordinates of a Model."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from ..spatial.rotation import conjugate, matrix_of, product, unit_quaternion
from ..transfer.error import TransferError
from ..transfer.lowering import Lowered
from ..transfer.positions import positions_at

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..mechanics import Model

NEEDED = (
    "SDFormat is proven with Drake, which is not installed: pip install drake. Without it, write "
    "the file and use: fourbar compare; in a clone, make test-engines has Drake read our files"
)


def import_drake() -> dict[str, Any]:
    """The modules of Drake that are needed, by their last names; TransferError without it."""
    names = (
        *("common.eigen_geometry", "math"),
        *("multibody.parsing", "multibody.plant", "multibody.tree"),
    )
    try:
        return {name.rpartition(".")[2]: import_module(f"pydrake.{name}") for name in names}
    except ImportError:
        raise TransferError(NEEDED) from None


class DrakeEngine:
    """A tree that Drake has read.

    `start` is where the file draws the robot: Drake's joints are at zero there. `rounding` is what
    light links of the file add.
    """

    name = "Drake"
    mobility: tuple[int, int] | None = None

    def __init__(
        self,
        text: str,
        lowered: Lowered,
        model: Model,
        start: NDArray[np.float64],
        *,
        rounding: float,
    ) -> None:
        from importlib.metadata import PackageNotFoundError, version

        self._drake = import_drake()
        try:
            self.version = version("drake")
        except PackageNotFoundError:  # one that was built here
            self.version = ""
        self.rounding = rounding
        self._lowered = lowered
        self._model = model
        self._start = positions_at(lowered, model, start)
        plant = self._drake["plant"].MultibodyPlant(0.0)
        try:
            self._drake["parsing"].Parser(plant).AddModelsFromString(text, "sdf")
            plant.Finalize()
        except RuntimeError as error:
            reason = " ".join(str(error).split())
            raise TransferError(f"Drake cannot read the file: {reason[:300]}") from None
        self._plant = plant
        self._context = plant.CreateDefaultContext()
        self.mass = float(plant.CalcTotalMass(self._context))

    def poses(self, q: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
        """The pose (4, 4) of every link that Drake has by its name."""
        self._set(q)
        names = [n for n in self._model.link_names if self._plant.HasFrameNamed(n) and n != "world"]
        frames = {name: self._plant.GetFrameByName(name) for name in names}
        return {
            name: np.array(frame.CalcPoseInWorld(self._context).GetAsMatrix4())
            for name, frame in frames.items()
        }

    def mass_matrix(self, q: NDArray[np.float64]) -> NDArray[np.float64]:
        """M (nv, nv) in the velocities of the model."""
        E = self._set(q)
        return E.T @ self._plant.CalcMassMatrix(self._context) @ E

    def gravity(self, q: NDArray[np.float64]) -> NDArray[np.float64]:
        """The efforts (nv,) that hold the tree, springs of joints included."""
        E = self._set(q)
        self._plant.mutable_gravity_field().set_gravity_vector(np.array(self._model.gravity))
        weight = self._plant.CalcGravityGeneralizedForces(self._context)
        # Weight acts on bodies, springs on joints.
        forces = self._drake["tree"].MultibodyForces(self._plant)
        self._plant.CalcForceElementsContribution(self._context, forces)
        return -E.T @ (weight + forces.generalized_forces())

    def residual(self, q: NDArray[np.float64]) -> float:
        """Nothing: the tree has no loops."""
        return 0.0

    def _set(self, q: NDArray[np.float64]) -> NDArray[np.float64]:
        """Move Drake's robot; gives E (Drake's nv, our nv), its velocities from ours."""
        plant, model = self._plant, self._model
        at = positions_at(self._lowered, model, q)
        E = np.zeros((plant.num_velocities(), model.nv))
        there = plant.GetPositions(self._context)
        free: list[tuple[Any, Any]] = []
        for name, slot in model.joints.items():
            v = slot.v.start
            joint = next((j for j in (name, f"{name}_2") if plant.HasJointNamed(j)), None)
            for number, freedom in enumerate(self._lowered.freedoms[name]):
                if freedom.kind == "free":
                    body = plant.GetBodyByName(model.robot.joints[name].child)
                    x, y, z, w = unit_quaternion(at[freedom.name][3:])
                    R = np.array(matrix_of((x, y, z, w)))
                    turn = self._drake["eigen_geometry"].Quaternion(w=w, x=x, y=y, z=z)
                    place = self._drake["math"].RigidTransform(turn, at[freedom.name][:3])
                    free.append((body, place))
                    first = body.floating_velocities_start_in_v()
                    E[first : first + 3, v + 3 : v + 6] = R
                    E[first + 3 : first + 6, v : v + 3] = R
                    continue
                own = plant.GetJointByName(joint or freedom.name)
                row, entry = own.velocity_start(), own.position_start()
                if freedom.kind == "ball":
                    angles, turned = self._turned(freedom.name, at)
                    there[entry : entry + 3] = angles
                    E[row : row + 3, slot.v.stop - 3 : slot.v.stop] = turned
                    continue
                if joint is not None and number >= own.num_positions():
                    continue  # a screw has one coordinate and two motions
                step = 0 if joint is None else number
                there[entry + step] = at[freedom.name][0] - self._start[freedom.name][0]
                E[row + step, v + freedom.entry] = freedom.factor
        plant.SetPositions(self._context, there)
        for body, place in free:
            plant.SetFreeBodyPose(self._context, body, place)
        return E

    def _turned(self, name: str, at: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Drake's angles of a ball from where the file draws it, and the turn of its velocity."""
        x, y, z, w = unit_quaternion(product(at[name], conjugate(self._start[name])))
        turn = self._drake["eigen_geometry"].Quaternion(w=w, x=x, y=y, z=z)
        angles = np.array(self._drake["math"].RollPitchYaw(turn).vector())
        return angles, np.array(matrix_of(unit_quaternion(at[name])))
