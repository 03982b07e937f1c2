"""How far two inertials of one link are apart."""

from __future__ import annotations

from math import acos, dist
from typing import NamedTuple

from ..robot import Inertial
from ..robot.tensor import Symmetric, symmetric, turned
from ..spatial.symmetric import eigen_symmetric

_DISTINCT = 0.1
"""Principal moments that differ by less of the largest have no axes to speak of."""


class Agreement(NamedTuple):
    """The file's inertial next to the computed one.

    Attributes
    ----------
    mass
        The file's over the computed; None where a mass is zero.
    distance
        Between the centres of mass [m].
    moments
        Each principal moment of the file over the computed one, the smallest first, for equal
        masses; None where one is zero.
    angle
        The largest angle between principal axes that both tensors have distinctly [rad]; None for
        bodies that are round to both.
    """

    mass: float | None
    distance: float
    moments: tuple[float, float, float] | None
    angle: float | None

    @property
    def worst(self) -> float | None:
        """The largest ratio of principal moments, either way."""
        if self.moments is None:
            return None
        return max(max(ratio, 1.0 / ratio) for ratio in self.moments)


def compare(file: Inertial, computed: Inertial) -> Agreement:
    """How far the inertial of a file is from a computed one."""
    masses = file.mass > 0.0 and computed.mass > 0.0
    mass = file.mass / computed.mass if masses else None
    a, axes_a = _principal(file)
    b, axes_b = _principal(computed)
    moments = None
    if mass is not None and min(a) > 0.0 and min(b) > 0.0:
        x, y, z = (p / q / mass for p, q in zip(a, b, strict=True))
        moments = (x, y, z)
    angles = [
        acos(min(1.0, abs(sum(axes_a[row][k] * axes_b[row][k] for row in range(3)))))
        for k in range(3)
        if _is_distinct(a, k) and _is_distinct(b, k)
    ]
    apart = dist(file.origin.xyz, computed.origin.xyz)
    return Agreement(mass, apart, moments, max(angles) if angles else None)


def along_link(inertial: Inertial) -> Symmetric:
    """The tensor about the centre of mass, along the axes of the link."""
    own, origin = symmetric(inertial.inertia), inertial.origin
    return turned(own, origin.rotation()) if any(origin.rpy) else own


def _principal(inertial: Inertial) -> tuple[tuple[float, float, float], list[list[float]]]:
    xx, yy, zz, xy, xz, yz = along_link(inertial)
    return eigen_symmetric([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def _is_distinct(values: tuple[float, float, float], k: int) -> bool:
    largest = max(map(abs, values))
    return all(abs(values[k] - values[j]) > _DISTINCT * largest for j in range(3) if j != k)
