"""Position and orientation as URDF writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from ..record import record
from ..spatial.rotation import matrix_of_rpy, rpy_of_matrix
from ..spatial.vector import (
    ZERO,
    Matrix3,
    Vector3,
    applied,
    dot,
    matrix_product,
    transposed,
    vector3,
)
from .values import check_vector

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["IDENTITY", "Pose", "Vector3", "vector3"]

# How far a matrix may be from a rotation: files and other libraries round to 6 digits and more.
_NEAR_ROTATION = 1e-6


_PRODUCT = (
    "a pose is multiplied with a Pose, as in a @ b; use apply for points, and matrix() for "
    "products of matrices"
)


@record
class Pose:
    """A frame in its parent: translation `xyz` [m] and roll, pitch, yaw `rpy` [rad].

    The angles turn about the fixed axes x, then y, then z: R = Rz(yaw) Ry(pitch) Rx(roll).
    They are kept as written, so that reading and writing changes no digit.

    `a @ b` is frame b, which is given in frame a, seen from the parent of a.
    """

    xyz: Vector3 = ZERO
    rpy: Vector3 = ZERO

    if TYPE_CHECKING:  # lists and arrays of three numbers will do

        def __init__(self, xyz: Iterable[float] = ZERO, rpy: Iterable[float] = ZERO) -> None: ...

    def __post_init__(self) -> None:
        check_vector(self, "xyz")
        check_vector(self, "rpy")

    @classmethod
    def from_matrix(cls, matrix: ArrayLike) -> Pose:
        """The pose of a 4 x 4 transform T_parent_frame, or of a 3 x 3 rotation.

        At a pitch of 90 degrees, where angles are not unique, the roll is 0.
        """
        import numpy as np

        T = np.asarray(matrix, dtype=np.float64)
        if T.shape not in ((4, 4), (3, 3)):
            raise ValueError(f"a pose is a 4 x 4 transform or a 3 x 3 rotation, got {T.shape}")
        R = T[:3, :3]
        if not np.isfinite(T).all():
            raise ValueError("the matrix contains numbers that are not finite")
        if T.shape == (4, 4) and np.abs(T[3] - [0.0, 0.0, 0.0, 1.0]).max() > _NEAR_ROTATION:
            raise ValueError("the last row is not 0 0 0 1; is the matrix transposed?")
        if np.abs(R @ R.T - np.eye(3)).max() > _NEAR_ROTATION or np.linalg.det(R) < 0.0:
            raise ValueError("the upper left 3 x 3 part is not a rotation")
        xyz = vector3(T[:3, 3].tolist()) if T.shape == (4, 4) else ZERO
        return cls(xyz, rpy_of_matrix(R.tolist()))

    @property
    def is_identity(self) -> bool:
        """True when all six numbers are zero."""
        return not any(self.xyz) and not any(self.rpy)

    def rotation(self) -> Matrix3:
        """The rotation matrix, row by row."""
        return matrix_of_rpy(self.rpy)

    def matrix(self) -> NDArray[np.float64]:
        """The 4 x 4 transform T_parent_frame."""
        import numpy as np

        T = np.eye(4)
        T[:3, :3] = self.rotation()
        T[:3, 3] = self.xyz
        return T

    def __mul__(self, other: object) -> NoReturn:
        """Poses are not numbers."""
        raise TypeError("poses are multiplied with @, as in a @ b; apply moves points")

    __array_ufunc__ = None  # numpy leaves products with poses to these functions

    def __rmatmul__(self, other: object) -> NoReturn:
        """Poses are no arrays."""
        raise TypeError(_PRODUCT)

    def __matmul__(self, other: Pose) -> Pose:
        """The product of the transforms: `other`, which is given in this frame."""
        if type(other) is not Pose:  # an array, which would take the rotation apart
            raise TypeError(_PRODUCT)
        if other.is_identity:
            return self
        if self.is_identity:
            return other
        R = self.rotation()
        x, y, z = applied(R, other.xyz)
        xyz = (x + self.xyz[0], y + self.xyz[1], z + self.xyz[2])
        # Products of matrices round; angles that do not change stay as they were written.
        if not any(other.rpy):
            return Pose(xyz, self.rpy)
        if not any(self.rpy):
            return Pose(xyz, other.rpy)
        return Pose(xyz, rpy_of_matrix(matrix_product(R, other.rotation())))

    def inverse(self) -> Pose:
        """The parent's frame, seen from this one."""
        if not any(self.rpy):
            x, y, z = self.xyz
            return Pose((0.0 - x, 0.0 - y, 0.0 - z))
        back = transposed(self.rotation())
        x, y, z = (-dot(row, self.xyz) + 0.0 for row in back)
        return Pose((x, y, z), rpy_of_matrix(back))

    def apply(self, points: ArrayLike) -> NDArray[np.float64]:
        """Points (..., 3) [m] of this frame in the parent's: R p + xyz."""
        import numpy as np

        given = np.asarray(points, dtype=np.float64)
        if given.ndim < 1 or given.shape[-1] != 3:
            raise ValueError(f"points have shape {given.shape}, expected (..., 3)")
        return given @ np.array(self.rotation()).T + self.xyz


IDENTITY = Pose()
