"""Numbers, poses and inertias as MJCF writes them."""

from __future__ import annotations

from collections.abc import Sequence

from ..markup import numbers
from ..numerics import TRANSFER_LEAST_INERTIA
from ..robot import Inertial, Pose
from ..spatial.rotation import Quaternion, product, quaternion_of_matrix, quaternion_of_rpy
from ..spatial.symmetric import eigen_symmetric
from ..spatial.vector import matrix_product, transposed
from ..transfer.inertia import tensor_of


def written(values: Sequence[float]) -> str:
    """Numbers separated by spaces; no zero is negative."""
    return numbers(value + 0.0 for value in values)


def quaternion(q: Quaternion) -> str:
    """A quaternion x y z w in MuJoCo's order, w first."""
    return written((q[3], *q[:3]))


def placed(pose: Pose) -> dict[str, str]:
    """The attributes `pos` and `quat` of a frame; none where they are MuJoCo's defaults."""
    attributes: dict[str, str] = {}
    if any(pose.xyz):
        attributes["pos"] = written(pose.xyz)
    if any(pose.rpy):
        attributes["quat"] = quaternion(quaternion_of_rpy(pose.rpy))
    return attributes


def inertial_attributes(inertial: Inertial) -> dict[str, str]:
    """Mass and inertia of a body.

    The tensor is turned into the axes of the body: MuJoCo takes no orientation beside a full
    tensor. One with a moment of zero is written by its principal axes, since MuJoCo refuses it in
    the other form even where nothing moves.
    """
    attributes = {"pos": written(inertial.origin.xyz), "mass": written((inertial.mass,))}
    tensor = tensor_of(inertial.inertia)
    turn = quaternion_of_rpy(inertial.origin.rpy)
    if not (tensor[0][1] or tensor[0][2] or tensor[1][2]):
        if any(inertial.origin.rpy):
            attributes["quat"] = quaternion(turn)
        attributes["diaginertia"] = written([tensor[k][k] for k in range(3)])
        return attributes
    moments, V = eigen_symmetric(tensor)
    if moments[0] < TRANSFER_LEAST_INERTIA:
        attributes["quat"] = quaternion(product(turn, quaternion_of_matrix(V)))
        attributes["diaginertia"] = written([max(moment, 0.0) for moment in moments])
        return attributes
    if any(inertial.origin.rpy):
        R = inertial.origin.rotation()
        A = matrix_product(matrix_product(R, tensor), transposed(R))
        tensor = [list(row) for row in A]
    xx, yy, zz = (tensor[k][k] for k in range(3))
    full = (xx, yy, zz, tensor[0][1], tensor[0][2], tensor[1][2])
    attributes["fullinertia"] = written(full)
    return attributes
