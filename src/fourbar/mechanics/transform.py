"""Homogeneous transforms, rotations and quaternions (x y z w) on arrays with leading axes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..numerics import SERIES_ANGLE, SMALL_ANGLE

if TYPE_CHECKING:
    from numpy.typing import NDArray


def skew(w: NDArray[np.float64]) -> NDArray[np.float64]:
    """The matrix of the cross product, skew(w) x = w x x: (..., 3) to (..., 3, 3)."""
    K = np.zeros((*w.shape, 3))
    K[..., 0, 1], K[..., 0, 2], K[..., 1, 2] = -w[..., 2], w[..., 1], -w[..., 0]
    K[..., 1, 0], K[..., 2, 0], K[..., 2, 1] = w[..., 2], -w[..., 1], w[..., 0]
    return K


def rotation_about(axis: NDArray[np.float64], angle: float) -> NDArray[np.float64]:
    """The rotation by `angle` [rad] about a unit axis (Rodrigues): 3 x 3."""
    K = skew(axis)
    return np.eye(3) + np.sin(angle) * K + (1.0 - np.cos(angle)) * (K @ K)


def quaternion_product(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """The quaternion of rotation a times rotation b, both (..., 4)."""
    u, s = a[..., :3], a[..., 3:]
    v, t = b[..., :3], b[..., 3:]
    vector = s * v + t * u + np.cross(u, v)
    return np.concatenate([vector, s * t - np.sum(u * v, axis=-1, keepdims=True)], axis=-1)


def quaternion_conjugate(a: NDArray[np.float64]) -> NDArray[np.float64]:
    """The inverse of a unit quaternion."""
    return a * np.array([-1.0, -1.0, -1.0, 1.0])


def unit(a: NDArray[np.float64]) -> NDArray[np.float64]:
    """Vectors (..., n) divided by their length."""
    return a / np.linalg.norm(a, axis=-1, keepdims=True)


def quaternion_rotation(a: NDArray[np.float64]) -> NDArray[np.float64]:
    """The rotation matrix (..., 3, 3) of unit quaternions (..., 4)."""
    K = skew(a[..., :3])
    return np.eye(3) + 2.0 * a[..., 3, None, None] * K + 2.0 * (K @ K)


def quaternion_exp(w: NDArray[np.float64]) -> NDArray[np.float64]:
    """The unit quaternion of a rotation vector [rad]: (..., 3) to (..., 4)."""
    angle = np.linalg.norm(w, axis=-1, keepdims=True)
    # sin(x/2)/x by numpy's sinc, which is sin(pi t)/(pi t): exact at zero.
    return np.concatenate([0.5 * np.sinc(angle / (2.0 * np.pi)) * w, np.cos(0.5 * angle)], axis=-1)


def quaternion_log(a: NDArray[np.float64]) -> NDArray[np.float64]:
    """The shortest rotation vector [rad] of unit quaternions: (..., 4) to (..., 3)."""
    a = np.where(a[..., 3:] < 0.0, -a, a)
    length = np.linalg.norm(a[..., :3], axis=-1, keepdims=True)
    angle = 2.0 * np.arctan2(length, a[..., 3:])
    near = length < SMALL_ANGLE
    # angle/length tends to 2 at the identity.
    factor = np.where(near, 2.0, angle / np.where(near, 1.0, length))
    return factor * a[..., :3]


def left_jacobian(w: NDArray[np.float64]) -> NDArray[np.float64]:
    """V(w) = integral of exp(s w) ds over [0, 1]: (..., 3) to (..., 3, 3).

    V = I + (1 - cos t)/t^2 [w] + (t - sin t)/t^3 [w]^2 with t = |w|.
    """
    t = np.linalg.norm(w, axis=-1)[..., None, None]
    # 1 - cos t loses half its digits where t is small; 2 sin^2(t/2) is the same without.
    b = 0.5 * np.sinc(t / (2.0 * np.pi)) ** 2
    near = t < SERIES_ANGLE
    s = np.where(near, 1.0, t)
    # Beyond the second term, the series is below the last digit for t < 1e-4.
    c = np.where(near, 1.0 / 6.0 - t**2 / 120.0, (s - np.sin(s)) / s**3)
    K = skew(w)
    return np.eye(3) + b * K + c * (K @ K)
