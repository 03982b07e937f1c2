"""Configurations as points of a manifold: integrate, difference, random, neutral.

Scalar joints add. A quaternion turns by the exponential of a rotation vector in the body frame,
and a floating joint moves by the exponential of a twist [linear; angular] in the body frame:

    p' = p + R V(w) u,  R' = R exp([w])

All functions take leading axes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from .transform import (
    left_jacobian,
    quaternion_conjugate,
    quaternion_exp,
    quaternion_log,
    quaternion_product,
    quaternion_rotation,
    unit,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .coordinates import Coordinates


def integrate(
    joints: Iterable[Coordinates], q: NDArray[np.float64], v: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The configuration reached from q (..., nq) after moving with v (..., nv) for unit time."""
    shape = np.broadcast_shapes(q.shape[:-1], v.shape[:-1])
    result = np.array(np.broadcast_to(q, (*shape, q.shape[-1])))
    for joint in joints:
        at, step = q[..., joint.q], v[..., joint.v]
        if joint.kind.orientation == 0:
            moved = quaternion_product(unit(at), quaternion_exp(step))
        elif joint.kind.orientation is not None:
            rotation, turn = unit(at[..., 3:]), step[..., 3:]
            local = (left_jacobian(turn) @ step[..., :3, None])[..., 0]
            position = at[..., :3] + (quaternion_rotation(rotation) @ local[..., None])[..., 0]
            turned = quaternion_product(rotation, quaternion_exp(turn))
            moved = np.concatenate(_same_leading(position, turned), axis=-1)
        else:
            moved = at + step
        result[..., joint.q] = moved
    return result


def difference(
    joints: Iterable[Coordinates], q0: NDArray[np.float64], q1: NDArray[np.float64], nv: int
) -> NDArray[np.float64]:
    """The v (..., nv) with integrate(q0, v) = q1, turning by at most pi at a quaternion."""
    shape = np.broadcast_shapes(q0.shape[:-1], q1.shape[:-1])
    result = np.zeros((*shape, nv))
    for joint in joints:
        a, b = q0[..., joint.q], q1[..., joint.q]
        if joint.kind.orientation == 0:
            step = quaternion_log(quaternion_product(quaternion_conjugate(unit(a)), unit(b)))
        elif joint.kind.orientation is not None:
            start, end = unit(a[..., 3:]), unit(b[..., 3:])
            turn = quaternion_log(quaternion_product(quaternion_conjugate(start), end))
            R = quaternion_rotation(start)
            local = (np.swapaxes(R, -1, -2) @ (b - a)[..., :3, None])[..., 0]
            linear = np.linalg.solve(left_jacobian(turn), local[..., None])[..., 0]
            step = np.concatenate([linear, turn], axis=-1)
        else:
            step = b - a
        result[..., joint.v] = step
    return result


def neutral(joints: Iterable[Coordinates], nq: int) -> NDArray[np.float64]:
    """All zero, quaternions without rotation."""
    q = np.zeros(nq)
    for joint in joints:
        if joint.quaternion is not None:
            q[joint.quaternion] = (0.0, 0.0, 0.0, 1.0)
    return q


def random(
    joints: Iterable[Coordinates],
    lower: NDArray[np.float64],
    upper: NDArray[np.float64],
    generator: np.random.Generator,
    shape: tuple[int, ...],
) -> NDArray[np.float64]:
    """Uniform between the limits, rotations uniform on the sphere.

    Where a limit is infinite, angles are drawn from [-pi, pi] and lengths from [-1, 1] m.
    """
    reach = np.ones(lower.shape)
    for joint in joints:
        reach[joint.q] = [np.pi if unit == "rad" else 1.0 for unit in joint.units]
    # A limit on one side only keeps the same width of range.
    low = np.where(np.isfinite(lower), lower, np.minimum(-reach, upper - 2.0 * reach))
    high = np.where(np.isfinite(upper), upper, np.maximum(reach, low + 2.0 * reach))
    low = np.where(np.isfinite(lower) | np.isfinite(upper), low, -reach)
    high = np.where(np.isfinite(lower) | np.isfinite(upper), high, reach)
    q = generator.uniform(low, high, (*shape, lower.shape[0]))
    for joint in joints:
        if joint.quaternion is not None:
            q[..., joint.quaternion] = unit(generator.standard_normal((*shape, 4)))
    return q


def _same_leading(
    a: NDArray[np.float64], b: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    shape = np.broadcast_shapes(a.shape[:-1], b.shape[:-1])
    return np.broadcast_to(a, (*shape, a.shape[-1])), np.broadcast_to(b, (*shape, b.shape[-1]))
