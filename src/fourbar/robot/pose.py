"""Position and orientation as URDF writes them."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, sin

from ..record import record

Vector3 = tuple[float, float, float]
Matrix3 = tuple[Vector3, Vector3, Vector3]


def vector3(values: Iterable[float]) -> Vector3:
    """Three numbers as a tuple of floats."""
    x, y, z = values
    return (float(x), float(y), float(z))


@record
class Pose:
    """A frame in its parent: translation `xyz` [m] and roll, pitch, yaw `rpy` [rad].

    The angles turn about the fixed axes x, then y, then z: R = Rz(yaw) Ry(pitch) Rx(roll).
    They are kept as written, so that reading and writing changes no digit.
    """

    xyz: Vector3 = (0.0, 0.0, 0.0)
    rpy: Vector3 = (0.0, 0.0, 0.0)

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
        roll, pitch, yaw = self.rpy
        cr, sr, cp, sp, cy, sy = (
            cos(roll),
            sin(roll),
            cos(pitch),
            sin(pitch),
            cos(yaw),
            sin(yaw),
        )
        return (
            (cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
            (sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
            (-sp, cp * sr, cp * cr),
        )


IDENTITY = Pose()
