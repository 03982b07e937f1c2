"""Position and orientation as URDF writes them."""

from __future__ import annotations

from ..record import record
from ..spatial.rotation import matrix_of_rpy
from ..spatial.vector import ZERO, Matrix3, Vector3, vector3

__all__ = ["IDENTITY", "Pose", "Vector3", "vector3"]


@record
class Pose:
    """A frame in its parent: translation `xyz` [m] and roll, pitch, yaw `rpy` [rad].

    The angles turn about the fixed axes x, then y, then z: R = Rz(yaw) Ry(pitch) Rx(roll).
    They are kept as written, so that reading and writing changes no digit.
    """

    xyz: Vector3 = ZERO
    rpy: Vector3 = ZERO

    def __post_init__(self) -> None:
        if type(self.xyz) is not tuple:
            object.__setattr__(self, "xyz", vector3(self.xyz))
        if type(self.rpy) is not tuple:
            object.__setattr__(self, "rpy", vector3(self.rpy))

    @property
    def is_identity(self) -> bool:
        """True when all six numbers are zero."""
        return not any(self.xyz) and not any(self.rpy)

    def rotation(self) -> Matrix3:
        """The rotation matrix, row by row."""
        return matrix_of_rpy(self.rpy)


IDENTITY = Pose()
