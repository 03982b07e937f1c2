"""Inertia tensors without numpy: importing it takes longer than all checks of a robot do.

Eigenvalues come in closed form, in 5 us instead of the 37 us that the iteration of
`spatial.symmetric` takes, and several rules ask for those of every link. They are good to 1e-14 of
the largest one; the rules have tolerances of 1e-6 and more. Where small ones beside large ones
matter, or their vectors, use `spatial.symmetric`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import acos, cos, pi, sqrt
from typing import NamedTuple

from ..spatial.vector import dot
from .link import Inertia
from .pose import Matrix3, Pose

Symmetric = tuple[float, float, float, float, float, float]
"""xx, yy, zz, xy, xz, yz."""

_LARGEST = 1e150
_NEGLIGIBLE = 1e-40
"""Squares of off-diagonal terms below this part of the largest entry's change no digit."""


def symmetric(inertia: Inertia) -> Symmetric:
    """The six numbers of a tensor."""
    return (inertia.ixx, inertia.iyy, inertia.izz, inertia.ixy, inertia.ixz, inertia.iyz)


def principal(tensor: Symmetric) -> tuple[float, float, float]:
    """The eigenvalues, smallest first (trigonometric solution of the characteristic cubic).

    The matrix is scaled by its largest entry; relative accuracy about 1e-14 of the largest value.
    """
    scale = max(map(abs, tensor))
    if scale == 0.0:
        return (0.0, 0.0, 0.0)
    xx, yy, zz, xy, xz, yz = [value / scale for value in tensor]
    off = xy * xy + xz * xz + yz * yz
    if off < _NEGLIGIBLE:
        low, middle, high = sorted((xx, yy, zz))
        return (low * scale, middle * scale, high * scale)
    mean = (xx + yy + zz) / 3
    a, b, c = xx - mean, yy - mean, zz - mean
    p = sqrt((a * a + b * b + c * c + 2 * off) / 6)
    determinant = a * (b * c - yz * yz) - xy * (xy * c - yz * xz) + xz * (xy * yz - b * xz)
    angle = acos(max(-1.0, min(1.0, determinant / (2 * p**3)))) / 3
    high = mean + 2 * p * cos(angle)
    low = mean + 2 * p * cos(angle + 2 * pi / 3)
    return (low * scale, (3 * mean - high - low) * scale, high * scale)


def turned(tensor: Symmetric, rotation: Matrix3) -> Symmetric:
    """R I R^T: the tensor in the frame that `rotation` leads to."""
    xx, yy, zz, xy, xz, yz = tensor
    # I R^T by columns, one for each row of R.
    a, b, c = (
        (xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z)
        for x, y, z in rotation
    )
    p, q, r = rotation
    return (dot(p, a), dot(q, b), dot(r, c), dot(p, b), dot(p, c), dot(q, c))


def moved(tensor: Symmetric, mass: float, offset: tuple[float, float, float]) -> Symmetric:
    """The tensor about a point `offset` away from the centre of mass (parallel axis theorem)."""
    x, y, z = offset
    xx, yy, zz, xy, xz, yz = tensor
    return (
        xx + mass * (y * y + z * z),
        yy + mass * (x * x + z * z),
        zz + mass * (x * x + y * y),
        xy - mass * x * y,
        xz - mass * x * z,
        yz - mass * y * z,
    )


class Body(NamedTuple):
    """A rigid body: mass [kg], centre of mass [m], and the tensor about it [kg m^2]."""

    mass: float
    center: tuple[float, float, float]
    tensor: Symmetric

    @property
    def is_moderate(self) -> bool:
        """Whether its numbers can be turned and compared without leaving the range of doubles."""
        return all(abs(value) < _LARGEST for value in (self.mass, *self.center, *self.tensor))


def combined(bodies: Sequence[Body]) -> Body:
    """Bodies welded together, whose masses add up to more than nothing (parallel axes)."""
    mass = sum(body.mass for body in bodies)
    x, y, z = (sum(body.mass * body.center[i] for body in bodies) / mass for i in range(3))
    total = [0.0] * 6
    for body in bodies:
        offset = (body.center[0] - x, body.center[1] - y, body.center[2] - z)
        for k, value in enumerate(moved(body.tensor, body.mass, offset)):
            total[k] += value
    return Body(mass, (x, y, z), six(total))


def scaled(tensor: Symmetric, factor: float) -> Symmetric:
    """The tensor of a body that is denser by a factor."""
    return six([value * factor for value in tensor])


def six(values: Sequence[float]) -> Symmetric:
    """Six numbers as a tensor."""
    a, b, c, d, e, f = values
    return (a, b, c, d, e, f)


def transformed(pose: Pose, point: tuple[float, float, float]) -> tuple[float, float, float]:
    """A point of the posed frame, seen from the frame it is posed in."""
    r = pose.rotation()
    x, y, z = point
    a, b, c = (row[0] * x + row[1] * y + row[2] * z for row in r)
    return (a + pose.xyz[0], b + pose.xyz[1], c + pose.xyz[2])
