"""Frames: where something is and how it is turned, seen from its parent."""

from __future__ import annotations

from .rotation import IDENTITY, Quaternion, conjugate, matrix_of, product
from .vector import ZERO, Vector3, applied

Frame = tuple[Vector3, Quaternion]
"""Translation and rotation in the parent frame."""

NOWHERE: Frame = (ZERO, IDENTITY)


def compose(a: Frame, b: Frame) -> Frame:
    """Frame b, which is given in frame a, in the parent frame of a."""
    if a == NOWHERE:
        return b
    x, y, z = applied(matrix_of(a[1]), b[0])
    return (x + a[0][0], y + a[0][1], z + a[0][2]), product(a[1], b[1])


def inverse(a: Frame) -> Frame:
    """The parent frame, seen from a."""
    q = conjugate(a[1])
    x, y, z = applied(matrix_of(q), a[0])
    return (-x, -y, -z), q
